// The control calls for what becomes of mints: so many of the next ones are rejected, refused or lost by the issuer, one
// comes from elsewhere, and the right to mint is taken and given back.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ISSUERS, NETWORKS } from '#contract/mint-names.ts';
import { parseInput } from '#main/paper/control/routes.ts';
import { IssuerOutcome } from '#main/paper/tokenization/issuer-settings.ts';
import { toWire } from '#main/paper/tokenization/request.ts';
import type { Tokenization } from '#main/paper/tokenization/tokenization.ts';

const LeftInput = z.strictObject({ left: z.int().min(0).max(1000) });
const RightInput = z.strictObject({ permission: z.enum(['none', 'read', 'mint']) });
/** To a wallet that nobody here knows, unless one is given. */
const MintInput = z.strictObject({
  accountId: z.uuid().optional(),
  underlying_symbol: z.string(),
  qty: z.string(),
  issuer: z.enum(ISSUERS).default('ondo'),
  network: z.enum(NETWORKS).default('base'),
  wallet_address: z.string().default('0x8617E340B3D01FA5F11F306F4090FD50E238070D'),
  client_request_id: z.string().optional(),
});

type ByOutcome = { Params: { outcome: string } };

export function registerTokenizationControl(
  app: FastifyInstance,
  tokenization: Tokenization,
): void {
  const { settings, store } = tokenization;

  /** A lost one counts for as long as it waits. */
  const describe = (outcome: IssuerOutcome) => ({
    left: settings.upcoming(outcome) + (outcome === 'lose' ? tokenization.lost().length : 0),
  });

  app.get<ByOutcome>('/_paper/tokenization/next/:outcome', (request) =>
    describe(parseInput(IssuerOutcome, request.params.outcome)),
  );
  app.put<ByOutcome>('/_paper/tokenization/next/:outcome', (request) => {
    const outcome = parseInput(IssuerOutcome, request.params.outcome);
    const { left } = parseInput(LeftInput, request.body);
    settings.setUpcoming(outcome, left);
    // None is lost any more: what the issuer had lost it finds.
    if (outcome === 'lose' && left === 0)
      for (const { id } of tokenization.lost()) tokenization.settle(id, 'complete');
    return describe(outcome);
  });

  app.post('/_paper/tokenization/mint', (request) => {
    const { accountId = request.caller.accountId, ...body } = parseInput(MintInput, request.body);
    const { answer } = tokenization.mint(accountId, body, undefined);
    const { tokenization_request_id: id } = JSON.parse(answer) as {
      tokenization_request_id: string;
    };
    const minted = store.byId(id);
    return minted && toWire(minted);
  });

  app.get('/_paper/ap', ({ caller }) => ({ permission: store.permission(caller.accountId) }));
  app.put('/_paper/ap', ({ caller, body }) => {
    store.setPermission(caller.accountId, parseInput(RightInput, body).permission);
    return { permission: store.permission(caller.accountId) };
  });
}
