// What main tells over its feeds, heard past the page, and what the broker has on its books.
import type { Alert } from '#contract/alerts.ts';
import type { Closing } from '#contract/closings.ts';
import { feedKeys } from '#contract/feed-keys.ts';
import type { FeedName, Item } from '#contract/feeds.ts';
import type { Intent } from '#contract/intents.ts';
import type { Execution, Order, Position } from '#contract/orders.ts';
import type { AccountReading, Price } from '#contract/records.ts';
import type { TradingState } from '#contract/trading.ts';
import type { Desk } from '#main/desk.ts';
import type { Clock } from '#main/ports.ts';

export type LedgerOrder = { id: string; status: string; filled_qty: string };
export type Books = { orders: LedgerOrder[]; executions: { order_id: string; qty: string }[] };

/** At one moment. Of what moves with the market, everything that was told in the seconds before. */
export type Truth = {
  orders: Order[];
  intents: Intent[];
  executions: Execution[];
  /** The newest first. */
  positions: Position[][];
  accounts: AccountReading[];
  prices: Map<string, Price[]>;
  trading: TradingState | undefined;
  streams: Map<string, string>;
  closings: Closing[];
  requests: { id: string; status: string; symbol: string; qty: string }[];
  /** The newest last. */
  alerts: Alert[];
  isLocked: boolean;
};

/** How many lines of the activity are compared, from the newest. */
export const ACTIVITY_LINES = 200;

const FEEDS = [
  'orders',
  'intents',
  'executions',
  'positions',
  'account',
  'prices',
  'trading',
  'streams',
  'closings',
  'tokenizations',
  'mints',
  'alerts',
  'desk',
] as const satisfies FeedName[];
type Heard = (typeof FEEDS)[number];

/** How long the page may show what was told before the newest: it draws prices five times a second, and windows in turns. */
const RECENT_MS = 4_000;

export type Listener = { truth(): Truth; isUnderWay(): string | undefined; stop(): void };

export function listenTo({ feeds }: Desk, accountId: string, clock: Clock): Listener {
  const known = new Map<Heard, Map<string, unknown>>(FEEDS.map((feed) => [feed, new Map()]));
  const past = new Map<string, { item: unknown; until: number }[]>();

  function put(feed: Heard, item: unknown): void {
    const key = (feedKeys[feed] as (item: unknown) => string)(item);
    const items = known.get(feed);
    if (items?.has(key) && (feed === 'positions' || feed === 'account' || feed === 'prices')) {
      const before = past.get(`${feed} ${key}`) ?? [];
      const now = clock.elapsed();
      const still = before.filter(({ until }) => now - until < RECENT_MS);
      past.set(`${feed} ${key}`, [{ item: items.get(key), until: now }, ...still]);
    }
    items?.set(key, item);
  }

  const hub = feeds.open((delivery) => {
    for (const { id, event } of delivery) {
      const feed = FEEDS[id];
      if (feed === undefined || event.kind !== 'batch') continue;
      if (event.reset) known.get(feed)?.clear();
      for (const item of event.items) put(feed, item);
    }
  });
  for (const [id, feed] of FEEDS.entries())
    hub.watch(id, feed, feed === 'alerts' || feed === 'desk' ? {} : { accountId });

  const all = <F extends Heard>(feed: F): Item<F>[] => [
    ...((known.get(feed)?.values() ?? []) as Iterable<Item<F>>),
  ];
  function recent<F extends Heard>(feed: F, key: string): Item<F>[] {
    const newest = known.get(feed)?.get(key) as Item<F> | undefined;
    const now = clock.elapsed();
    const before = (past.get(`${feed} ${key}`) ?? []).filter(
      ({ until }) => now - until < RECENT_MS,
    );
    return newest === undefined ? [] : [newest, ...before.map(({ item }) => item as Item<F>)];
  }

  const truth = (): Truth => ({
    orders: all('orders'),
    intents: all('intents'),
    executions: all('executions'),
    positions: recent('positions', 'positions').map(({ positions }) => positions),
    accounts: recent('account', 'account'),
    prices: new Map(all('prices').map(({ symbol }) => [symbol, recent('prices', symbol)])),
    trading: all('trading')[0],
    streams: new Map(all('streams').map(({ stream, phase }) => [stream, phase])),
    closings: all('closings'),
    requests: all('tokenizations').map(({ request }) => ({
      id: request.tokenizationRequestId,
      status: request.status,
      symbol: request.underlyingSymbol,
      qty: request.qty,
    })),
    alerts: all('alerts').filter(({ isOver }) => !isOver),
    isLocked: all('desk')[0]?.isLocked === true,
  });

  return { truth, isUnderWay: () => underWay(truth(), all('mints')), stop: () => hub.close() };
}

/** Why this is no moment to compare at, in words. */
function underWay(truth: Truth, mints: Item<'mints'>[]): string | undefined {
  const { orders, intents, streams, closings, positions, accounts } = truth;
  for (const stream of ['orders', 'prices'])
    if (streams.get(stream) !== 'live') return `the stream of ${stream} is ${streams.get(stream)}`;
  const sending = [...intents, ...mints.map(({ intent }) => intent)].find(
    ({ state }) => state === 'recorded' || state === 'sent',
  );
  if (sending) return `${sending.title} is ${sending.state}`;
  const passing = orders.find(({ status }) => status.startsWith('pending_'));
  if (passing) return `${passing.symbol} ${passing.id} is ${passing.status}`;
  const running = closings.find(({ state }) => state === 'running');
  if (running) return `a ${running.kind} is running`;
  if (positions[0] === undefined || accounts[0] === undefined) return 'the account was not read';
  if (positions[0].some(({ isEstimate }) => isEstimate)) return 'a position is an estimate';
  return accounts[0].estimates ? 'the account is an estimate' : undefined;
}

/** What main tells and the broker does not have, or has otherwise. */
export function differencesFromBooks({ orders, executions }: Truth, books: Books): string[] {
  const told = new Map(orders.map((order) => [order.id, order]));
  const have = new Set(books.orders.map(({ id }) => id));
  // The broker's books leave out a fill that it took back; the desk keeps it, and says so.
  const standing = executions.filter(({ revision }) => revision?.kind !== 'bust');
  return [
    ...books.orders.flatMap((row) => {
      const order = told.get(row.id);
      if (!order) return [`the broker has ${row.id} (${row.status}), and main does not tell it`];
      const [there, here] = [
        `${row.status}, ${Number(row.filled_qty)} filled`,
        `${order.status}, ${Number(order.filledQty)} filled`,
      ];
      return there === here
        ? []
        : [`${order.symbol} ${row.id} is ${there}, and main tells ${here}`];
    }),
    ...orders
      .filter(({ id, status }) => !have.has(id) && status !== 'gone')
      .map(({ id, symbol }) => `main tells ${symbol} ${id}, and the broker does not have it`),
    ...(books.executions.length === standing.length
      ? []
      : [`the broker has ${books.executions.length} fills, and main tells ${standing.length}`]),
  ];
}
