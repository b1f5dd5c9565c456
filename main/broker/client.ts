// The brokerage's operations for one account: typed in, typed out, failures as values. It knows the account's hosts and
// reaches no others; each host has one budget, shared by every caller.
import { createAccountCalls, type AccountCalls } from '#main/broker/calls/account-calls.ts';
import { createCaller, type Caller } from '#main/broker/calls/caller.ts';
import { basicProofOf, createReplaceableProof, type Proof } from '#main/broker/http/credentials.ts';
import { createGovernor, type Governor, type GovernorState } from '#main/broker/budget/governor.ts';
import { createHttpHost, type HttpHost } from '#main/broker/http/http.ts';
import { createMarketCalls, type MarketCalls } from '#main/broker/calls/market-calls.ts';
import { createOAuthCalls, type OAuthCalls } from '#main/broker/calls/oauth-calls.ts';
import { createOrderCalls, type OrderCalls } from '#main/broker/calls/order-calls.ts';
import {
  createTokenizationCalls,
  type TokenizationCalls,
} from '#main/broker/calls/tokenization-calls.ts';
import type { Clock, Credentials, Delay, Hosts, KeyPair, Random } from '#main/ports.ts';
import type { Dial } from '#main/broker/http/pinned-agent.ts';

export type Client = AccountCalls &
  OrderCalls &
  MarketCalls &
  TokenizationCalls &
  OAuthCalls & {
    /** From the next request on; what is under way keeps the proof it left with. */
    useCredentials(credentials: Credentials): void;
    /** How much each host may still be asked, by its address. */
    budgets(): Record<string, GovernorState>;
    /** What waits is refused, what is under way is cut off, what comes later is not sent. */
    close(): void;
  };

export type ClientDeps = {
  hosts: Pick<Hosts, 'rest' | 'data'> & { broker?: string | undefined };
  credentials: Credentials;
  /** A broker partner's own pair for the OAuth operations; the account's credentials otherwise. */
  brokerCredentials?: KeyPair | undefined;
  clock: Clock;
  delay: Delay;
  random: Pick<Random, 'float'>;
  timeoutMs?: number | undefined;
  /** Until a host's headers tell its limit. */
  perMinute?: number | undefined;
  maxAnswerBytes?: number | undefined;
  /** How the hosts are reached: by the system's sockets unless told otherwise. */
  dial?: Dial | undefined;
};

const TIMEOUT_MS = 10_000;

export function createClient(deps: ClientDeps): Client {
  const { hosts, brokerCredentials, timeoutMs = TIMEOUT_MS, delay, maxAnswerBytes, dial } = deps;
  const reached = new Map<string, { host: HttpHost; governor: Governor }>();
  const proof = createReplaceableProof(deps.credentials);

  /** Hosts with the same address share their connections and their budget. */
  function reach(address: string): { host: HttpHost; governor: Governor } {
    const { origin } = new URL(address);
    const known = reached.get(origin);
    if (known) return known;
    const fresh = {
      host: createHttpHost({ origin, delay, maxAnswerBytes, dial }),
      governor: createGovernor(deps),
    };
    reached.set(origin, fresh);
    return fresh;
  }

  const callerOf = (address: string, of: Proof): Caller =>
    createCaller({ ...deps, ...reach(address), proof: of, timeoutMs });

  const rest = callerOf(hosts.rest, proof);
  const data = callerOf(hosts.data, proof);
  const brokerProof = brokerCredentials ? basicProofOf(brokerCredentials) : proof;
  const broker = hosts.broker === undefined ? undefined : callerOf(hosts.broker, brokerProof);

  return {
    ...createAccountCalls(rest),
    ...createOrderCalls(rest),
    ...createMarketCalls(data),
    ...createTokenizationCalls(rest),
    ...createOAuthCalls(broker),
    useCredentials: proof.replace,
    budgets: () =>
      Object.fromEntries([...reached].map(([origin, { governor }]) => [origin, governor.state()])),
    close() {
      for (const { host, governor } of reached.values()) {
        governor.close();
        host.close();
      }
    },
  };
}
