// What became of an order after the broker had it, as lines of its evidence: its fills, its changes, how it stands and how
// it ended, through every replacement. Put together from the book and the journal whenever somebody looks, so that nothing
// is written twice and nothing can contradict the tables. What the broker told has the broker's time.
import type { Evidence, Intent } from '#contract/intents.ts';
import {
  GONE,
  isTerminal,
  orderStatusWords,
  statusWords,
  type Execution,
  type Order,
} from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import { isZero } from '#main/domain/decimal.ts';
import { revisionLines } from '#main/domain/orders/revision-text.ts';
import { priceText, qtyText } from '#main/domain/words.ts';
import type { Journal } from '#main/journal/types.ts';

export type LifeLine = Pick<Evidence, 'at' | 'kind' | 'text' | 'isTakenBack' | 'isBrokersTime'>;

export type LifeSource = {
  journal: Pick<Journal, 'about'>;
  book: Pick<Book, 'order' | 'executions'>;
};

type OrderLife = {
  /** Oldest first. */
  lines: LifeLine[];
  /** How the order stands now, whatever was heard last; absent while the book does not have it. */
  standing: string | undefined;
};

const LONGEST_CHAIN = 100;

export function orderLife({ kind, resultId }: Intent, { journal, book }: LifeSource): OrderLife {
  const lines: LifeLine[] = [];
  let standing: string | undefined;
  let orderId = kind === 'mint' ? undefined : resultId;
  for (let hops = 0; orderId !== undefined && hops < LONGEST_CHAIN; hops++) {
    const id = orderId;
    const order = book.order(id);
    const about = journal.about(id);
    const changes = about.ok ? about.value.filter(({ targetId }) => targetId === id) : [];
    const fills = book.executions(id);
    lines.push(...fills.flatMap((fill) => fillLines(fill, order)), ...changes.flatMap(changeLines));
    if (order) {
      standing = standingWords(order);
      // The journal has a line of its own for one that is gone.
      if (order.status !== GONE) lines.push(told(momentOf(order, fills) ?? '', standing));
    }
    orderId = order?.replacedBy;
  }
  const timed = lines.filter(({ at }) => !Number.isNaN(at)).sort((a, b) => a.at - b.at);
  return { lines: timed, standing };
}

function fillLines(execution: Execution, order: Order | undefined): LifeLine[] {
  const { qty, price, cumQty, at } = execution;
  const text = `Filled ${qtyText(qty)} at ${priceText(price)}: ${qtyText(cumQty)}${ofWhole(order)} so far.`;
  const lines = [
    told(at, text),
    ...revisionLines(execution).map((line) => told(line.at, `${line.text}.`)),
  ];
  // Only the last of them holds.
  return lines.map((line, nth) =>
    nth < lines.length - 1 ? { ...line, isTakenBack: true as const } : line,
  );
}

const told = (at: string, text: string): LifeLine => ({
  at: Date.parse(at),
  kind: 'heard',
  text,
  isBrokersTime: true,
});

function changeLines({ title, state, reason, confirmedAt, changedAt }: Intent): LifeLine[] {
  const asked: LifeLine = {
    at: confirmedAt,
    kind: 'person',
    text: `You requested this: ${title}.`,
  };
  switch (state) {
    // Its end says that it goes on as another order.
    case 'accepted':
    case 'recorded':
    case 'sent':
      return [asked];
    case 'refused':
      return [
        asked,
        { at: changedAt, kind: 'answered', text: reason ?? 'The change was refused.' },
      ];
    case 'not-sent':
      return [
        asked,
        {
          at: changedAt,
          kind: 'not-sent',
          text: `The change was not sent. ${reason ?? ''}`.trim(),
        },
      ];
    case 'unknown':
    case 'set-aside':
      return [
        asked,
        { at: changedAt, kind: 'lost', text: 'It is not known whether the change was made.' },
      ];
    default:
      return state satisfies never;
  }
}

/** Its end, or how it stands. */
function standingWords(order: Order): string {
  const { status, filledAvgPrice: price, filledQty, replacedBy } = order;
  if (status === GONE) return 'It is gone at the broker.';
  if (status === 'replaced')
    return replacedBy === undefined
      ? 'The broker changed it.'
      : `The broker changed it: it continues as order ${replacedBy}.`;
  if (status === 'filled' && isZero(filledQty))
    return 'The broker reports it as filled but has busted all of its fills.';
  if (status === 'filled')
    return price === undefined
      ? `It ended: ${orderStatusWords(order)}.`
      : `It ended: ${orderStatusWords(order)}, ${qtyText(filledQty)} at ${priceText(price)} on average.`;
  const filled = isZero(filledQty)
    ? 'Nothing was filled'
    : `${qtyText(filledQty)}${ofWhole(order)} were filled`;
  return isTerminal(status)
    ? `It ended: ${statusWords(status)}. ${filled}.`
    : `It is ${statusWords(status)}. ${filled} so far.`;
}

function momentOf(order: Order, fills: readonly Execution[]) {
  const { status, updatedAt, filledAt, canceledAt, expiredAt } = order;
  // What it filled is another since.
  if (fills.some(({ revision }) => revision)) return updatedAt;
  const ends: Record<string, string | undefined> = {
    filled: filledAt,
    canceled: canceledAt,
    expired: expiredAt,
  };
  return ends[status] ?? updatedAt;
}

const ofWhole = (order: Order | undefined): string =>
  order?.qty === undefined ? '' : ` of ${qtyText(order.qty)}`;
