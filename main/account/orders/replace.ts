// What replacing an order differs in. The change carries its own client order id and is never sent again by itself; when
// its answer is lost, the old order tells: replaced by ours, replaced by another, or ended before the change came.
import { invalid, notAllowed, type Failed } from '#contract/failure.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { isTerminal, type Order } from '#contract/orders.ts';
import type { IntentRules } from '#main/account/intents/engine.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { LookUpLane } from '#main/account/intents/looking.ts';
import type { AdoptOrder } from '#main/account/orders/adopt-order.ts';
import type { OrderBook, OrderBroker } from '#main/account/orders/order-broker.ts';
import type { Journal } from '#main/journal/types.ts';
import { seldomWaitMs } from '#main/tools/repeat.ts';

type Deps = {
  intents: IntentLog;
  broker: OrderBroker;
  book: OrderBook;
  adopt: AdoptOrder;
  isSending: (intentId: string) => boolean;
};

const TURN_MS = 10_000;

export function replaceRules({
  intents,
  broker,
  book,
  adopt,
  isSending,
}: Deps): IntentRules<Order> {
  async function lookUp(intentId: string, lane: LookUpLane): Promise<boolean> {
    const { targetId } = intents.get(intentId);
    if (targetId === undefined) return true;
    const old = await broker.byId(targetId, lane);
    if (old.kind === 'found') {
      book.putOrders([old.order]);
      return settleBy(old.order, intentId, lane);
    }
    const why = old.kind === 'missing' ? 'the broker does not show it' : old.reason;
    intents.repeat(intentId, { kind: 'lost', text: `Read the old order: ${why}.` });
    return old.kind === 'missing';
  }

  /** What the old order proves about its change. Whether every question was answered. */
  async function settleBy(old: Order, intentId: string, lane: LookUpLane): Promise<boolean> {
    if (!isTerminal(old.status) && old.replacedBy === undefined) {
      const text = `Read the old order: it is ${old.status} and not replaced yet.`;
      intents.repeat(intentId, { kind: 'not-found', text });
      return true;
    }
    // The new order is asked for under our id before it is said that there is none: it may exist and have been rejected.
    const ours = await broker.byClientOrderId(intentId, lane);
    if (ours.kind === 'found') {
      adopt(ours.order, 'found');
      return true;
    }
    if (ours.kind === 'silent') return false;
    if (old.replacedBy !== undefined) return settleByNext(old.replacedBy, intentId, lane);
    // A record that says 'replaced' and not by what proves nothing.
    if (old.status !== 'replaced')
      end(intentId, `the order was ${old.status} before the change arrived`);
    return true;
  }

  async function settleByNext(
    nextId: string,
    intentId: string,
    lane: LookUpLane,
  ): Promise<boolean> {
    const next = await broker.byId(nextId, lane);
    if (next.kind !== 'found') return next.kind === 'missing';
    if (next.order.clientOrderId === intentId) adopt(next.order, 'found');
    else {
      book.putOrders([next.order]);
      end(intentId, 'another change replaced the order first');
    }
    return true;
  }

  function end(intentId: string, why: string): void {
    const intent = intents.find(intentId);
    // An answer may still come, or have come meanwhile.
    if (!intent || !isUnsettled(intent) || isSending(intentId)) return;
    const text = `The change was not made: ${why}.`;
    intents.step(intentId, { step: 'ended' }, { kind: 'found', text });
  }

  return {
    noun: 'order',
    sentText: (intentId, isAgain) =>
      isAgain
        ? `Change sent again, with the same client order id ${intentId}.`
        : `Change sent with client order id ${intentId}.`,
    turnWaitMs: () => TURN_MS,
    send: ({ targetId = '', body }, options) => broker.replace(targetId, body, options),
    adopt: (_intent, order, answer) => adopt(order, 'answered', answer),
    lookUp,
    resendForMs: () => undefined,
    resend: 'after-look',
    lookAfter: new Set(),
    isConfirmedAnew: false,
    waitMs: ({ state }, round, { ageMs }) =>
      seldomWaitMs(state === 'set-aside' ? Infinity : round, ageMs),
    conflictText: 'Another order has this id. Open a new ticket instead.',
  };
}

/** Changes of this order that are in one of these states. */
export const changesOf = (
  journal: Pick<Journal, 'unsettled'>,
  orderId: string,
  states: readonly Intent['state'][],
): Intent[] =>
  journal
    .unsettled()
    .filter(({ kind, targetId }) => kind === 'replace' && targetId === orderId)
    .filter(({ state }) => states.includes(state));

/** Why this change cannot be recorded: one at a time, each under an id of its own. */
export function changeRefusal(
  journal: Pick<Journal, 'unsettled'>,
  orderId: string,
  known: Intent | undefined,
): Failed | undefined {
  if (known)
    return known.targetId === undefined || known.targetId === orderId
      ? undefined
      : invalid('This id was recorded for a change to another order.', 'intentId');
  if (changesOf(journal, orderId, ['recorded', 'sent', 'unknown']).length === 0) return undefined;
  const message =
    'A change to this order is in progress. Wait until it is settled, or set it aside first.';
  return notAllowed(message);
}
