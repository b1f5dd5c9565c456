// A desk on which everything is there at once, with values as long as real ones get.
import { Closing } from '#contract/closings.ts';
import { Decimal } from '#contract/decimal.ts';
import { Position } from '#contract/orders.ts';
import { AccountReading, Price } from '#contract/records.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { intentOf } from '#test/component/support/intents.ts';
import { ok, PRICES, PROFILE, type World } from '#test/component/support/world.ts';

const DAY_MS = 86_400_000;
/** More than have room in any window, with prices as old as they get in a quiet hour. */
const QUIET = Array.from({ length: 20 }, (_, n) => `W${String.fromCodePoint(65 + n)}MVY`);
export const LONG_LABEL = 'Margin account of the family trust';

export function fillWorld(main: World): void {
  const now = Date.now();
  // Older than today: a time with its day is the longest.
  const at = now - 40 * DAY_MS;
  const moment = new Date(at).toISOString();
  demoReplies(main, now);
  main.showDefaultLayout();
  const profile = { ...PROFILE, label: LONG_LABEL };
  main.answer('accounts.list', () => ok([profile]));
  main.answer('accounts.open', () => ok(profile));
  main.tell('accounts', { accounts: [profile] });
  main.tell(
    'account',
    AccountReading.parse({
      account: {
        accountNumber: 'PLAYED',
        status: 'ACTIVE',
        currency: 'USD',
        equity: '1234567.89',
        lastEquity: '1246912.35',
        cash: '-1234567.89',
        buyingPower: '4938271.56',
      },
      receivedAt: now,
      dayChange: '-12344.46',
      dayChangePercent: '-0.99',
    }),
  );
  const symbols = [...Object.keys(PRICES), ...QUIET];
  main.answer('watchlists.get', () =>
    ok({ lists: [{ listId: 'first', name: 'First', symbols }], mostSymbols: 30 }),
  );
  for (const symbol of QUIET) {
    const receivedAt = now - 12 * 60_000;
    const moved = { previousClose: '1345.82', change: '-12.34', changePercent: '-0.92' };
    main.tell(
      'prices',
      Price.parse({ symbol, price: '1333.48', tradedAt: receivedAt, receivedAt, ...moved }),
    );
  }
  for (const [symbol, status, more] of [
    ['AAPL', 'filled', { filledQty: '1234.567891234', filledAvgPrice: '333.4812' }],
    ['MSFT', 'canceled', { side: 'sell', type: 'stop_limit', stopPrice: '1333.48' }],
    ['GOOGL', 'partially_filled', { filledQty: '234.5', filledAvgPrice: '171.0345' }],
    ['NVDA', 'new', { timeInForce: 'gtc' }],
    ['JPM', 'rejected', {}],
    ['TSLA', 'pending_cancel', { type: 'trailing_stop', trailPercent: '12.5' }],
  ] as const)
    main.addOrder({
      symbol,
      status,
      submittedAt: moment,
      qty: Decimal.parse('1234.567891234'),
      limitPrice: Decimal.parse('1333.48'),
      ...more,
    } as Parameters<World['addOrder']>[0]);
  main.tell('intents', intentOf({ title: 'Buy 7 AMZN at 150.00, limit, PRACTICE' }));
  main.tell('positions', {
    positions: [
      ['AAPL', '1234.567891234'],
      ['GOOGL', '-234.5'],
      ['BRK.B', '12'],
      ['WMMVY', '12'],
    ].map(([symbol = '', qty = '']) =>
      Position.parse({
        symbol,
        side: qty.startsWith('-') ? 'short' : 'long',
        qty,
        qtyAvailable: qty,
        avgEntryPrice: '333.4812',
        currentPrice: '290.15',
        marketValue: '358209.91',
        costBasis: '411705.14',
        unrealizedPl: '-53495.23',
        unrealizedPlpc: '-0.1299',
        unrealizedIntradayPl: '-3495.23',
        lastdayPrice: '291.10',
      }),
    ),
    receivedAt: now,
  });
  main.tell('executions', {
    executionId: 'e1',
    orderId: 'order-1',
    symbol: 'AAPL',
    side: 'buy',
    qty: Decimal.parse('1234.567891234'),
    price: Decimal.parse('333.4812'),
    at: moment,
    cumQty: Decimal.parse('1234.567891234'),
  });
  main.answer('activities.list', () =>
    ok({
      rows: [
        {
          id: 'a1',
          activityType: 'FILL',
          at: moment,
          symbol: 'AAPL',
          side: 'buy',
          qty: Decimal.parse('1234.567891234'),
          price: Decimal.parse('333.4812'),
        },
        {
          id: 'a2',
          activityType: 'DIV',
          at: moment,
          symbol: 'AAPL',
          netAmount: Decimal.parse('123456.78'),
        },
      ],
    }),
  );
  main.answer('activity.list', () =>
    ok({
      lines: [
        {
          lineId: 'l1',
          at,
          kind: 'evidence',
          detail: 'answered',
          symbol: 'AAPL',
          text: 'The broker answered: it has it as order 1e74e860-b0a2-479e-9d12-000000000001.',
          intentId: '019a8000-0000-7000-8000-00000000abcd',
          requestId: '614d6121-cb9f-43fa-ac54-13a130d95b9b',
          status: 200,
        },
      ],
      isEnd: true,
    }),
  );
  main.tell('tokenizations', {
    request: TokenizationRequest.parse({
      tokenizationRequestId: '019a8000-0000-7000-8000-000000000009',
      type: 'mint',
      status: 'completed',
      underlyingSymbol: 'AAPL',
      issuer: 'xstocks',
      network: 'solana',
      qty: '9.999999999',
      fees: '0.000000001',
      createdAt: moment,
    }),
    receivedAt: now,
  });
  main.tell(
    'closings',
    Closing.parse({
      closingId: '019a8000-0000-7000-8000-0000000000cc',
      kind: 'half',
      how: 'market',
      confirmedAt: now,
      state: 'running',
      symbols: [
        {
          symbol: 'GOOGL',
          side: 'short',
          qty: '117.25',
          step: 'canceling',
          text: 'Canceling open orders in GOOGL.',
          intentIds: [],
        },
      ],
    }),
  );
}
