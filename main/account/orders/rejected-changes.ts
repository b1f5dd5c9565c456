// A change that the broker rejects after it had answered well, perhaps minutes later: the old terms stand again, and that
// is said on the change, on the order and as an alert.
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { isTerminal, statusWords, type Order } from '#contract/orders.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import { ageText, orderWords, priceText } from '#main/domain/words.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';

export type ChangeDeclined = { kind: 'change-declined'; order: Order; text: string };

type Deps = {
  journal: Pick<Journal, 'about' | 'saveEvent'>;
  intents: Pick<IntentLog, 'note' | 'step'>;
  book: { order(orderId: string): Order | undefined };
  clock: Clock;
  isSending: (intentId: string) => boolean;
  /** The intents that became this order. */
  ownersOf: (orderId: string) => Intent[];
  read: (orderId: string) => void;
  notify: (news: ChangeDeclined) => void;
};

/** To be called with the order that the stream names, once it is in the book. */
export function createRejectedChanges(deps: Deps) {
  const { journal, intents, book, clock } = deps;

  /** The newest change of this order, or the one that was to become it. */
  function changeOf(orderId: string): Intent | undefined {
    const about = journal.about(orderId);
    const changes = (about.ok ? about.value : []).filter(
      (intent) => intent.kind === 'replace' && (isUnsettled(intent) || intent.state === 'accepted'),
    );
    changes.sort((a, b) => b.confirmedAt - a.confirmedAt);
    return changes.find(({ targetId }) => targetId === orderId) ?? changes[0];
  }

  return (heard: Order): void => {
    const change = changeOf(heard.id);
    const order = book.order(change?.targetId ?? heard.id) ?? heard;
    const age = change && ageText(clock.wall() - change.confirmedAt);
    const after = age === undefined ? '' : `, ${age} after you asked for it`;
    const text = `The broker rejected the change${after}. ${standingWords(order)}`;
    const line = { kind: 'heard' as const, text };
    if (change?.state === 'accepted') intents.note(change.intentId, line);
    else if (change && !deps.isSending(change.intentId))
      intents.step(change.intentId, { step: 'ended' }, line);
    const owners = deps.ownersOf(order.id);
    for (const { intentId } of owners) intents.note(intentId, line);
    if (owners.length === 0)
      journal.saveEvent({
        kind: 'desk',
        detail: 'change-rejected',
        text: `${orderWords(order)}: ${text}`,
      });
    for (const id of new Set([order.id, heard.id, change?.resultId])) if (id) deps.read(id);
    deps.notify({ kind: 'change-declined', order, text });
  };
}

/** It may have ended before the change came. */
const standingWords = (order: Order): string =>
  isTerminal(order.status)
    ? `The order had ended: ${statusWords(order.status)}.`
    : `The old terms still apply: ${termsWords(order)}.`;

/** 'Buy 10 AAPL limit 190.00' */
function termsWords(order: Order): string {
  const { limitPrice, stopPrice } = order;
  return [
    orderWords(order),
    stopPrice !== undefined && `stop ${priceText(stopPrice)}`,
    limitPrice !== undefined && `limit ${priceText(limitPrice)}`,
  ]
    .filter(Boolean)
    .join(' ');
}
