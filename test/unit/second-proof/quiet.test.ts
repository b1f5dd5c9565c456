// Where a quiet desk and the ledger differ in one thing alone, the auditor of the second proof must name that thing.
import { describe, expect, it } from 'vitest';
import { exact } from '#test/second-proof/exact.ts';
import type { Fill, Item, Snapshot } from '#test/second-proof/ledger.ts';
import { differences, windowDifferences } from '#test/second-proof/quiet.ts';
import type { DeskWindow } from '#test/second-proof/window.ts';

const LEDGER_ORDER: Item = {
  id: 'o1',
  client_order_id: 'i1',
  symbol: 'KO',
  status: 'filled',
  filled_qty: '5',
  filled_avg_price: '60.1',
  qty: '5',
  limit_price: '60.2',
  stop_price: '59',
  trail_price: '1',
  trail_percent: '2',
  updated_at: '2026-11-19T15:00:00Z',
  legs: [{ id: 'leg1', status: 'new', filled_qty: '0', qty: '5' }],
};
const LEDGER_POSITION: Item = {
  symbol: 'KO',
  side: 'long',
  qty: '5',
  qty_available: '5',
  avg_entry_price: '60.1',
  market_value: '301',
  cost_basis: '300.5',
  unrealized_pl: '0.5',
  unrealized_intraday_pl: '0.5',
  current_price: '60.2',
};
const LEDGER_ACCOUNT: Item = {
  cash: '1000',
  equity: '1301',
  buying_power: '2602',
  last_equity: '1300',
  portfolio_value: '1301',
  long_market_value: '301',
  short_market_value: '0',
  initial_margin: '150.5',
  maintenance_margin: '90.3',
  non_marginable_buying_power: '1000',
  regt_buying_power: '2000',
};
const FILL: Fill = {
  id: 'f1',
  orderId: 'o1',
  symbol: 'KO',
  size: exact('5'),
  qty: '5',
  price: '60.1',
  cumQty: '5',
  atMs: 0,
};

/** The desk's names of the wire's. */
const camel = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      Array.isArray(value) ? (value as Item[]).map(camel) : value,
    ]),
  );

type Feeds = Record<string, Item[]>;
const told = (): Feeds => ({
  orders: [camel(LEDGER_ORDER)],
  positions: [{ positions: [camel(LEDGER_POSITION)] }],
  account: [{ account: camel(LEDGER_ACCOUNT), dayChange: '1' }],
  executions: [{ orderId: 'o1', cumQty: '5', qty: '5', price: '60.1' }],
  streams: [
    { stream: 'orders', phase: 'live' },
    { stream: 'prices', phase: 'quiet' },
  ],
});

const KEYS: Record<string, string> = {
  orders: 'id',
  streams: 'stream',
  intents: 'intentId',
};
const windowOf = (feeds: Feeds, name = 'A'): DeskWindow =>
  ({
    name,
    isWatching: () => true,
    items: (feed: string) => feeds[feed] ?? [],
    item: (feed: string, key: string) =>
      KEYS[feed] === undefined
        ? feeds[feed]?.[0]
        : feeds[feed]?.find((item) => item[KEYS[feed] ?? ''] === key),
  }) as unknown as DeskWindow;

const truthOf = (more: Partial<Snapshot> = {}): Snapshot => ({
  orders: [LEDGER_ORDER],
  byId: new Map(
    [LEDGER_ORDER, ...(LEDGER_ORDER['legs'] as Item[])].map((each) => [String(each['id']), each]),
  ),
  positions: [LEDGER_POSITION],
  account: LEDGER_ACCOUNT,
  ...more,
});

const found = (feeds: Feeds, fills: Fill[] = [FILL], truth = truthOf()): string[] =>
  differences(windowOf(feeds), truth, fills);

const first = (items: unknown): Item => (items as Item[] | undefined)?.[0] ?? {};
const held = (feeds: Feeds): Item[] => first(feeds['positions'])['positions'] as Item[];

/** With one member of the first item of a feed told otherwise. */
function otherwise(feed: 'order' | 'position' | 'account', member: string): Feeds {
  const feeds = told();
  const item = {
    order: first(feeds['orders']),
    position: first(held(feeds)),
    account: first(feeds['account'])['account'] as Item,
  }[feed];
  item[member] = '7.77';
  return feeds;
}

describe('a quiet desk and the ledger', () => {
  it('are equal where they say the same', () => {
    expect(found(told())).toEqual([]);
  });

  it.each([
    ...['filledQty', 'filledAvgPrice', 'qty', 'limitPrice'].map((name) => ['order', name] as const),
    ...['stopPrice', 'trailPrice', 'trailPercent'].map((name) => ['order', name] as const),
    ...['qty', 'qtyAvailable', 'avgEntryPrice', 'marketValue', 'costBasis'].map(
      (name) => ['position', name] as const,
    ),
    ...['unrealizedPl', 'unrealizedIntradayPl', 'currentPrice'].map(
      (name) => ['position', name] as const,
    ),
    ...['cash', 'equity', 'buyingPower', 'lastEquity', 'portfolioValue', 'longMarketValue'].map(
      (name) => ['account', name] as const,
    ),
    ...['shortMarketValue', 'initialMargin', 'maintenanceMargin'].map(
      (name) => ['account', name] as const,
    ),
    ...['nonMarginableBuyingPower', 'regtBuyingPower'].map((name) => ['account', name] as const),
  ])('differ in the %s’s %s', (feed, member) => {
    const wire = member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const all = found(otherwise(feed, member));
    expect(all).toHaveLength(1);
    expect(all[0]).toMatch(new RegExp(`${feed}.*: ${wire} is .* and told as 7.77`));
  });

  it.each<[string, (feeds: Feeds) => void, string]>([
    [
      'an order’s status',
      (feeds) => Object.assign(first(feeds['orders']), { status: 'new' }),
      'order o1 is filled and told as new',
    ],
    ['an order', (feeds) => (feeds['orders'] = []), 'order o1 is missing'],
    [
      'an order that nobody placed',
      (feeds) => feeds['orders']?.push({ id: 'o2', status: 'filled', filledQty: '0' }),
      'order o2 is told and not in the ledger',
    ],
    [
      'a leg',
      (feeds) => Object.assign(first(feeds['orders']), { legs: [] }),
      'leg leg1 is not told under its order o1',
    ],
    ['a position', (feeds) => (feeds['positions'] = [{ positions: [] }]), 'KO 5 is not told'],
    [
      'a position that is gone',
      (feeds) => held(feeds).push({ symbol: 'F', qty: '1' }),
      'position F 1 is told and not held',
    ],
    [
      'its side',
      (feeds) =>
        Object.assign(first(held(feeds)), {
          side: 'short',
        }),
      'is told as short',
    ],
    [
      'an estimate that stays',
      (feeds) =>
        Object.assign(first(held(feeds)), {
          isEstimate: true,
        }),
      'is still an estimate',
    ],
    [
      'the day’s result',
      (feeds) => Object.assign(first(feeds['account']), { dayChange: '2' }),
      "the day's result is 1 and told as 2",
    ],
    [
      'estimates of money',
      (feeds) => Object.assign(first(feeds['account']), { estimates: ['cash'] }),
      'cash still estimated',
    ],
    ['a fill', (feeds) => (feeds['executions'] = []), 'fill o1:5 is not told'],
    [
      'a fill’s price',
      (feeds) => Object.assign(first(feeds['executions']), { price: '60' }),
      'fill o1:5 is 5 at 60.1 and told as 5 at 60',
    ],
    [
      'a fill that never was',
      (feeds) => feeds['executions']?.push({ orderId: 'o1', cumQty: '6', qty: '1', price: '60.1' }),
      'fill o1:6 is told and not in the ledger',
    ],
    [
      'the stream of orders',
      (feeds) => Object.assign(first(feeds['streams']), { phase: 'reconnecting' }),
      'the stream of orders is reconnecting',
    ],
    [
      'the stream of prices',
      (feeds) => Object.assign(feeds['streams']?.[1] ?? {}, { phase: 'reconnecting' }),
      'the stream of prices is reconnecting',
    ],
    [
      'a cancel',
      (feeds) => (feeds['cancels'] = [{ id: 'o1', state: 'waiting' }]),
      'cancel of o1 is waiting',
    ],
  ])('differ in %s', (_what, change, complaint) => {
    const feeds = told();
    change(feeds);
    expect(found(feeds).join('\n')).toContain(complaint);
  });

  it('differ where a window does not get its feeds', () => {
    const silent = { ...windowOf(told()), isWatching: () => false, missing: () => ['orders'] };
    expect(differences(silent, truthOf(), [FILL])).toEqual(['A: feeds missing: orders']);
  });

  it('are compared in the orders that changed last, legs among them, and in their fills', () => {
    const many = Array.from({ length: 901 }, (_, n): Item => ({
      id: `n${n}`,
      status: 'filled',
      filled_qty: '1',
      updated_at: new Date(Date.parse('2026-11-19T16:00:00Z') + n).toISOString(),
    }));
    const byId = new Map([
      ...truthOf().byId,
      ...many.map((each) => [String(each['id']), each] as const),
    ]);
    const fills = many.map(({ id }) => ({ ...FILL, orderId: String(id), qty: '1', cumQty: '1' }));
    const truth = truthOf({ orders: [LEDGER_ORDER, ...many], byId });
    const feeds = told();
    feeds['orders'] = many.slice(1).map(camel);
    feeds['executions'] = many
      .slice(1)
      .map(({ id }) => ({ orderId: id, cumQty: '1', qty: '1', price: '60.1' }));
    const leg = 'A: order leg1 (new) is missing';
    expect(found(feeds, [FILL, ...fills], truth)).toEqual([leg]);
    feeds['orders'].pop();
    feeds['executions'].pop();
    expect(found(feeds, [FILL, ...fills], truth)).toEqual([
      leg,
      'A: order n900 is missing',
      'A: fill n900:1 is not told',
    ]);
  });

  it('need not agree on what the desk heard last while its clock was off, be it of a leg', () => {
    const off = Date.parse('2026-11-19T15:00:10Z');
    const over = (id: string, at: number): Item => ({
      id,
      status: 'filled',
      filled_qty: '0',
      updated_at: new Date(at).toISOString(),
    });
    const parent: Item = { ...over('p', off - 5_000), legs: [over('leg', off)] };
    const orders = [parent, ...Array.from({ length: 900 }, (_, n) => over(`n${n}`, off - 9_000))];
    const feeds = { ...told(), orders: orders.slice(1).map(camel), executions: [] };
    const byId = new Map(orders.map((each) => [String(each['id']), each]));
    const judge = (wasClockOff: (at: number) => boolean): string[] =>
      differences(windowOf(feeds), truthOf({ orders, byId }), [], wasClockOff);
    expect(judge((at) => at === off)).toEqual([]);
    expect(judge(() => false)).toEqual(['A: order p is missing']);
  });
});

describe('two windows of one desk', () => {
  const pair = (alert: Item, other: Item): string[] =>
    windowDifferences(windowOf({ alerts: [alert] }), windowOf({ alerts: [other] }, 'B'));

  it('see the same alert, whether they heard it or began with it', () => {
    const alert = { alertId: 'a1', text: 'Bought 1 KO', at: 1 };
    expect(pair(alert, { isUnseen: true, ...alert })).toEqual([]);
    expect(pair(alert, { ...alert, text: 'Sold 1 KO' })).toHaveLength(1);
  });
});
