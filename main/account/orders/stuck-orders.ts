// Orders that stay for too long in a state that should pass: the broker has taken something and does not say what came of
// it. A person is told, with the age of it, and told again when it has passed.
import { isOpen, statusWords, type Order } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import { ageText } from '#main/domain/words.ts';
import type { Ports } from '#main/ports.ts';
import { markOf, sinceMs, type ClockMark } from '#main/tools/either-clock.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';

export type StuckNews = {
  kind: 'stuck';
  order: Order;
  text: string;
  /** It has passed. */
  isOver?: true;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  book: Pick<Book, 'openOrders' | 'order' | 'onChange'>;
  isMarketOpen: () => boolean | undefined;
  /** By the broker's clock, epoch ms. */
  brokerNow: () => number | undefined;
  /** A line for the evidence of the order. */
  note: (orderId: string, text: string) => void;
  notify: (news: StuckNews) => void;
};

const LOOK_EVERY_MS = 5_000;
const PENDING_MS = 60_000;
/** What an earlier run left, or a sleep, may be over: by then it was read. */
const SEEN_MS = 15_000;
/** It waits for its turn at the exchange. */
const ACCEPTED_MS = 120_000;
const WAITS_FOR_AUCTION: ReadonlySet<string> = new Set(['opg', 'cls']);

export function createStuckOrders(deps: Deps): { wake(): void; stop(): void } {
  const { book, clock } = deps;
  /** Since when each is in its state, as far as this run knows. */
  const seen = new Map<string, ClockMark & { status: string }>();
  const told = new Map<string, StuckNews>();
  const looks = createSingleRepeater({
    ...deps,
    what: 'looking for stuck orders',
    waitMs: () => LOOK_EVERY_MS,
    async run() {
      for (const id of seen.keys()) look(id);
      return seen.size === 0 || LOOK_EVERY_MS;
    },
  });
  const remove = book.onChange((change) => {
    if (change.kind !== 'orders') return;
    for (const order of change.orders) follow(order);
    if (seen.size > 0) looks.within(LOOK_EVERY_MS);
  });
  for (const order of book.openOrders()) follow(order);
  if (seen.size > 0) looks.within(LOOK_EVERY_MS);

  function follow({ id, status }: Order): void {
    if (seen.get(id)?.status === status) return;
    const news = told.get(id);
    told.delete(id);
    seen.delete(id);
    if (isOpen(status) && isPassing(status)) seen.set(id, { status, ...markOf(clock) });
    if (news) deps.notify({ ...news, order: book.order(id) ?? news.order, isOver: true });
  }

  function look(id: string): void {
    const [order, since] = [book.order(id), seen.get(id)];
    const limitMs = order && limitOf(order);
    if (!order || !since || limitMs === undefined || told.has(id)) return;
    const seenMs = sinceMs(clock, since);
    const ageMs = Math.max(seenMs, brokerAgeMs(order));
    if (ageMs < limitMs || seenMs < SEEN_MS) return;
    const words = statusWords(order.status);
    const text = `${words.charAt(0).toUpperCase()}${words.slice(1)} for ${ageText(ageMs)}: no update from the broker since.`;
    const news: StuckNews = { kind: 'stuck', order, text };
    told.set(order.id, news);
    deps.note(order.id, text);
    deps.notify(news);
  }

  function limitOf({ status, timeInForce }: Order): number | undefined {
    if (status !== 'accepted') return PENDING_MS;
    const isDue = deps.isMarketOpen() === true && !WAITS_FOR_AUCTION.has(timeInForce);
    return isDue ? ACCEPTED_MS : undefined;
  }

  function brokerAgeMs({ status, updatedAt }: Order): number {
    const now = deps.brokerNow();
    const at = Date.parse(updatedAt ?? '');
    // One that waited for the session has the time of the evening before.
    return now === undefined || Number.isNaN(at) || status === 'accepted' ? 0 : now - at;
  }

  return {
    wake() {
      for (const [id, { status }] of seen) seen.set(id, { status, ...markOf(clock) });
    },
    stop() {
      remove();
      looks.stop();
    },
  };
}

const isPassing = (status: string): boolean =>
  status.startsWith('pending_') || status === 'accepted';
