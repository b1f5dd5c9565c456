// An order with one of our ids was seen, wherever: in an answer, a lookup, on the stream, in a list. It is ours when it
// has our body too; another body, or a second order under one id, is a conflict, which is shown and never adopted.
import type { EvidenceKind, Intent, IntentState } from '#contract/intents.ts';
import type { Order, OrderChange } from '#contract/orders.ts';
import { isEqual, sub, type Decimal } from '#main/domain/decimal.ts';
import { asFarAsRead, differencesFrom } from '#main/domain/orders/matches-intent.ts';
import type { AnswerMembers } from '#main/account/intents/attempts.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { OrderBook } from '#main/account/orders/order-broker.ts';
import { readChangeBody, readOrderBody } from '#main/wire/order-body.ts';

export type Seen = Extract<EvidenceKind, 'answered' | 'found' | 'heard'>;

/** Whether it is the order of the intent whose id it carries. */
export type AdoptOrder = (order: Order, how: Seen, answer?: AnswerMembers) => boolean;

type Deps = {
  intents: IntentLog;
  book: OrderBook;
  /** `before` tells late evidence (refused, not sent, set aside) from the ordinary way. */
  onAccepted: (intent: Intent, order: Order, before: IntentState) => void;
};

export function createAdoptOrder({ intents, book, onAccepted }: Deps) {
  /** As the book shows them: each is the order of its intent, which says so. An order that changes is shown by another. */
  let settled = new WeakSet<Order>();

  function judge(told: Order, how: Seen, answer: AnswerMembers, isListed: boolean): boolean {
    const holder = book.order(told.id);
    const order = withOwnId(told, holder);
    if (holder && holder.clientOrderId !== order.clientOrderId) {
      // An order keeps its two ids for life: a record that mixes those of two orders says nothing of either.
      const text = `The broker’s report has the id of another order (${order.id}), so it was not used for this one.`;
      const intent = intents.find(order.clientOrderId);
      if (intent) intents.repeat(intent.intentId, { kind: 'lost', text, ...answer });
      return false;
    }
    book.putOrders([order], how !== 'found');
    const shown = book.order(order.id);
    // A list has all open orders, most of them as they were on the last one: of those the journal is not asked again.
    if (isListed && shown && settled.has(shown)) return true;
    const intent = intents.find(order.clientOrderId);
    if (!intent || (intent.kind !== 'place' && intent.kind !== 'replace')) return false;
    if (intent.state === 'accepted') {
      if (intent.resultId === undefined || intent.resultId === order.id) {
        // The stream was faster. The answer is evidence all the same, with its request id.
        const text = wordsFor(intent, order, how);
        if (how === 'answered') intents.note(intent.intentId, { kind: how, text, ...answer });
        if (shown && intent.resultId === order.id) settled.add(shown);
        return true;
      }
      const text = `The broker has a second order with this id: ${order.id} in addition to ${intent.resultId}.`;
      return intents.conflict(intent, text, answer);
    }
    const differences = differencesOf(intent, order, book);
    if (differences.length > 0) {
      const text = `The broker has a different order with this id: ${differences.join('; ')}.`;
      return intents.conflict(intent, text, answer);
    }
    const accepted = intents.step(
      intent.intentId,
      { step: 'accepted', resultId: order.id },
      { kind: how, text: wordsFor(intent, order, how), ...answer },
    );
    if (accepted.state !== 'accepted') return false;
    onAccepted(accepted, order, intent.state);
    return true;
  }

  const adopt: AdoptOrder = (told, how, answer = {}) => judge(told, how, answer, false);
  return {
    adopt,
    /** One of a list of all, where whoever looks for an order by its id asks the journal in any case. */
    adoptListed: (told: Order): boolean => judge(told, 'found', {}, true),
    /** The journal was opened again: an intent in it may be back where it was before. */
    forget: (): void => void (settled = new WeakSet()),
  };
}

/** A record whose client order id cannot be read is of the order whose id it has. */
function withOwnId(order: Order, holder: Order | undefined): Order {
  const isUnread = order.unread?.includes('clientOrderId') === true;
  return isUnread && holder ? { ...order, clientOrderId: holder.clientOrderId } : order;
}

function differencesOf(intent: Intent, order: Order, book: OrderBook): string[] {
  if (intent.kind === 'place') {
    const draft = readOrderBody(intent.body);
    return draft ? differencesFrom(draft, order) : ['the stored order is unreadable'];
  }
  const change = readChangeBody(intent.body);
  if (!change) return ['the stored change is unreadable'];
  const { targetId: oldId = '' } = intent;
  if (order.replaces !== undefined && order.replaces !== oldId)
    return [`it replaces ${order.replaces}, not ${oldId}`];
  return changeDifferences(change, asFarAsRead(order, change), book.order(oldId));
}

/** Only what the change named: the rest is the old order's. */
function changeDifferences(change: OrderChange, order: Order, old: Order | undefined): string[] {
  const { qty, limitPrice, stopPrice, timeInForce } = change;
  // A broker may count what the old order has filled as part of the new quantity, or not.
  const rest = qty && old && sub(qty, old.filledQty);
  const isQtySame =
    isSameIfAsked(qty, order.qty) || (rest !== undefined && isSameIfAsked(rest, order.qty));
  return [
    !isQtySame && 'quantity',
    !isSameIfAsked(limitPrice, order.limitPrice) && 'limit price',
    !isSameIfAsked(stopPrice, order.stopPrice) && 'stop price',
    timeInForce !== undefined && timeInForce !== order.timeInForce && 'time in force',
  ]
    .filter((name) => name !== false)
    .map((name) => `${name} is not what the change asked for`);
}

const isSameIfAsked = (asked: Decimal | undefined, has: Decimal | undefined): boolean =>
  asked === undefined || (has !== undefined && isEqual(asked, has));

function wordsFor({ kind }: Intent, { id, status, unread }: Order, how: Seen): string {
  const what = kind === 'replace' ? `changed the order; it is now ${id}` : `has it as order ${id}`;
  const notRead = unread ? ` These fields could not be read: ${unread.join(', ')}.` : '';
  switch (how) {
    case 'answered':
      return `The broker answered: it ${what}, ${status}.${notRead}`;
    case 'found':
      return `Looked up: the broker ${what}, ${status}.${notRead}`;
    case 'heard':
      return `Heard on the order stream: the broker ${what}, ${status}.${notRead}`;
    default:
      return how satisfies never;
  }
}
