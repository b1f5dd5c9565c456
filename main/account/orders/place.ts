// What placing an order differs in. Sending again is always the same bytes under the same id, and only at a broker that
// is known to refuse an id that was used before.
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import type { IntentRules } from '#main/account/intents/engine.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { LookUpLane } from '#main/account/intents/looking.ts';
import type { Gate } from '#main/account/intents/ports.ts';
import type { AdoptOrder } from '#main/account/orders/adopt-order.ts';
import type { OrderBroker } from '#main/account/orders/order-broker.ts';
import { seldomWaitMs } from '#main/tools/repeat.ts';
import { readOrderBody } from '#main/wire/order-body.ts';

type Deps = {
  intents: IntentLog;
  broker: OrderBroker;
  gate: Gate;
  adopt: AdoptOrder;
  /** A capability of the account's broker, off unless it is known. */
  refusesReusedIds: boolean;
};

export const MARKET_RESEND_MS = 5_000;
export const OTHER_RESEND_MS = 30_000;
const MARKET_TURN_MS = 2_000;
const OTHER_TURN_MS = 10_000;
const FRESH_WAIT_MS = 2_000;

export function placeRules({
  intents,
  broker,
  gate,
  adopt,
  refusesReusedIds,
}: Deps): IntentRules<Order> {
  async function lookUp(intentId: string, lane: LookUpLane): Promise<boolean> {
    const lookup = await broker.byClientOrderId(intentId, lane);
    switch (lookup.kind) {
      case 'found':
        adopt(lookup.order, 'found');
        return true;
      case 'missing':
        intents.repeat(intentId, {
          kind: 'not-found',
          text: 'Looked up: the broker does not show it. That does not prove it was not accepted.',
          status: 404,
        });
        return true;
      case 'silent':
        intents.repeat(intentId, {
          kind: 'lost',
          text: `Looked up: no answer (${lookup.reason}).`,
        });
        return false;
      default:
        return lookup satisfies never;
    }
  }

  return {
    noun: 'order',
    sentText: (intentId, isAgain) =>
      isAgain
        ? `Sent again, with the same client order id ${intentId}.`
        : `Sent to the broker with client order id ${intentId}.`,
    // A line may need seconds for a new connection. What opens at the market is not sent at a price of before; whoever
    // wants out still does.
    turnWaitMs: (intent) =>
      isMarket(intent) && !gate.isExitIntent(intent) ? MARKET_TURN_MS : OTHER_TURN_MS,
    isExit: gate.isExitIntent,
    send: ({ body }, options) => broker.place(body, options),
    adopt: (_intent, order, answer) => adopt(order, 'answered', answer),
    lookUp,
    resendForMs(intent) {
      if (!refusesReusedIds) return undefined;
      return isMarket(intent) ? MARKET_RESEND_MS : OTHER_RESEND_MS;
    },
    resend: 'after-look',
    // The broker has it: it can be found now rather than a wait later.
    lookAfter: new Set(['landed-before']),
    isConfirmedAnew: false,
    waitMs(intent, round, { sinceMs, ageMs }) {
      if (intent.state === 'set-aside' || intent.isConflict) return seldomWaitMs(Infinity, ageMs);
      const waitMs = seldomWaitMs(round, ageMs);
      // The time in which the desk may send again is short: long waits would let it pass unused. And an order that was
      // found to have landed is to be shown soon, however many rounds it took to learn that.
      return sinceMs <= OTHER_RESEND_MS ? Math.min(FRESH_WAIT_MS, waitMs) : waitMs;
    },
    conflictText: 'Another order has this id. Open a new ticket instead.',
  };
}

const isMarket = ({ body }: Intent): boolean => readOrderBody(body)?.type === 'market';
