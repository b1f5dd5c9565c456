// How what main does again and again grows with what is open and what was: each with many orders beside the same with few,
// in turns.
import type { Alert } from '#contract/alerts.ts';
import type { Execution, Order } from '#contract/orders.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createAlertStore } from '#main/desk/alerts/alert-store.ts';
import { createNotifier } from '#main/desk/alerts/notifier.ts';
import { openDocument } from '#main/desk/settings/document.ts';
import { AlertMemory } from '#main/desk/settings/read-settings.ts';
import { summarize } from '#main/desk/summary.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFeeds, FRAME_MS, type Sources } from '#main/gateway/feeds.ts';
import { createDocumentFiles } from '#main/shell/common/document-file.ts';
import { writeWhole } from '#main/shell/common/whole-file.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heapAfter } from '#test/bench/bounded-book.ts';
import { durations, percentile, round, type Figures } from '#test/bench/measure.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const [FEW, MANY] = [1_000, 100_000];
const ITEMS = 300_000;
const TURNS = 5;
const TIMES = 200;

const order = (n: number, change: Partial<Order> = {}): Order => ({
  id: `order-${n}`,
  clientOrderId: `client-${n}`,
  symbol: `S${n % 500}`,
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  status: 'new',
  qty: decimal('10'),
  filledQty: decimal('0'),
  limitPrice: decimal('100'),
  updatedAt: '2026-01-05T15:00:00Z',
  ...change,
});

const fill = (n: number): Execution => ({
  orderId: `order-${n}`,
  executionId: `fill-${n}`,
  symbol: `S${n % 500}`,
  side: 'buy',
  qty: decimal('10'),
  cumQty: decimal('10'),
  price: decimal('100'),
  at: '2026-01-05T15:00:00Z',
});

function withOrders(count: number) {
  const book = createAccountBook();
  for (let n = 0; n < count; n++) book.putOrders([order(n)]);
  const legs = ['profit', 'loss'].map((id) => ({ ...order(0), id, clientOrderId: id }));
  book.putOrders([order(count, { id: 'bracket', orderClass: 'bracket', legs })]);
  return book;
}

type Book = ReturnType<typeof withOrders>;

function summaryOf(book: Book): () => unknown {
  const unit = {
    book,
    journal: { unsettled: () => [] },
    trading: { unkeptCancels: () => 0, cancelWait: () => undefined },
    closings: { isRunning: () => false },
    mints: { batches: { standings: () => [] }, proposals: { list: () => [] } },
  };
  const profile = { accountId: 'a', label: 'A', environment: 'paper' };
  const account = { profile, unit } as unknown as OpenAccount;
  return () =>
    summarize({
      accounts: () => [account],
      unwatched: () => [],
      isStopped: () => false,
      isLocked: () => false,
      alerts: () => [],
      hiding: { text: (text) => text, alert: (alert: Alert) => alert },
      now: () => 0,
    });
}

type Run = (nth: number) => unknown;

/** Medians in milliseconds of many and of few, in turns. */
async function inTurns(
  many: Run,
  few: Run,
): Promise<{ ms: number; anchorMs: number; ratio: number }> {
  const taken = { many: [] as number[], few: [] as number[] };
  for (let turn = 0; turn < TURNS; turn++) {
    taken.many.push(...(await durations(TIMES, async (nth) => many(turn * TIMES + nth))));
    taken.few.push(...(await durations(TIMES, async (nth) => few(turn * TIMES + nth))));
  }
  const [ms, anchorMs] = [percentile(taken.many, 50), percentile(taken.few, 50)];
  return { ms: round(ms, 4), anchorMs: round(anchorMs, 4), ratio: round(ms / anchorMs) };
}

/** The longest frame of a first state, and how many it takes. */
function firstState(count: number): { frames: number; longestMs: number; openMs: number } {
  const items = Array.from({ length: count }, (_, n) => fill(n));
  const time = createFakeTime();
  const feeds = createFeeds({
    sources: {
      executions: () => ({ ok: true, value: { snapshot: () => items, stop: () => undefined } }),
    } as unknown as Sources,
    delay: time.delay,
    report: () => '',
    isLocked: () => false,
  });
  let told = 0;
  const hub = feeds.open((delivery) => {
    for (const { event } of delivery) if (event.kind === 'batch') told += event.items.length;
  });
  const before = performance.now();
  hub.watch(1, 'executions', { accountId: '00000000-0000-4000-8000-000000000001' });
  const openMs = performance.now() - before;
  const frames: number[] = [];
  while (time.pending() > 0) {
    const start = performance.now();
    time.advance(FRAME_MS);
    frames.push(performance.now() - start);
  }
  if (told !== count) throw new Error(`${told} of ${count} items came`);
  return { frames: frames.length, longestMs: Math.max(...frames), openMs };
}

/** One alert with a full memory of those before, and one write of the same file. */
async function alertAndWrite() {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-bench-'));
  try {
    const document = openDocument({
      what: 'The alerts',
      store: createDocumentFiles({ folder, now: () => 0 }).alerts,
      schema: AlertMemory,
      old: undefined,
      fresh: AlertMemory.parse({
        told: Array.from({ length: 2_000 }, (_, n) => `ended:${String(n).padStart(36, '0')}`),
      }),
      log: () => undefined,
    });
    const notifier = createNotifier({
      store: createAlertStore(document),
      clock: { wall: () => 0, elapsed: () => 0 },
      log: () => undefined,
      notify: () => undefined,
    });
    const target = { accountId: '00000000-0000-4000-8000-000000000001' };
    const [title, text] = ['Refused', 'The broker refused it: '.padEnd(200, '.')];
    const notify: Run = (nth) =>
      notifier.notify({ alertId: `new:${nth}`, kind: 'refusal', title, text, target });
    for (let n = 0; n < 60; n++) notify(-1 - n);
    const write: Run = () =>
      writeWhole(join(folder, 'anchor.json'), `${JSON.stringify(document.get())}\n`);
    return await inTurns(notify, write);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function heapOf(put: (book: Book) => void): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const book = createAccountBook();
  put(book);
  globalThis.gc?.();
  const bytes = (process.memoryUsage().heapUsed - before) / MANY;
  return book.openCount() >= 0 ? Math.round(bytes) : Number.NaN;
}

export async function benchGrowth(say: (line: string) => void): Promise<Figures> {
  const [few, many] = [withOrders(FEW), withOrders(MANY)];
  const row = (what: string, { ms, anchorMs, ratio }: Awaited<ReturnType<typeof inTurns>>) =>
    say(`${what}: ${ms} ms, anchor ${anchorMs} ms: ${ratio} ×`);
  const summary = await inTurns(summaryOf(many), summaryOf(few));
  row(`summary of the desk, ${MANY} open orders against ${FEW}`, summary);
  const news =
    (book: Book): Run =>
    (nth) => {
      const at = new Date(Date.UTC(2026, 0, 6) + nth * 1_000).toISOString();
      book.putOrders([{ ...order(0), id: 'loss', clientOrderId: 'loss', updatedAt: at }], true);
      return book.parentOf('loss');
    };
  const leg = await inTurns(news(many), news(few));
  row('news of a leg and whose it is, the same', leg);
  // The least of some: what else runs here interrupts the longest frame first.
  const least = (count: number) =>
    Array.from({ length: TURNS }, () => firstState(count)).reduce((a, b) =>
      a.longestMs <= b.longestMs ? a : b,
    );
  const [small, large] = [least(2_000), least(ITEMS)];
  const state = {
    items: ITEMS,
    frames: large.frames,
    longestMs: round(large.longestMs),
    openMs: round(large.openMs),
    anchorMs: round(small.longestMs),
  };
  say(
    `first state of ${ITEMS} items: ${state.frames} frames, longest ${state.longestMs} ms, opened in ${state.openMs} ms; 2,000 items: ${state.anchorMs} ms`,
  );
  const alert = await alertAndWrite();
  row('an alert, against one write of its file', alert);
  const bytes = {
    order: heapOf((book) => {
      for (let n = 0; n < MANY; n++) book.putOrders([order(n, { status: 'canceled' })]);
    }),
    fill: heapOf((book) => {
      for (let n = 0; n < MANY; n++) book.putExecutions([fill(n)]);
    }),
  };
  if (globalThis.gc)
    say(`heap: ${bytes.order} bytes an order that is over, ${bytes.fill} bytes a fill`);
  const filled = (n: number): Order => order(n, { status: 'filled', filledQty: decimal('10') });
  const kept = heapAfter([MANY / 10, MANY], { order: filled, fill });
  const [tenth = NaN, whole = NaN] = kept.bytes.map((heap) => round(heap / 1_000_000));
  const bound = { tenthMB: tenth, wholeMB: whole, usPerOrder: round(kept.usPerOrder) };
  if (globalThis.gc)
    say(
      `heap of a book that lets go: ${tenth} MB after ${MANY / 10} filled orders, ${whole} MB after ${MANY}; ${bound.usPerOrder} µs to let go of one`,
    );
  return { summary, leg, state, alert, ...(globalThis.gc && { bytes, bound }) };
}
