// The stream is a hint, REST is the truth. After every (re)connect and every few minutes all open and recent orders,
// positions, fills and the account are read; while the order stream is down, much more often. A pass counts only when
// every question was answered; the first complete one arms trading.
import { isNotFound, type Failure, type Result } from '#contract/failure.ts';
import type { Execution, Order } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import type { ReadAccount } from '#main/account/standing/account-reader.ts';
import type { Ports } from '#main/ports.ts';
import { createBackoff } from '#main/tools/backoff.ts';
import { createSingleRepeater, type SingleRepeater } from '#main/tools/repeat.ts';

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  client: Pick<Client, 'allOrders' | 'order' | 'allActivities'>;
  book: Book;
  readAccount: ReadAccount;
  onOrder: (order: Order, how: 'found') => void;
  /** By id what no list may show; false when a question stayed without an answer. */
  lookUpUnsettled: () => Promise<boolean>;
  /** Every question of this pass was answered; the first was asked at `since`. */
  onComplete: (since: number) => void;
  isOrderStreamLive: () => boolean;
  signal: AbortSignal;
};

const LIVE_MS = 180_000;
const DOWN_MS = 2_000;
const LOOK_BACK_MS = 2 * 24 * 3_600_000;
/** Listings lag behind the orders they list, so each pass overlaps the one before. */
const OVERLAP_MS = 300_000;

export function createReconcile(deps: Deps): Pick<SingleRepeater, 'now' | 'stop'> {
  const { client, book, clock, signal } = deps;
  const backoff = createBackoff({ firstMs: 500, capMs: 15_000 }, deps.random);
  /** By the broker's clock, as far as its records say: ours may be wrong, and may be set while we run. */
  let coveredUntil: number | undefined;

  async function pass(): Promise<number> {
    const startedAt = clock.wall();
    const after = new Date((coveredUntil ?? startedAt - LOOK_BACK_MS) - OVERLAP_MS).toISOString();
    const believedOpen = book.openOrders().map(({ id }) => id);
    const [open, recent, account, fills] = await Promise.all([
      client.allOrders({ status: 'open', nested: true }, { signal }),
      client.allOrders({ status: 'all', after, nested: true }, { signal }),
      deps.readAccount(),
      client.allActivities({ activityTypes: ['FILL'], after }, { signal }),
    ]);
    if (signal.aborted) return LIVE_MS;
    const answers = [open, recent, account, fills];
    const listed = [...(open.ok ? open.value : []), ...(recent.ok ? recent.value : [])];
    for (const order of listed) deps.onOrder(order, 'found');
    const missing = open.ok ? await readMissing(believedOpen, listed) : [];
    if (fills.ok) book.putExecutions(executionsIn(fills.value));
    const failed = [...answers, ...missing].find((answer) => !answer.ok);
    if (failed && !failed.ok) return retryIn(failed.failure);
    if (!(await deps.lookUpUnsettled())) return backoff.next();
    coveredUntil = newest([
      ...(coveredUntil === undefined ? [] : [coveredUntil]),
      ...listed.flatMap(({ submittedAt, updatedAt }) => [submittedAt, updatedAt]).map(timeOf),
      ...(fills.ok ? executionsIn(fills.value).map(({ at }) => timeOf(at)) : []),
    ]);
    backoff.reset();
    deps.onComplete(startedAt);
    return deps.isOrderStreamLive() ? LIVE_MS : DOWN_MS;
  }

  /** Orders that were open here and are on no list: each is asked for by its id. */
  async function readMissing(
    believedOpen: readonly string[],
    listed: readonly Order[],
  ): Promise<Result<unknown>[]> {
    const seen = new Set(listed.flatMap((order) => [order.id, ...legIds(order)]));
    const answers: Result<unknown>[] = [];
    for (const orderId of believedOpen) {
      if (seen.has(orderId)) continue;
      const answer = await client.order(orderId, signal);
      if (answer.ok) deps.onOrder(answer.value, 'found');
      if (answer.ok || !isNotFound(answer.failure)) answers.push(answer);
    }
    return answers;
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

const legIds = ({ legs }: Order): string[] => (legs ?? []).map(({ id }) => id);

const timeOf = (text: string | undefined): number => Date.parse(text ?? '');

function newest(times: readonly number[]): number | undefined {
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.max(a, b));
}

const executionsIn = (activities: readonly { execution?: Execution }[]): Execution[] =>
  activities.flatMap(({ execution }) => (execution ? [execution] : []));
