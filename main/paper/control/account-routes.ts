// Accounts and their rights, the issuer, the allowance, and the audit of everything ever accepted.
import { ISSUERS, NETWORKS } from '#contract/mint-names.ts';
import { badParameter, notFound } from '#main/paper/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Decimal } from '#main/domain/decimal.ts';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import { Restrictions } from '#main/paper/engine/restrictions.ts';
import { parseInput } from '#main/paper/control/routes.ts';
import type { Keyring, KeyPair } from '#main/paper/server/keyring.ts';
import type { RateLimit } from '#main/paper/server/rate-limit.ts';
import { toWire } from '#main/paper/tokenization/request.ts';
import { IssuerChange } from '#main/paper/tokenization/issuer-settings.ts';
import type { Tokenization } from '#main/paper/tokenization/tokenization.ts';

type Deps = {
  engine: Pick<Engine, 'accountIds' | 'createAccount' | 'restrict'>;
  keyring: Keyring;
  tokenization: Tokenization;
  isKnownSymbol(symbol: string): boolean;
  rateLimit: RateLimit;
  /** Makes up a key pair. */
  newKey(): KeyPair;
};

const permission = z.enum(['none', 'read', 'mint']);
const keyPart = z
  .string()
  .regex(/^[!-9;-~]{1,128}$/, 'is 1 to 128 printable characters without spaces and colons');
const KeyInput = z.strictObject({ keyId: keyPart.optional(), secretKey: keyPart.optional() });
const AccountInput = KeyInput.extend({
  cash: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/)
    .optional(),
  ap: permission.default('none'),
});
const ApInput = z.strictObject({ permission });
const RateInput = z.strictObject({ perMinute: z.int().min(1) });
const RedeemInput = z.strictObject({
  accountId: z.uuid().optional(),
  underlying_symbol: z.string(),
  qty: z.string().regex(/^\d{1,12}(\.\d{1,9})?$/),
  issuer: z.enum(ISSUERS).default('xstocks'),
  network: z.enum(NETWORKS).default('solana'),
  wallet_address: z.string().min(1).default('11111111111111111111111111111111'),
  outcome: z.enum(['complete', 'reject']).default('complete'),
});
const SettleInput = z.strictObject({ outcome: z.enum(['complete', 'reject']) });

export function registerAccountControl(app: FastifyInstance, deps: Deps): void {
  const { engine, keyring, tokenization, rateLimit } = deps;
  const exists = (id: string) => engine.accountIds().includes(id);
  const describe = (id: string) => ({
    id,
    keyIds: keyring.keyIds(id),
    ap: tokenization.store.permission(id),
  });

  app.get('/_paper/accounts', () => engine.accountIds().map(describe));
  app.post('/_paper/accounts', (request) => {
    const input = parseInput(AccountInput, request.body);
    const key = pairIn(input) ?? deps.newKey();
    if (engine.accountIds().some((id) => keyring.keyIds(id).includes(key.keyId))) {
      throw badParameter(`keyId: ${key.keyId} is taken`);
    }
    const { cash } = input;
    const accountId = engine.createAccount(cash === undefined ? {} : { cash: cash as Decimal });
    keyring.add({ ...key, accountId }, 'disk');
    tokenization.store.setPermission(accountId, input.ap);
    return { ...describe(accountId), ...key };
  });
  app.put<{ Params: { id: string } }>('/_paper/accounts/:id/key', (request) => {
    const { id } = request.params;
    if (!exists(id)) throw notFound('account not found');
    // Its key was given with the command, and opens this very interface.
    if (id === request.caller.accountId) throw badParameter('id: this account keeps its key');
    const key = pairIn(parseInput(KeyInput, request.body)) ?? deps.newKey();
    if (!keyring.exchange({ ...key, accountId: id }))
      throw badParameter(`keyId: ${key.keyId} is taken`);
    return { ...describe(id), ...key };
  });
  app.put<{ Params: { id: string } }>('/_paper/accounts/:id/ap', (request) => {
    const { id } = request.params;
    if (!exists(id)) throw notFound('account not found');
    tokenization.store.setPermission(id, parseInput(ApInput, request.body).permission);
    return describe(id);
  });

  app.put<{ Params: { id: string } }>('/_paper/accounts/:id/restrictions', (request) => {
    const { id } = request.params;
    if (!exists(id)) throw notFound('account not found');
    return engine.restrict(id, parseInput(Restrictions, request.body));
  });

  app.get('/_paper/rate', () => ({ perMinute: rateLimit.perMinute() }));
  app.put('/_paper/rate', (request) => {
    rateLimit.setPerMinute(parseInput(RateInput, request.body).perMinute);
    return { perMinute: rateLimit.perMinute() };
  });

  app.get('/_paper/tokenization', () => tokenization.settings.get());
  app.put('/_paper/tokenization', (request) => {
    tokenization.settings.change(parseInput(IssuerChange, request.body));
    return tokenization.settings.get();
  });
  app.post('/_paper/tokenization/redeem', (request) => {
    const input = parseInput(RedeemInput, request.body);
    const accountId = input.accountId ?? request.caller.accountId;
    const underlyingSymbol = input.underlying_symbol.toUpperCase();
    if (!exists(accountId)) throw notFound('account not found');
    if (!deps.isKnownSymbol(underlyingSymbol))
      throw badParameter('underlying_symbol: is not traded here');
    const { qty, issuer, network, wallet_address: walletAddress, outcome } = input;
    const draft = { accountId, underlyingSymbol, qty, issuer, network, walletAddress, outcome };
    return toWire(tokenization.redeem(draft));
  });
  app.post<{ Params: { id: string } }>('/_paper/tokenization/requests/:id/settle', (request) => {
    const { outcome } = parseInput(SettleInput, request.body);
    const settled = tokenization.settle(request.params.id, outcome);
    if (!settled) throw notFound('no pending request with this id');
    return toWire(settled);
  });
}

function pairIn({ keyId, secretKey }: z.output<typeof KeyInput>): KeyPair | undefined {
  if ((keyId === undefined) !== (secretKey === undefined))
    throw badParameter('keyId and secretKey belong together');
  return keyId !== undefined && secretKey !== undefined ? { keyId, secretKey } : undefined;
}
