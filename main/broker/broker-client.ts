// The operations of a broker partner, which are asked at the broker's own host with the broker's own pair.
import { createCaller } from '#main/broker/calls/caller.ts';
import { basicProofOf } from '#main/broker/http/credentials.ts';
import { createGovernor } from '#main/broker/budget/governor.ts';
import { createHttpHost } from '#main/broker/http/http.ts';
import { createOAuthCalls, type OAuthCalls } from '#main/broker/calls/oauth-calls.ts';
import type { Clock, Delay, KeyPair, Random } from '#main/ports.ts';

export type BrokerClient = OAuthCalls & { close(): void };

export type BrokerClientDeps = {
  host: string;
  pair: KeyPair;
  clock: Clock;
  delay: Delay;
  random: Pick<Random, 'float'>;
  timeoutMs?: number | undefined;
};

const TIMEOUT_MS = 10_000;

export function createBrokerClient(deps: BrokerClientDeps): BrokerClient {
  const { timeoutMs = TIMEOUT_MS } = deps;
  const host = createHttpHost({ origin: new URL(deps.host).origin, delay: deps.delay });
  const governor = createGovernor(deps);
  const caller = createCaller({
    ...deps,
    host,
    governor,
    proof: basicProofOf(deps.pair),
    timeoutMs,
  });
  return {
    ...createOAuthCalls(caller),
    close() {
      governor.close();
      host.close();
    },
  };
}
