// The stream is a hint, REST is the truth. After every (re)connect and every few minutes all open and recent orders,
// positions, fills and the account are read; while the order stream is down, much more often. A pass counts only when
// every question was answered; the first complete one arms trading.
import type { Failure } from '#contract/failure.ts';
import type { Execution, Order } from '#contract/orders.ts';
import type { FirstReading } from '#contract/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import type { Ghosts } from '#main/account/reconciling/ghosts.ts';
import { createReadMarks } from '#main/account/reconciling/read-mark.ts';
import type { ReadAccount } from '#main/account/standing/account-reader.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { createBackoff } from '#main/tools/backoff.ts';
import { inTurns } from '#main/tools/in-turns.ts';
import { createSingleRepeater, type SingleRepeater } from '#main/tools/repeat.ts';
import type { Activity } from '#main/wire/activities.ts';

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  client: Pick<Client, 'allOrders' | 'order' | 'allActivities' | 'marketClock'>;
  ghosts: Ghosts;
  journal: Pick<Journal, 'mark' | 'saveMark' | 'saveEvent'>;
  book: Book;
  readAccount: ReadAccount;
  onOrder: (order: Order, how: 'found') => void;
  /** So many open orders are on the broker's list and cannot be read. */
  onUnreadOrders?: (count: number) => void;
  /** How far the first reading is, while it takes more than a page; undefined: it is over, or begins anew. */
  onReading?: (read: FirstReading | undefined) => void;
  /** By id what no list may show; false when a question stayed without an answer. */
  lookUpUnsettled: () => Promise<boolean>;
  /** Every question of this pass was answered; the first was asked at `since`, on the clock that nobody sets. */
  onComplete: (since: number) => void;
  isOrderStreamLive: () => boolean;
  signal: AbortSignal;
};

const LIVE_MS = 180_000;
const DOWN_MS = 2_000;
/** Of the orders that no list has so many are read before the pass is complete. The others count as open until then. */
const FIRST_MISSING = 5;

export function createReconcile(deps: Deps): Pick<SingleRepeater, 'now' | 'stop'> {
  const { client, book, ghosts, clock, signal } = deps;
  const backoff = createBackoff({ firstMs: 500, capMs: 15_000 }, deps.random);
  const marks = createReadMarks(deps);
  /** Told in this run. */
  const unreadable = new Set<string>();
  let isFirst = true;

  async function pass(): Promise<number> {
    const startedAt = clock.elapsed();
    const since = await marks.since({ orders: book.orders(), executions: book.allExecutions() });
    if (signal.aborted) return LIVE_MS;
    if (!since.ok) return retryIn(since.failure);
    const after = since.value;
    const believedOpen = book.openOrders().map(({ id }) => id);
    const told = progress();
    const [open, recent, account, fills] = await Promise.all([
      client.allOrders({ status: 'open', nested: true }, { signal, onPage: told('open') }),
      client.allOrders({ status: 'all', after, nested: true }, { signal, onPage: told('recent') }),
      deps.readAccount(),
      marks.readFills(after, told('fills')),
    ]);
    if (isFirst) deps.onReading?.(undefined);
    if (signal.aborted) return LIVE_MS;
    const answers = [open, recent, account, fills];
    const listed = [...(open.ok ? open.value : []), ...(recent.ok ? recent.value : [])];
    if (open.ok) deps.onUnreadOrders?.(open.value.unread?.length ?? 0);
    await inTurns(listed, (order) => deps.onOrder(order, 'found'), deps);
    if (signal.aborted) return LIVE_MS;
    if (fills.ok) book.putExecutions(executionsIn(fills.value));
    if (fills.ok) tellUnreadable(fills.value);
    const missing = open.ok && recent.ok ? missingOf(believedOpen, listed) : [];
    const unanswered = await readMissing(missing.splice(0, FIRST_MISSING));
    const failed = answers.find((answer) => !answer.ok);
    const failure = failed && !failed.ok ? failed.failure : unanswered;
    if (failure) return retryIn(failure);
    if (!(await deps.lookUpUnsettled())) return backoff.next();
    backoff.reset();
    isFirst = false;
    deps.onComplete(startedAt);
    await marks.advance(listed, fills.ok ? fills.value : []);
    const later = await readMissing(missing);
    if (later) return retryIn(later);
    return deps.isOrderStreamLive() ? LIVE_MS : DOWN_MS;
  }

  /** Most open orders are on both lists: each counts once. */
  function progress() {
    const read = { open: 0, recent: 0, fills: 0 };
    return (what: keyof typeof read) => (count: number) => {
      read[what] = count;
      if (isFirst && !signal.aborted)
        deps.onReading?.({ orders: Math.max(read.open, read.recent), fills: read.fills });
    };
  }

  /** Orders that were open here and are on no list. Those that the broker did not know before are asked for at leisure. */
  function missingOf(believedOpen: readonly string[], listed: readonly Order[]): string[] {
    const seen = new Set(listed.flatMap((order) => [order.id, ...legIds(order)]));
    for (const orderId of seen) ghosts.seen(orderId);
    const missing = believedOpen.filter((orderId) => !seen.has(orderId));
    ghosts.missed(missing.filter(ghosts.isDoubted));
    return missing.filter((orderId) => !ghosts.isDoubted(orderId));
  }

  /** Each by its id. Answers what failed, if anything did; that the broker does not know one is an answer. */
  async function readMissing(orderIds: readonly string[]): Promise<Failure | undefined> {
    let failure: Failure | undefined;
    for (const orderId of orderIds) {
      const answer = await client.order(orderId, signal);
      if (answer.ok) deps.onOrder(answer.value, 'found');
      else if (isAnswered(answer.failure)) ghosts.missed([orderId]);
      else failure ??= answer.failure;
    }
    return failure;
  }

  /** A fill that cannot be read must not pass as one that did not happen, and keeps nothing from going on. */
  function tellUnreadable(fills: readonly Activity[]): void {
    for (const { id, execution } of fills) {
      if (execution || unreadable.has(id)) continue;
      unreadable.add(id);
      const text = `The broker reported a fill that could not be read, activity ${id}. It is missing from the fills here; orders, positions and cash are read from the broker and include it.`;
      deps.journal.saveEvent({ kind: 'desk', detail: 'fill-unreadable', text });
    }
  }

  function retryIn(failure: Failure): number {
    return failure.kind === 'throttled' ? failure.retryAfterMs : backoff.next();
  }

  return createSingleRepeater({
    ...deps,
    what: 'reconciling',
    run: pass,
    waitMs: () => DOWN_MS,
  });
}

/** The broker has none for it, whatever it calls that; or it cannot even be asked for. */
const isAnswered = ({ kind }: Failure): boolean => kind === 'refused' || kind === 'invalid';

const legIds = ({ legs }: Order): string[] => (legs ?? []).map(({ id }) => id);

const executionsIn = (activities: readonly Activity[]): Execution[] =>
  activities.flatMap(({ execution }) => (execution ? [execution] : []));
