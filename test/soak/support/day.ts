// A trading day on a real desk, compressed: the practice broker's clock runs fast, five hundred symbols are followed,
// orders are placed, filled and canceled, and both streams are cut every market half hour.
import type { Desk } from '#main/desk.ts';
import { readCatalog } from '#main/paper/market/catalog.ts';
import { embeddedProfile, Settings } from '#main/desk/settings/read-settings.ts';
import {
  createAccountDesk,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { createRandom } from '#test/faults/support/campaign.ts';
import { OPEN_GUARDS, until } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import { createEmbeddedControl, type EmbeddedControl } from '#test/support/embedded-control.ts';
import { SCALE } from '#test/support/scale.ts';

export const SYMBOLS = readCatalog()
  .map(({ asset }) => asset.symbol)
  .slice(0, 500);
const DAY_MS = 6.5 * 3_600_000;
const FULL_MS = 10 * 60_000;
/** Less is nothing at all: the streams must come back and settle between two cuts. */
const LEAST_MS = 26_000;
/** The pace is that of the whole day at every scale; a smaller scale has a shorter day, with as many cuts in it. */
const SPEED = DAY_MS / FULL_MS;
/** Half hours of the market at scale 1; two samples in each. */
export const HALF_HOURS = 13;
const TRADED = ['AAPL', 'MSFT', 'NVDA', 'AMZN'] as const;
/** Orders of the whole day: so many of each kind in a half hour. */
const ROUNDS_PER_HALF_HOUR = 8;
const ACCOUNT_ID = '00000000-0000-4000-8000-00000000050a';

export const DURATION_MS = Math.max(LEAST_MS, FULL_MS * SCALE);
export const MARKET_MINUTES = Math.round((DURATION_MS * SPEED) / 60_000);

export type SoakDesk = AccountDesk & { accountId: string; broker: EmbeddedControl };

export async function createSoakDesk(): Promise<SoakDesk> {
  const lists = Array.from({ length: 10 }, (_, n) => ({
    listId: `list-${n}`,
    name: `List ${n}`,
    symbols: SYMBOLS.slice(n * 50, n * 50 + 50),
  }));
  let document: unknown = Settings.parse({
    profiles: [embeddedProfile(ACCOUNT_ID)],
    watchlists: { [ACCOUNT_ID]: lists },
    guards: OPEN_GUARDS,
  });
  const broker = createEmbeddedControl();
  const desk = await createAccountDesk({
    settings: { read: () => document, write: (value) => (document = structuredClone(value)) },
    startBroker: broker.startBroker,
  });
  await untilTrading(desk, ACCOUNT_ID);
  return { ...desk, accountId: ACCOUNT_ID, broker };
}

export type DayReport = { placed: number; cuts: number; filled: number };

/** Runs the day; `onQuarter` is called when all is quiet, twice in each half hour. */
export async function runDay(
  desk: SoakDesk,
  seed: number,
  onQuarter: (index: number) => Promise<void>,
): Promise<DayReport> {
  const { accountId, broker } = desk;
  const random = createRandom(seed);
  const report: DayReport = { placed: 0, cuts: 0, filled: 0 };
  const streams = desk.watch('streams', { accountId });
  const isLive = (): boolean => {
    const latest = new Map(streams.items().map((state) => [state.stream, state.phase]));
    return latest.size > 0 && [...latest.values()].every((phase) => phase === 'live');
  };
  const began = performance.now();
  await broker.control('POST', '/clock/speed', { speed: SPEED });
  for (let quarter = 0; quarter < HALF_HOURS * 2; quarter++) {
    if (quarter % 2 === 1) {
      await broker.control('POST', '/streams/cut', {
        stream: quarter % 4 === 1 ? 'trade' : 'data',
      });
      report.cuts++;
    }
    await until('both streams are live', isLive, 60_000);
    for (let round = 0; round < ROUNDS_PER_HALF_HOUR / 2; round++)
      report.placed += await trade(desk, random);
    const due = began + ((quarter + 1) * DURATION_MS) / (HALF_HOURS * 2);
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 50));
    await onQuarter(quarter);
  }
  streams.stop();
  const { orders } = await broker.control<{ orders: { status: string }[] }>('GET', '/ledger');
  report.filled = orders.filter(({ status }) => status === 'filled').length;
  return report;
}

/** Buys one, sells one, rests one and cancels it: the account ends the day about where it began. */
async function trade(desk: SoakDesk, random: () => number): Promise<number> {
  const { accountId } = desk;
  const symbol = TRADED[Math.floor(random() * TRADED.length)] ?? 'AAPL';
  const submit = async (draft: ReturnType<typeof restingDraft>) =>
    desk.must('orders.submit', {
      accountId,
      intentId: (await desk.must('tickets.open', { accountId })).intentId,
      draft,
      confirmations: ['stream-down'],
    });
  const bought = await submit(marketDraft(symbol, '2'));
  await submit(marketDraft(symbol, '1', 'sell'));
  const resting = await submit(restingDraft(symbol));
  if (resting.resultId !== undefined)
    await desk.call('orders.cancel', { accountId, orderId: resting.resultId });
  return bought.state === 'accepted' ? 3 : 2;
}

/** A window as the page opens it: every feed it watches all day. */
export function openWindow({ feeds }: Desk, accountId: string, onItems: (count: number) => void) {
  const hub = feeds.open((delivery) => {
    for (const { event } of delivery) if (event.kind === 'batch') onItems(event.items.length);
  });
  const names = [
    'account',
    'prices',
    'streams',
    'orders',
    'intents',
    'executions',
    'positions',
    'trading',
    'mints',
    'gaps',
  ] as const;
  for (const [id, name] of names.entries()) hub.watch(id, name, { accountId });
  for (const [id, name] of (['desk', 'accounts', 'alerts', 'visits'] as const).entries())
    hub.watch(100 + id, name, {});
  hub.watch(200, 'bars', { accountId, symbol: 'AAPL' });
  return hub;
}
