// What must hold whatever is asked, seen from outside the process.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeFrame, type Alpaca, type trading } from '@alpacahq/alpaca-trade-api';
import {
  add,
  decimal,
  isZero,
  mul,
  normalize,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import { borrowBroker, MORNING } from '#test/conformance/support/broker.ts';
import {
  cents,
  createDesk,
  itKeepsToTheDocuments,
  TERMINAL,
  useDesk,
} from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING });
const SYMBOLS = ['AAPL', 'F', 'KO'] as const;

type Order = { symbol: string; side: 'buy' | 'sell'; qty: number; percent: number; form: Form };
type Step =
  | ({ kind: 'order' } & Order)
  | { kind: 'wait'; minutes: number }
  | { kind: 'shock'; symbol: string; factor: string }
  | { kind: 'close'; symbol: string }
  | { kind: 'replace'; qty: number }
  | { kind: 'cancel all' };

const FORMS = [
  'market',
  'limit',
  'stop',
  'stop limit',
  'trailing stop',
  'bracket',
  'oco',
  'fraction',
  'notional',
  'ioc',
] as const;
type Form = (typeof FORMS)[number];

const symbol = fc.constantFrom(...SYMBOLS);
const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: kind('order'),
      symbol,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      qty: fc.integer({ min: 1, max: 400 }),
      percent: fc.integer({ min: 97, max: 103 }),
      form: fc.constantFrom(...FORMS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('wait'), minutes: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('shock'), symbol, factor: fc.constantFrom('0.97', '1.03') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('close'), symbol }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('replace'), qty: fc.integer({ min: 1, max: 400 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel all') }) },
);

/** Refusals are part of the game: only their consequences are looked at. */
async function play(client: Alpaca, move: Step): Promise<void> {
  const { orders, positions } = client.trading;
  switch (move.kind) {
    case 'order':
      return allow(place(client, move));
    case 'wait':
      return desk.control.step(move.minutes * 60_000);
    case 'shock':
      return desk.control.shock(move.symbol, move.factor);
    case 'close':
      return allow(positions.deleteOpenPosition({ symbolOrAssetId: move.symbol }));
    case 'replace': {
      const [open] = await orders.getAllOrders({ limit: 1 });
      const patchOrderRequest = { qty: String(move.qty) };
      if (open?.id)
        await allow(orders.patchOrderByOrderId({ orderId: open.id, patchOrderRequest }));
      return undefined;
    }
    case 'cancel all':
      return allow(orders.deleteAllOrders());
    default:
      return move satisfies never;
  }
}

async function place(client: Alpaca, { form, symbol: name, side, qty, percent }: Order) {
  const { orders } = client.trading;
  const last = (await client.marketData.getLatestPrice(name)) ?? 1;
  const near = cents((last * percent) / 100);
  const above = { limitPrice: cents(last * 1.02) };
  const below = { stopPrice: cents(last * 0.98) };
  const base = { symbol: name, side, qty };
  switch (form) {
    case 'market':
      return orders.market(base);
    case 'limit':
      return orders.limit({ ...base, limitPrice: near });
    case 'stop':
      return orders.stop({ ...base, stopPrice: near });
    case 'stop limit':
      return orders.stopLimit({ ...base, stopPrice: near, limitPrice: near });
    case 'trailing stop':
      return orders.trailingStop({ ...base, trailPercent: 1 });
    case 'bracket':
      return orders.bracket({ ...base, side: 'buy', takeProfit: above, stopLoss: below });
    case 'oco':
      return orders.oco({ ...base, side: 'sell', takeProfit: above, stopLoss: below });
    case 'fraction':
      return orders.market({ ...base, qty: `${qty}.123456789` });
    case 'notional':
      return orders.market({ symbol: name, side, notional: qty });
    case 'ioc':
      return orders.limit({ ...base, limitPrice: near, timeInForce: 'ioc' });
    default:
      return form satisfies never;
  }
}

const allow = (call: Promise<unknown>): Promise<void> =>
  call.then(
    () => undefined,
    (error: unknown) => {
      expect([403, 404, 422]).toContain((error as { status?: number }).status);
    },
  );

const FILL_SIGN = { buy: decimal('1'), sell: decimal('-1') } as const;
type Fill = { side: 'buy' | 'sell' | 'sell_short'; qty: string; price: string; symbol: string };

/** Cash and holdings as the executions alone would have them. */
function replay(fills: readonly Fill[], startCash: Decimal) {
  let cash = startCash;
  const held = new Map<string, Decimal>();
  for (const fill of fills) {
    const shares = mul(decimal(fill.qty), FILL_SIGN[fill.side === 'buy' ? 'buy' : 'sell']);
    cash = sub(cash, mul(shares, decimal(fill.price)));
    held.set(fill.symbol, add(held.get(fill.symbol) ?? ZERO, shares));
  }
  const left = [...held]
    .filter(([, qty]) => !isZero(qty))
    .map(([name, qty]) => [name, normalize(qty)]);
  return { cash, held: left.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)) };
}

describe('any stream of orders', () => {
  it(
    'conserves cash and shares, leaves no end, and unfills nothing',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (moves) => {
          const client = desk.client(await desk.control.addAccount({ cash: '50000' }));
          const seen = new Map<string | undefined, trading.Order>();
          for (const move of moves) {
            await play(client, move);
            for (const now of await client.trading.orders.getAllOrders({
              status: 'all',
              limit: 500,
            })) {
              const before = seen.get(now.id);
              if (TERMINAL.has(before?.status)) expect(now).toEqual(before);
              expect(Number(now.filledQty)).toBeGreaterThanOrEqual(Number(before?.filledQty ?? 0));
              if (now.qty) expect(Number(now.filledQty)).toBeLessThanOrEqual(Number(now.qty));
              seen.set(now.id, now);
            }
          }
          const fills = (await client.trading.collectActivities()) as unknown as Fill[];
          const { cash, held } = replay(fills, decimal('50000'));
          const account = await client.trading.account.getAccount();
          const positions = await client.trading.positions.getAllOpenPositions();
          expect(normalize(decimal(account.cash ?? ''))).toBe(normalize(cash));
          expect(positions.map(({ symbol: name, qty }) => [name, normalize(decimal(qty))])).toEqual(
            held,
          );
          for (const { qty, qtyAvailable } of positions) {
            expect(Math.abs(Number(qtyAvailable))).toBeLessThanOrEqual(Math.abs(Number(qty)));
          }
        }),
        { numRuns: 15, seed: 7, endOnFailure: true },
      );
    },
  );
});

describe('the same seed and the same requests', () => {
  it('give the same bytes in another process', async () => {
    const runs = await Promise.all(
      [0, 1].map(async () => {
        const each = createDesk(await borrowBroker({ start: MORNING, seed: 11 }));
        const { trading: api, marketData } = each.alpaca;
        await each.own('AAPL', 7);
        await marketData.getStockBars({
          symbols: ['KO', 'F'],
          timeframe: TimeFrame.Hour,
          start: new Date('2026-03-09T00:00:00Z'),
        });
        await api.orders.limit({ symbol: 'KO', qty: 1, side: 'buy', limitPrice: 1 });
        await each.control.step(3_600_000);
        await api.positions.getAllOpenPositions();
        await api.accountActivities.getAccountActivities();
        await api.account.getAccount();
        return each.recorder
          .answers()
          .map(({ status, headers, body }) => [status, [...headers], body]);
      }),
    );
    expect(runs[0]?.length).toBeGreaterThan(6);
    expect(runs[1]).toEqual(runs[0]);
  });
});

describe('minute bars', () => {
  it('fold into the bar of their day', async () => {
    const day = { start: new Date('2026-03-09T04:00:00Z'), end: new Date('2026-03-10T03:59:00Z') };
    for (const name of SYMBOLS) {
      const { getStockBarsFor } = desk.alpaca.marketData;
      const bars = getStockBarsFor.bind(desk.alpaca.marketData);
      const minutes = await bars(name, { timeframe: TimeFrame.Minute, ...day });
      const [whole, ...others] = await bars(name, { timeframe: TimeFrame.Day, ...day });
      expect(others).toEqual([]);
      expect(whole).toMatchObject({
        open: minutes[0]?.open,
        close: minutes.at(-1)?.close,
        high: Math.max(...minutes.map(({ high }) => high)),
        low: Math.min(...minutes.map(({ low }) => low)),
        volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
        tradeCount: minutes.reduce((sum, { tradeCount }) => sum + (tradeCount ?? 0), 0),
      });
    }
  });
});

itKeepsToTheDocuments(desk);
