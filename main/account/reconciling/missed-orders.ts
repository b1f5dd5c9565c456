// A stream that is connected and mute does not say so. While orders are open the desk therefore reads their list, soon
// after there was news of an order and then more and more seldom. An order that is open here and not on the list, one
// that is on the list and that nobody has told of, or one whose fills are not all known, was missed: the stream should
// have said so by now, and everything is read. The list alone is not enough: of a bracket whose entry is filled it has
// the two exits only.
import { GONE, isOpen, type Order } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import { sign } from '#main/domain/decimal.ts';
import { hasHole } from '#main/domain/orders/executions.ts';
import type { Ports } from '#main/ports.ts';
import { inTurns } from '#main/tools/in-turns.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';

/**
 * The stream told all that a list had which was asked for then. Or, once everything was read: it did not tell that an order
 * began or ended, which every stream tells; of a leg, or of fills that nobody lists, none may.
 */
export type Told = { until: number } | { isUntold: () => boolean };

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  client: Pick<Client, 'allOrders'>;
  book: Book;
  onOrder: (order: Order, how: 'found') => void;
  /** It was missed and asked for before: nothing new. */
  isDoubted?: (orderId: string) => boolean;
  onMissed: () => void;
  onTold?: ((told: Told) => void) | undefined;
  signal: AbortSignal;
};

const FIRST_MS = 500;
const LONGEST_MS = 15_000;
/** What is on its way on the stream at this moment is not missed yet. */
const GRACE_MS = 150;
/** However much is traded: the list is read no more often than this. */
const BETWEEN_LISTS_MS = 2_000;
/** The same while an order is open that should have moved. */
const BETWEEN_WHEN_DUE_MS = 1_000;
/** Fills that nobody knows are not asked for without an end. */
const MOST_TIMES_MISSED = 3;

export function createMissedOrders(deps: Deps): { stop(): void } {
  const { book, clock, delay, signal } = deps;
  /** Orders with fills that may not all be booked, and how often they were missed. */
  const unbooked = new Map<string, number>();
  /** Orders that a list was the first to tell of. Each is a reason to read everything once. */
  const untold = new Set<string>();
  let waitMs = FIRST_MS;
  let listedAt = -Infinity;

  const checks = createSingleRepeater({
    ...deps,
    what: 'looking for missed orders',
    waitMs: () => waitMs,
    async run() {
      waitMs = Math.min(2 * waitMs, LONGEST_MS);
      if (await isAnythingMissed()) deps.onMissed();
      return signal.aborted || (book.openCount() === 0 && unbooked.size === 0) || waitMs;
    },
  });

  const removeListener = book.onChange((change) => {
    if (change.kind !== 'orders') return;
    for (const { id, filledQty } of change.orders) if (sign(filledQty) > 0) unbooked.set(id, 0);
    waitMs = FIRST_MS;
    checks.within(FIRST_MS);
  });

  async function isAnythingMissed(): Promise<boolean> {
    const open = book.openOrders();
    const believedOpen = open.map(({ id }) => id);
    const betweenMs = open.some(shouldMove) ? BETWEEN_WHEN_DUE_MS : BETWEEN_LISTS_MS;
    const isDue = clock.elapsed() - listedAt >= betweenMs;
    // Too soon after the last list: this check does not count, and the next comes as soon as this one did.
    if (!isDue) waitMs = Math.max(FIRST_MS, waitMs / 2);
    const listed = open.length > 0 && isDue && (await readOpen());
    if (signal.aborted) return false;
    const orders = listed && listed.ok ? listed.value : undefined;
    const strangers = (orders ?? []).filter(isStranger);
    const strange = new Set(strangers);
    const known = (orders ?? []).filter((order) => !strange.has(order));
    await inTurns(known, (order) => deps.onOrder(order, 'found'), deps);
    if (signal.aborted) return false;
    const listedIds = new Set(orders?.flatMap(idsOf));
    const missed = (): string[] =>
      orders === undefined
        ? []
        : believedOpen.filter(
            (id) =>
              !listedIds.has(id) && isOpen(book.order(id)?.status ?? '') && !deps.isDoubted?.(id),
          );
    forgetBooked();
    if (missed().length === 0 && unbooked.size === 0 && strangers.length === 0) {
      if (orders !== undefined) deps.onTold?.({ until: listedAt });
      return false;
    }
    await new Promise<void>((resolve) => delay(GRACE_MS, resolve));
    if (signal.aborted) return false;
    const stillStrange = strangers.filter(isStranger).flatMap(idsOf);
    const isUntold = stillStrange.some((id) => !untold.has(id));
    const isNew = strangers.some(({ id }) => !book.order(id) && !untold.has(id));
    for (const id of stillStrange) untold.add(id);
    await inTurns(strangers, (order) => deps.onOrder(order, 'found'), deps);
    if (signal.aborted) return false;
    forgetBooked();
    for (const [orderId, times] of unbooked)
      if (times >= MOST_TIMES_MISSED) unbooked.delete(orderId);
      else unbooked.set(orderId, times + 1);
    const ended = missed();
    const own = ended.filter((id) => book.parentOf(id) === undefined);
    if (isNew || own.length > 0) deps.onTold?.({ isUntold: () => isNew || own.some(hasEnded) });
    return isUntold || ended.length > 0 || unbooked.size > 0;
  }

  /** One that the broker does not know any more has not ended there: no stream tells that. */
  function hasEnded(id: string): boolean {
    const status = book.order(id)?.status;
    return status !== undefined && status !== GONE && !isOpen(status);
  }

  const isStranger = (order: Order): boolean => idsOf(order).some((id) => !book.order(id));

  function readOpen(): ReturnType<Client['allOrders']> {
    listedAt = clock.elapsed();
    return deps.client.allOrders({ status: 'open', nested: true }, { signal });
  }

  function forgetBooked(): void {
    for (const orderId of unbooked.keys()) {
      const order = book.order(orderId);
      if (!order || !hasHole(order, book.executions(orderId))) unbooked.delete(orderId);
    }
  }

  return {
    stop() {
      removeListener();
      checks.stop();
    },
  };
}

const idsOf = ({ id, legs }: Order): string[] => [id, ...(legs ?? []).map((leg) => leg.id)];

/** An order that does not merely rest: the stream should speak of it soon. A leg that is held rests, too. */
const shouldMove = ({ type, status }: Order): boolean =>
  status.startsWith('pending_') || (type === 'market' && MOVING.has(status));
const MOVING: ReadonlySet<string> = new Set(['new', 'partially_filled']);
