// Faults of the order stream, at random, while orders are placed, filled and canceled.
import { newIntentId, until, type TestAccount } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import type { Rig } from '#test/faults/support/rig.ts';
import { compareWithBroker } from '#test/faults/support/truth.ts';

export type StreamFault =
  | 'cut'
  | 'cut at once'
  | 'duplicate'
  | 'reorder'
  | 'garbage'
  | 'mute'
  | 'drop';

const STREAM_FAULTS: readonly StreamFault[] = [
  'cut',
  'cut at once',
  'duplicate',
  'reorder',
  'garbage',
  'mute',
  'drop',
];

const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN'] as const;
const EVENTS = [undefined, 'new', 'fill'] as const;
const MUTE_MS = 400;

export const isCut = (kind: StreamFault): boolean => kind.startsWith('cut');
/** Ends the streams of every account, whoever trades. */
export const isCutForAll = (kind: StreamFault): boolean => kind === 'cut at once';

/** Something is not told, on a connection that stays. */
export const isUntelling = (kind: StreamFault): boolean => kind === 'mute' || kind === 'drop';

/** A stream that is cut again before it has lived a while waits longer each time, so cuts are kept apart. */
export const ALIVE_MS = 5_500;

export function chooseFault(
  account: TestAccount,
  all: readonly TestAccount[],
  random: () => number,
): StreamFault {
  const mayCut = (one: TestAccount): boolean =>
    Date.now() - (stateOf(one, 'orders')?.since ?? 0) > ALIVE_MS;
  const wantsCut = random() < 0.6 && mayCut(account);
  const kinds = STREAM_FAULTS.filter(
    (kind) => isCut(kind) === wantsCut && (!isCutForAll(kind) || all.every(mayCut)),
  );
  return kinds[Math.floor(random() * kinds.length)] ?? 'garbage';
}

/** Lays the fault and trades until it has happened. */
export async function tradeUnderFault(
  rig: Rig,
  account: TestAccount,
  kind: StreamFault,
  random: () => number,
): Promise<void> {
  const event = EVENTS[Math.floor(random() * EVENTS.length)];
  const match = { stream: 'trade', ...(event !== undefined && { event }) };
  if (kind === 'cut at once') {
    const trading = tradeABit(account, random);
    await rig.paper().control('POST', '/streams/cut', { stream: 'trade' });
    await trading;
    return;
  }
  const faultId = await rig.fault(match, actOf(kind));
  const hasHappened = async (): Promise<boolean> => (await rig.fired(faultId)) > 0;
  // One that was mute in an earlier round may be given up now: what is done meanwhile is told on no stream.
  do {
    await until('the order stream is live', () => phaseOf(account, 'orders') === 'live');
    const since = liveSince(account);
    await tradeABit(account, random);
    const isUp = (): boolean => liveSince(account) === since;
    await until(`the fault ${kind} has happened`, async () => (await hasHappened()) || !isUp());
  } while (!(await hasHappened()));
  // A frame that was held back comes with the next one.
  if (kind === 'reorder') await place(account, restingDraft('JPM'));
}

const actOf = (kind: StreamFault): object => {
  if (kind === 'drop') return { kind: 'mute' };
  return kind === 'mute' ? { kind, ms: MUTE_MS } : { kind };
};

/** Some bought, some sold, one order resting, one canceled: each kind of event is on the way. */
export async function tradeABit(account: TestAccount, random: () => number): Promise<void> {
  const { book, trading } = account.unit;
  const symbol = SYMBOLS[Math.floor(random() * SYMBOLS.length)] ?? 'AAPL';
  const held = book.positions().find((position) => position.symbol === symbol);
  const canSell = held !== undefined && Number(held.qtyAvailable ?? 0) >= 1;
  const resting = book.openOrders().find(({ type }) => type === 'limit');
  await Promise.all([
    place(account, marketDraft(symbol, String(1 + Math.floor(random() * 9)))),
    place(account, restingDraft('JPM')),
    canSell && random() < 0.5 && place(account, marketDraft(symbol, '1', 'sell')),
    resting && trading.cancel(resting.id),
  ]);
}

async function place({ unit }: TestAccount, draft: ReturnType<typeof marketDraft>): Promise<void> {
  const intentId = newIntentId();
  const placed = await unit.trading.submit({ intentId, draft, confirmations: ['stream-down'] });
  if (!placed.ok) throw new Error(JSON.stringify(placed.failure));
}

const stateOf = ({ unit }: TestAccount, name: string) =>
  unit.book.streams().find(({ stream }) => stream === name);
export const phaseOf = (account: TestAccount, name: 'orders' | 'prices'): string =>
  stateOf(account, name)?.phase ?? 'off';

const liveSince = (account: TestAccount): number | undefined =>
  phaseOf(account, 'orders') === 'live' ? stateOf(account, 'orders')?.since : undefined;

/** How long the book took to show what the broker has, once the stream was live and the broker at rest. */
export async function healingMs(
  account: TestAccount,
  since: string,
  withinMs: number,
): Promise<number> {
  await until(
    'the order stream is live',
    () => phaseOf(account, 'orders') === 'live',
    Math.max(15_000, withinMs),
  );
  const liveAt = stateOf(account, 'orders')?.since ?? 0;
  // Asked more and more seldom: many accounts that ask without a pause would keep each other from healing.
  for (
    let [started, waitMs] = [Date.now(), 20];
    ;
    await pause((waitMs = Math.min(1.5 * waitMs, 500)))
  ) {
    // On a busy machine a question may stay without an answer; then it is asked again.
    const comparison = await compareWithBroker(account, since).catch((error: unknown) => ({
      differences: [String(error)],
      isQuiet: false,
      changedAt: 0,
    }));
    const { differences, isQuiet, changedAt } = comparison;
    const ms = Date.now() - Math.max(liveAt, changedAt);
    if (isQuiet && differences.length === 0) return ms;
    if (isQuiet && ms > withinMs)
      throw new Error(`not healed within ${withinMs} ms: ${differences.join('; ')}`);
    if (Date.now() - started > Math.max(30_000, withinMs))
      throw new Error(`the broker does not come to rest: ${differences.join('; ')}`);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
