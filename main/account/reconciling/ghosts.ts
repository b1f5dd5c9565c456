// An order that is open here and that the broker does not know: it would stay open for ever, hold shares that nothing
// holds, and be asked for without an end. It is called gone when the broker was asked often enough, in every way there
// is, while its stream was live; and it is back as soon as anybody hears of it. Orders whose fate is unknown are never
// called so: of them no record was ever seen, and a look-up that finds nothing proves nothing.
import { isNotFound } from '#contract/failure.ts';
import { isOpen, type Order } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock, Delay, Log } from '#main/ports.ts';
import { messageOf } from '#main/tools/message-of.ts';

type Deps = {
  client: Pick<Client, 'order' | 'orderByClientId' | 'allOrders'>;
  book: Pick<Book, 'order' | 'putGone'>;
  journal: Pick<Journal, 'get' | 'addEvidence' | 'saveEvent'>;
  onOrder: (order: Order, how: 'found') => void;
  isOrderStreamLive: () => boolean;
  clock: Clock;
  delay: Delay;
  log: Log;
  signal: AbortSignal;
};

export type Ghosts = {
  /** The broker has spoken of it. */
  seen(orderId: string): void;
  /** These are on no list. They are asked for one at a time, in the lane that nobody waits in; this returns at once. */
  missed(orderIds: readonly string[]): void;
  /** It was missed before, and is asked for now and then: there is no news in missing it. */
  isDoubted(orderId: string): boolean;
  stop(): void;
};

/** `times`: how often the broker did not know it while its stream was live. */
type Doubt = {
  since: number;
  times: number;
  countedAt: number;
  asks: number;
  askedAt: number;
  dueAt: number;
};

const FEWEST_TIMES = 3;
const SHORTEST_MS = 600_000;
/** Passes are seconds apart while the stream is down: a ghost is not asked for with each of them. */
const BETWEEN_MS = 60_000;
/** A broker may show an order seconds after it answered that it has it: at first it is asked for again soon. */
const SOON_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** So many at a time: more are no orders of this minute, but a broker that forgot. */
const MOST_SOON = 5;
const MINUTE_MS = 60_000;
/** Times on the list are to the second where the broker cuts them. */
const BEFORE_IT_MS = 1_000;

export function createGhosts(deps: Deps): Ghosts {
  const { client, book, journal, clock, signal } = deps;
  const doubts = new Map<string, Doubt>();
  const waiting = new Set<string>();
  /** The next question about each that is asked for soon. */
  const soon = new Map<string, () => void>();
  let isAsking = false;

  async function askAll(): Promise<void> {
    isAsking = true;
    try {
      // What is added meanwhile is visited too.
      for (const orderId of waiting) {
        if (!signal.aborted) await ask(orderId);
        waiting.delete(orderId);
      }
    } catch (error) {
      deps.log('error', 'looking for an order that the broker does not know failed', {
        error: messageOf(error),
      });
    } finally {
      isAsking = false;
      waiting.clear();
    }
  }

  async function ask(orderId: string): Promise<void> {
    const order = book.order(orderId);
    const known = doubts.get(orderId);
    const askedAt = clock.elapsed();
    if (!order || !isOpen(order.status) || (known && askedAt < known.dueAt)) return;
    const byId = await client.order(orderId, signal, 'follow');
    // Soon after it was asked for in both ways one is enough.
    const isSoon = known !== undefined && known.dueAt - known.askedAt < BETWEEN_MS;
    const answer =
      byId.ok || isSoon || !isNotFound(byId.failure)
        ? byId
        : await client.orderByClientId(order.clientOrderId, signal, 'follow');
    if (answer.ok) {
      // Under another id it is another order, which says nothing of this one.
      if (answer.value.id === orderId) doubts.delete(orderId);
      return deps.onOrder(answer.value, 'found');
    }
    if (!isNotFound(answer.failure)) return;
    const { times: before = 0, asks = 0 } = known ?? {};
    const isCounted = !known || before === 0 || askedAt - known.countedAt >= BETWEEN_MS;
    const times = deps.isOrderStreamLive() ? before + (isCounted ? 1 : 0) : 0;
    const since = known && before > 0 ? known.since : clock.elapsed();
    const countedAt = isCounted ? askedAt : known.countedAt;
    const waitMs = soonMs(orderId, asks);
    const dueAt = askedAt + (waitMs ?? BETWEEN_MS);
    doubts.set(orderId, { since, times, countedAt, asks: asks + 1, askedAt, dueAt });
    if (waitMs !== undefined) askSoon(orderId, waitMs);
    const ms = clock.elapsed() - since;
    if (times >= FEWEST_TIMES && ms >= SHORTEST_MS) await finish(order, times, ms);
  }

  function soonMs(orderId: string, asks: number): number | undefined {
    return soon.size < MOST_SOON || soon.has(orderId) ? SOON_MS[asks] : undefined;
  }

  function askSoon(orderId: string, ms: number): void {
    soon.get(orderId)?.();
    const cancel = deps.delay(ms, () => {
      soon.delete(orderId);
      if (doubts.has(orderId)) missed([orderId]);
    });
    soon.set(orderId, cancel);
  }

  function missed(orderIds: readonly string[]): void {
    // What the stream may have told while it was down is not counted as missed.
    if (!deps.isOrderStreamLive()) for (const doubt of doubts.values()) doubt.times = 0;
    for (const orderId of orderIds) waiting.add(orderId);
    if (!isAsking) void askAll();
  }

  /** The list of its own time is the last that could show it. */
  async function finish(order: Order, times: number, ms: number): Promise<void> {
    const submitted = Date.parse(order.submittedAt ?? order.createdAt ?? '');
    const after = Number.isNaN(submitted)
      ? {}
      : { after: new Date(submitted - BEFORE_IT_MS).toISOString() };
    const listed = await client.allOrders({ status: 'all', nested: true, ...after }, { signal });
    // What cannot be read may be this one.
    if (!listed.ok || listed.value.unread) return;
    const found = listed.value
      .flatMap((one) => [one, ...(one.legs ?? [])])
      .find(({ id }) => id === order.id);
    doubts.delete(order.id);
    if (found) deps.onOrder(found, 'found');
    // What was heard while the list was on its way counts for more than the list.
    else if (book.order(order.id) === order) tell(order, times, ms);
  }

  function tell(order: Order, times: number, ms: number): void {
    book.putGone(order.id, new Date(clock.wall()).toISOString());
    const text = `Gone at the broker: its last known status was ${order.status}. The broker answered 404 ${times} times in ${Math.floor(ms / MINUTE_MS)} minutes, by order id and by client order id, and none of its lists has it. If it appears again, it is shown with its status then.`;
    const intent = journal.get(order.clientOrderId);
    if (intent.ok && intent.value)
      journal.addEvidence(intent.value.intentId, { kind: 'not-found', text, status: 404 });
    else
      journal.saveEvent({
        kind: 'desk',
        detail: 'order-gone',
        text: `${order.symbol}, order ${order.id}. ${text}`,
      });
  }

  return {
    missed,
    seen(orderId) {
      doubts.delete(orderId);
      waiting.delete(orderId);
    },
    isDoubted: (orderId) => doubts.has(orderId) || waiting.has(orderId),
    stop() {
      for (const cancel of soon.values()) cancel();
      soon.clear();
    },
  };
}
