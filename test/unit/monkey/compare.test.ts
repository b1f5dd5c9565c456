// The monkey's own eyes: what it calls a difference, and what it does not.
import { expect, it } from 'vitest';
import type { ActivityLine } from '#contract/activity.ts';
import { Alert } from '#contract/alerts.ts';
import { Intent } from '#contract/intents.ts';
import { Execution, Order, Position } from '#contract/orders.ts';
import { AccountReading, Price } from '#contract/records.ts';
import { decimal } from '#main/domain/decimal.ts';
import { bellDifferences } from '#test/monkey/compare-frame.ts';
import { compare } from '#test/monkey/compare.ts';
import type { Seen, SeenChart, SeenRow, SeenTable } from '#test/monkey/seen.ts';
import { differencesFromBooks, type Truth } from '#test/monkey/truth.ts';

const order = (more: object = {}): Order =>
  Order.parse({
    id: 'order-1',
    clientOrderId: 'client-1',
    symbol: 'KO',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status: 'new',
    qty: '3',
    filledQty: '0',
    ...more,
  });
const reading = (equity: string): AccountReading =>
  AccountReading.parse({
    account: {
      accountNumber: 'A',
      status: 'ACTIVE',
      currency: 'USD',
      equity,
      lastEquity: '100000',
      cash: '98000.125',
      buyingPower: '198000',
    },
    receivedAt: 1,
    dayChange: '0',
  });
const position = Position.parse({
  symbol: 'AAPL',
  side: 'long',
  qty: '10',
  avgEntryPrice: '200',
  marketValue: '2000.004',
});
const price = (text: string): Price =>
  Price.parse({ symbol: 'AAPL', price: text, tradedAt: 1, receivedAt: 1 });

const truth = (more: Partial<Truth> = {}): Truth => ({
  orders: [order()],
  intents: [],
  executions: [],
  positions: [[position]],
  accounts: [reading('100000.005'), reading('99999')],
  prices: new Map([['AAPL', [price('200.12345')]]]),
  trading: { isArmed: true, isStopped: false },
  streams: new Map([
    ['orders', 'live'],
    ['prices', 'live'],
  ]),
  closings: [],
  requests: [],
  alerts: [],
  isLocked: false,
  ...more,
});

const table = (name: string, rows: SeenRow[], more: Partial<SeenTable> = {}): SeenTable => ({
  name,
  rows,
  rowCount: rows.length,
  isBusy: false,
  ...more,
});
const button = (name: string, more: object = {}) => ({
  name,
  text: name,
  isDisabled: false,
  isPressed: false,
  ...more,
});
const orderRow = (cells: object = {}, buttons = ['Cancel order: Buy 3 KO']): SeenRow => ({
  key: 'order-1',
  cells: { Symbol: 'KO', Side: 'buy', Quantity: '3', Status: 'working', Filled: '0', ...cells },
  buttons,
});
const orders = (row = orderRow(), more: Partial<SeenTable> = {}) => table('Orders', [row], more);
const positions = (cells: object = {}) =>
  table('Positions', [
    {
      key: 'AAPL',
      cells: {
        Symbol: 'AAPL',
        Side: 'long',
        Qty: '10',
        Entry: '200.00',
        Value: '2,000.00',
        ...cells,
      },
      buttons: [],
    },
  ]);
const watchlist = (last: string) =>
  table('Watchlist', [{ key: 'AAPL', cells: { Symbol: 'AAPL', Last: last }, buttons: [] }]);

const seen = (more: Partial<Seen> = {}): Seen => ({
  screen: 'Desk',
  tables: [orders(), positions(), watchlist('200.1235')],
  figures: { Account: { Equity: '100,000.01', 'Buying power': '198,000.00' } },
  statuses: { 'Order stream': 'Order stream live', 'Price stream': 'Price stream live' },
  regions: ['Account'],
  buttons: [
    button('Stop all trading'),
    button('open 1'),
    button('all', { isPressed: true }),
    button('unconfirmed'),
    button('Cancel all'),
    button('Flatten'),
  ],
  fields: { 'Filter by text': '' },
  text: 'Ballast',
  title: 'PRACTICE · Practice account · Ballast',
  notices: 0,
  charts: [],
  ...more,
});

it('finds nothing where the page says what main tells, rounded and of the last seconds', () => {
  expect(compare(seen(), truth())).toEqual([]);
  const earlier = { Account: { Equity: '99,999.00', 'Buying power': '198,000.00' } };
  expect(compare(seen({ figures: earlier }), truth())).toEqual([]);
});

const without = (name: string, ...more: ReturnType<typeof button>[]) => [
  ...seen().buttons.filter((one) => one.name !== name),
  ...more,
];
const chart = (more: Partial<SeenChart> = {}): SeenChart => ({
  symbol: 'AAPL',
  price: '200.12 +1.00 (0.50%)',
  handles: [],
  ...more,
});
const allocation = (cells: object = {}) =>
  table('Allocation', [
    { key: 'AAPL', cells: { Holding: 'AAPL', Value: '2,000.00', ...cells }, buttons: [] },
    { key: 'Cash', cells: { Holding: 'Cash', Value: '98,000.13' }, buttons: [] },
  ]);
const lines: ActivityLine[] = [
  {
    lineId: 'line-1',
    at: 1,
    kind: 'intent',
    detail: 'accepted',
    symbol: 'KO',
    text: 'Buy 3 KO (limit)',
  },
];
const activity = (cells: object = {}) =>
  table('Activity', [
    {
      key: 'line-1',
      cells: {
        Kind: 'decided',
        State: 'accepted',
        Symbol: 'KO',
        'What happened': 'Buy 3 KO (limit)',
        ...cells,
      },
      buttons: [],
    },
  ]);
const everything: Partial<Seen> = {
  buttons: [button('Stop all trading'), button('Everything', { isPressed: true })],
  fields: { 'Filter activity by text': '' },
};
const stopped: Partial<Truth> = { trading: { isArmed: false, isStopped: true } };
const wrong: [what: string, Seen, Truth, RegExp][] = [
  [
    'a count',
    seen({ buttons: without('open 1', button('open 2')) }),
    truth(),
    /1 are open.*says 2/,
  ],
  [
    'a row too many',
    seen({ tables: [orders(orderRow(), { rowCount: 2 })] }),
    truth(),
    /1 rows, and 2/,
  ],
  ['a status', seen({ tables: [orders(orderRow({ Status: 'filled' }))] }), truth(), /Status is/],
  ['a size', seen({ tables: [orders(orderRow({ Quantity: '4' }))] }), truth(), /Quantity is 3/],
  ['no Cancel', seen({ tables: [orders(orderRow({}, []))] }), truth(), /can not be canceled/],
  [
    'a strange row',
    seen({ tables: [orders({ ...orderRow(), key: 'x' })] }),
    truth(),
    /nothing is known/,
  ],
  ['a position', seen({ tables: [positions({ Qty: '11' })] }), truth(), /Qty is 10/],
  ['a value', seen({ tables: [positions({ Value: '2,000.02' })] }), truth(), /Value is 2000\.004/],
  ['a price', seen({ tables: [watchlist('200.13')] }), truth(), /shown at '200\.13'/],
  ['loading', seen({ tables: [table('Orders', [], { isBusy: true })] }), truth(), /still loading/],
  ['no banner', seen(), truth(stopped), /stopped, and the banner is not there/],
  [
    'a banner that stays',
    seen({ regions: ['All trading is stopped'] }),
    truth(),
    /not stopped, and/,
  ],
  ['a waiting way out', seen({ regions: ['Waiting for you'] }), truth(), /0 ways out wait, and 1/],
  [
    'a title that says nothing of the stop',
    seen({ regions: ['All trading is stopped'] }),
    truth(stopped),
    /stopped, and the title is 'PRACTICE/,
  ],
  [
    'no way to stop',
    seen({ buttons: without('Stop all trading') }),
    truth(),
    /'Stop all trading' is there 0 times/,
  ],
  ['too many notices', seen({ notices: 4 }), truth(), /4 notices are in sight/],
  [
    'a price over the chart',
    seen({ charts: [chart({ price: '200.13' })] }),
    truth(),
    /AAPL is at 200\.12345, and headed by '200\.13/,
  ],
  [
    'an order without a line',
    seen({ charts: [chart()] }),
    truth({ orders: [order(), order({ id: 'order-2', symbol: 'AAPL', limitPrice: '190' })] }),
    /lines for ; open are Buy limit 190/,
  ],
  [
    'a line of no order',
    seen({
      charts: [
        chart({ handles: [{ name: 'Sell 1 stop price', price: '180.00', isMoving: false }] }),
      ],
    }),
    truth(),
    /lines for Sell stop 180; open are/,
  ],
  [
    'a holding',
    seen({ tables: [allocation({ Value: '2,000.02' })] }),
    truth(),
    /AAPL: Value is 2000\.004/,
  ],
  [
    'a line of the activity',
    seen({ tables: [activity({ State: 'unknown' })], ...everything }),
    truth(),
    /line-1: State is .*accepted/,
  ],
  [
    'a missing line of the activity',
    seen({ tables: [table('Activity', [])], ...everything }),
    truth(),
    /there are 1 rows, and 0/,
  ],
  ['a stream', seen({ statuses: {} }), truth(), /Order stream is live, and called/],
  [
    'hidden amounts',
    seen({ figures: { Account: { Equity: 'hidden' } } }),
    truth(),
    /shown as 'hidden'/,
  ],
  [
    'broken panels',
    seen({ text: 'The X panel could not be displayed. Your orders are not affected.' }),
    truth(),
    /could not be displayed/,
  ],
];

for (const [what, page, main, words] of wrong)
  it(`finds ${what}`, () => {
    const found = compare(page, main, lines);
    expect(found.join('\n')).toMatch(words);
  });

it('finds nothing in a chart, an allocation and an activity that are right', () => {
  const right = seen({
    charts: [chart({ handles: [{ name: 'Buy 3 limit price', price: '190.00', isMoving: false }] })],
    tables: [allocation(), activity()],
    ...everything,
  });
  const main = truth({ orders: [order({ symbol: 'AAPL', limitPrice: '190' })] });
  expect(compare(right, main, lines)).toEqual([]);
});

it('finds what the bell has and main does not, the other way round, and a count that stays', () => {
  const alert = Alert.parse({
    alertId: 'fill:1',
    kind: 'fill',
    at: 1,
    title: 'Bought 3 KO',
    text: 'Practice account.',
    target: { accountId: '00000000-0000-4000-8000-000000000002' },
    way: 'notify',
  });
  const main = truth({ alerts: [alert] });
  const last = 'Alert settings';
  expect(bellDifferences(['Bought 3 KO | 10:00', last], 0, main, false)).toEqual([]);
  expect(bellDifferences(['Notice | ×', 'Bought 3 KO', last], 1, main, false)).toEqual([]);
  expect(bellDifferences(['Sold 1 KO', last], 2, main, false)).toEqual([
    "the bell has 'Sold 1 KO'",
    "the bell does not have 'Bought 3 KO'",
    'the bell counts 2 new that were just looked at',
  ]);
});

it('takes a decision that became no order for a row of its own', () => {
  const intent = Intent.parse({
    intentId: '00000000-0000-4000-8000-000000000001',
    accountId: '00000000-0000-4000-8000-000000000002',
    kind: 'place',
    state: 'refused',
    body: '{}',
    symbol: 'KO',
    title: 'Buy 1 KO',
    confirmedAt: 1,
    cancelWhenFound: false,
    isConflict: false,
    unanswered: 0,
    changedAt: 1,
  });
  expect(compare(seen(), truth({ intents: [intent] })).join()).toMatch(/there are 2 rows, and 1/);
});

const fill = Execution.parse({
  orderId: 'order-1',
  symbol: 'KO',
  side: 'buy',
  qty: '1',
  cumQty: '1',
  price: '60',
  at: '2026-01-05T15:00:00Z',
});

const withFill = (Side: string, cells: Record<string, string> = {}, key = 'order-1:1') => {
  const shown = { Symbol: 'KO', Side, Quantity: '1', Price: '60.00', ...cells };
  const { tables, buttons, fields } = seen();
  return seen({
    tables: [...tables, table('Fills', [{ key, cells: shown, buttons: [] }])],
    buttons: [...buttons, button('Filter fills by side', { text: 'Buys and sells' })],
    fields: { ...fields, 'Filter fills by text': '' },
  });
};

it('wants a corrected fill told with what it is now, and one that came again under its own key', () => {
  const revision = { kind: 'correct', at: fill.at, qty: fill.qty, price: decimal('59.5') } as const;
  const main = truth({ executions: [{ ...fill, revision, again: 2 }] });
  const [words, key] = ['buy , corrected by the broker: 1 at 60 is now 1 at 59.5', 'order-1:1:2'];
  expect(compare(withFill(words, { Price: '59.50 60.00' }, key), main)).toEqual([]);
  expect(compare(withFill(words, {}, key), main).join()).toMatch(/Price is 59.5/);
  expect(compare(withFill('buy', { Price: '59.50' }, key), main).join()).toMatch(/Side is/);
  expect(compare(withFill(words, { Price: '59.50' }), main)).not.toEqual([]);
});

it('wants a fill that the broker took back told as taken back, and does not count it', () => {
  const busted: Execution = {
    ...fill,
    revision: { kind: 'bust', at: fill.at, qty: decimal('0'), price: fill.price },
  };
  const main = truth({ executions: [busted] });
  const words = ', busted by the broker: it does not count';
  expect(compare(withFill(`buy ${words}`), main)).toEqual([]);
  expect(compare(withFill('buy'), main).join()).toMatch(/Side is .* and shown as 'buy'/);
  expect(compare(withFill(`buy ${words}`), truth({ executions: [fill] })).join()).toMatch(
    /Side is/,
  );
  const row = { id: 'order-1', status: 'new', filled_qty: '0' };
  expect(differencesFromBooks(main, { orders: [row], executions: [] })).toEqual([]);
});

it('finds what main tells and the broker does not have, and the other way round', () => {
  const row = { id: 'order-1', status: 'new', filled_qty: '0' };
  expect(differencesFromBooks(truth(), { orders: [row], executions: [] })).toEqual([]);
  const told = truth({ executions: [fill] });
  const other = { id: 'order-2', status: 'filled', filled_qty: '1' };
  expect(differencesFromBooks(told, { orders: [other], executions: [] })).toEqual([
    'the broker has order-2 (filled), and main does not tell it',
    'main tells KO order-1, and the broker does not have it',
    'the broker has 0 fills, and main tells 1',
  ]);
});
