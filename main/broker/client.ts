// The brokerage's operations for one account: typed in, typed out, failures as values. It knows the account's hosts and
// reaches no others; each host has one budget, shared by every caller.
import type { Lane } from '#main/broker/budget/budget.ts';
import { createGovernor, type Governor } from '#main/broker/budget/governor.ts';
import { createOpenActivities, type OpenActivities } from '#main/broker/calls/activity-events.ts';
import { createAccountCalls, type AccountCalls } from '#main/broker/calls/account-calls.ts';
import { createCaller, type Caller } from '#main/broker/calls/caller.ts';
import {
  createMarketCalls,
  type FeedSource,
  type MarketCalls,
} from '#main/broker/calls/market-calls.ts';
import { createOAuthCalls, type OAuthCalls } from '#main/broker/calls/oauth-calls.ts';
import { createOrderCalls, type OrderCalls } from '#main/broker/calls/order-calls.ts';
import {
  createTokenizationCalls,
  type TokenizationCalls,
} from '#main/broker/calls/tokenization-calls.ts';
import { basicProofOf, createReplaceableProof } from '#main/broker/http/credentials.ts';
import { createEventHost } from '#main/broker/http/event-stream.ts';
import { createHttpHost, type HttpHost } from '#main/broker/http/http.ts';
import type { Dial } from '#main/broker/http/pinned-agent.ts';
import type { Credentials, Hosts, KeyPair, Ports, Random } from '#main/ports.ts';
import type { Tell } from '#main/wire/oddities.ts';

export type Client = AccountCalls &
  OrderCalls &
  MarketCalls &
  TokenizationCalls & {
    /** What happens on the account, as it is booked. */
    openActivities: OpenActivities;
    /** How long until the limit of the account's requests lets one of this lane go by time alone. */
    turnInMs(lane: Lane): number;
    /** From the next request on; what is under way keeps the proof it left with. */
    useCredentials(credentials: Credentials): void;
    /** What waits is refused, what is under way is cut off, what comes later is not sent. */
    close(): void;
  };

type SharedDeps = Pick<Ports, 'clock' | 'delay'> & {
  random: Pick<Random, 'float'>;
  timeoutMs?: number | undefined;
  /** Until a host's headers say its limit. */
  perMinute?: number | undefined;
};

export type ClientDeps = SharedDeps & {
  hosts: Pick<Hosts, 'rest' | 'data'>;
  credentials: Credentials;
  /** Of market data; IEX unless it is given. */
  feeds?: FeedSource | undefined;
  maxAnswerBytes?: number | undefined;
  /** How the hosts are reached: by the system's sockets unless `dial` is given. */
  dial?: Dial | undefined;
  /** Hears of what does not fit in a good answer. */
  tell?: Tell | undefined;
};

const TIMEOUT_MS = 10_000;

export function createClient(deps: ClientDeps): Client {
  const { hosts, timeoutMs = TIMEOUT_MS, delay, maxAnswerBytes, dial } = deps;
  const reached = new Map<string, { host: HttpHost; governor: Governor }>();
  const proof = createReplaceableProof(deps.credentials);

  /** Hosts with the same address share their connections and their budget. */
  function reach(address: string): { host: HttpHost; governor: Governor } {
    const { origin } = new URL(address);
    const known = reached.get(origin);
    if (known) return known;
    const fresh = {
      host: createHttpHost({ origin, delay, maxAnswerBytes, dial }),
      governor: createGovernor({ ...deps, takesOrders: origin === new URL(hosts.rest).origin }),
    };
    reached.set(origin, fresh);
    return fresh;
  }

  const callerOf = (address: string, refusesRepeated?: boolean): Caller =>
    createCaller({ ...deps, ...reach(address), proof, timeoutMs, refusesRepeated });
  const rest = callerOf(hosts.rest, true);
  const eventHost = createEventHost({ origin: new URL(hosts.rest).origin, delay, dial });
  const { governor: ofRest } = reach(hosts.rest);

  return {
    ...createAccountCalls(rest),
    ...createOrderCalls(rest),
    ...createMarketCalls(callerOf(hosts.data), deps.clock, deps.feeds),
    openActivities: createOpenActivities({ host: eventHost, governor: ofRest, proof, timeoutMs }),
    ...createTokenizationCalls(rest),
    turnInMs: ofRest.opensInMs,
    useCredentials: proof.replace,
    close() {
      for (const { host, governor } of reached.values()) {
        governor.close();
        host.close();
      }
      eventHost.close();
    },
  };
}

/** The operations of a broker partner, which are asked at the broker's own host with the broker's own pair. */
export type BrokerClient = OAuthCalls & { close(): void };

export function createBrokerClient(
  deps: SharedDeps & { host: string; pair: KeyPair },
): BrokerClient {
  const { timeoutMs = TIMEOUT_MS, delay } = deps;
  const host = createHttpHost({ origin: new URL(deps.host).origin, delay });
  const governor = createGovernor(deps);
  const proof = basicProofOf(deps.pair);
  return {
    ...createOAuthCalls(createCaller({ ...deps, host, governor, proof, timeoutMs })),
    close() {
      governor.close();
      host.close();
    },
  };
}
