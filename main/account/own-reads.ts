// What an account reads of its broker. What was answered to a key that may be another account's must not get into the
// book, nor move the mark.
import { notAllowed, type Result } from '#contract/failure.ts';
import type { Client } from '#main/broker/client.ts';
import type { Credentials } from '#main/ports.ts';

type Deps = { credentials: () => Credentials; accountDoubt: () => string | undefined };

/** The client, its readings of orders, activities, positions and requests only while the key is this account's. */
export function createOwnReads(client: Client, { credentials, accountDoubt }: Deps): Client {
  function own<A extends unknown[], T>(ask: (...args: A) => Promise<Result<T>>) {
    return async (...args: A): Promise<Result<T>> => {
      const asked = credentials();
      const answer = await ask(...args);
      const why =
        asked === credentials() ? accountDoubt() : 'The key was replaced in the meantime.';
      return why === undefined ? answer : notAllowed(why);
    };
  }

  return {
    ...client,
    allOrders: own(client.allOrders),
    order: own(client.order),
    orderByClientId: own(client.orderByClientId),
    allActivities: own(client.allActivities),
    positions: own(client.positions),
    tokenizationRequest: own(client.tokenizationRequest),
    tokenizationRequestByClientId: own(client.tokenizationRequestByClientId),
    tokenizationRequests: own(client.tokenizationRequests),
  };
}
