// Health, the audit of everything ever accepted, and starting over.
import type { FastifyInstance } from 'fastify';
import type { StreamHub } from '#main/paper/streams/hub.ts';
import { toWire, type RequestType } from '#main/paper/tokenization/request.ts';
import type { Tokenization } from '#main/paper/tokenization/tokenization.ts';

/** Every order and execution ever accepted, each with its account. */
export type Audit = { orders: readonly unknown[]; executions: readonly unknown[] };

type Deps = {
  audit(): Audit;
  tokenization: Tokenization;
  hub: StreamHub;
  seed: number;
  now(): number;
  /** Orders, positions, requests and faults go; accounts, keys, applications and the market's past stay. */
  reset(): void;
};

export function registerLedgerRoutes(app: FastifyInstance, deps: Deps): void {
  function requests(type: RequestType) {
    const keys = deps.tokenization.keys();
    return deps.tokenization
      .all()
      .filter((request) => request.type === type)
      .map((request) =>
        Object.assign(toWire(request), {
          account_id: request.accountId,
          idempotency_key: keys.get(request.id) ?? null,
        }),
      );
  }

  app.get('/_paper/health', () => ({
    ok: true,
    now: new Date(deps.now()).toISOString(),
    seed: deps.seed,
    streams: deps.hub.counts(),
  }));
  app.get('/_paper/ledger', () => ({
    ...deps.audit(),
    mints: requests('mint'),
    redeems: requests('redeem'),
  }));
  app.post('/_paper/reset', (_request, reply) => {
    deps.reset();
    return reply.code(204).send();
  });
}
