import { Refusal } from '#main/paper/refusal.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, compare, mul, negate, sub, type Decimal } from '#main/domain/decimal.ts';
import { createRig, MINUTE, type Rig } from './rig.ts';

const SYMBOLS = ['AAPL', 'MSFT', 'PENNY'];
const DONE = new Set(['filled', 'canceled', 'expired', 'replaced', 'rejected']);

/** An order as wished for; prices are percentages off the last trade, so that most wishes make sense. */
type Wish = {
  symbol: string;
  side: 'buy' | 'sell';
  type: string;
  time_in_force: string;
  qty: number;
  isValue: boolean;
  near: number;
  far: number;
  order_class: string;
};

type Step =
  | { kind: 'place'; wish: Wish }
  | { kind: 'cancel' | 'replace'; pick: number; by: number }
  | { kind: 'close'; symbol: string }
  | { kind: 'move'; symbol: string; qty: number }
  | { kind: 'price'; symbol: string; by: number; afterMs: number };

const symbol = fc.constantFrom(...SYMBOLS);
const percent = fc.integer({ min: -8, max: 8 });
const wish = fc.record({
  symbol,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  type: fc.constantFrom(
    'market',
    'market',
    'limit',
    'limit',
    'stop',
    'stop_limit',
    'trailing_stop',
  ),
  time_in_force: fc.constantFrom('day', 'day', 'day', 'day', 'gtc', 'ioc', 'fok', 'cls'),
  qty: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 300 }) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 2_000_000_000 }).map((units) => units / 1e9),
    },
  ),
  isValue: fc.constantFrom(true, false, false),
  near: percent,
  far: percent,
  order_class: fc.constantFrom('', '', '', '', 'bracket', 'oco', 'oto'),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('place' as const), wish }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'replace' as const),
      pick: fc.nat(20),
      by: percent,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), symbol }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      symbol,
      qty: fc.integer({ min: -20, max: 20 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      symbol,
      by: percent,
      afterMs: fc.integer({ min: 1, max: 30 * MINUTE }),
    }),
  },
);
const steps = fc.array(step, { minLength: 30, maxLength: 90 });
const chances = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
  minLength: 20,
  maxLength: 60,
});

const off = (last: number, by: number) =>
  Math.min(400, Math.max(20, Math.round(last * (100 + by)) / 100));

function toBody({ isValue, near, far, ...rest }: Wish, last: number): Record<string, unknown> {
  const notional = Math.round(rest.qty * 5_000) / 100;
  const exitSide = rest.order_class === 'oco' ? rest.side : rest.side === 'buy' ? 'sell' : 'buy';
  const away = exitSide === 'sell' ? 1 : -1;
  const isComplex = rest.order_class !== '';
  const type = rest.order_class === 'oco' ? 'limit' : isComplex ? 'market' : rest.type;
  const profit = off(last, away * (1 + Math.abs(near)));
  return {
    ...rest,
    type,
    ...(isComplex ? { time_in_force: 'gtc', qty: Math.ceil(rest.qty) } : {}),
    ...(isValue && type === 'market' && !isComplex ? { qty: null, notional } : {}),
    ...(type === 'limit' || type === 'stop_limit' ? { limit_price: off(last, near) } : {}),
    ...(type === 'stop' || type === 'stop_limit' ? { stop_price: off(last, far) } : {}),
    ...(type === 'trailing_stop' ? { trail_percent: 1 + Math.abs(near) } : {}),
    ...(rest.order_class === 'oco' ? { limit_price: profit } : {}),
    ...(isComplex ? { stop_loss: { stop_price: off(last, -away * (1 + Math.abs(far))) } } : {}),
    ...(rest.order_class === 'bracket' ? { take_profit: { limit_price: profit } } : {}),
  };
}

function attempt(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function take(rig: Rig, each: Step): void {
  const { engine, account } = rig;
  const last = (of: string) => (rig.market.lastTrade(of, rig.now())?.price ?? 0) / 10_000;
  const open = () =>
    engine.list(account, { status: 'open', nested: false, direction: 'asc', limit: 500 });
  switch (each.kind) {
    case 'place':
      return attempt(() => engine.place(account, toBody(each.wish, last(each.wish.symbol))));
    case 'cancel':
    case 'replace': {
      const orders = open();
      const order = orders[each.pick % Math.max(1, orders.length)];
      if (!order) return undefined;
      return each.kind === 'cancel'
        ? attempt(() => engine.cancel(account, order.id))
        : attempt(() =>
            engine.replace(account, order.id, {
              limit_price: off(last(String(order['symbol'])), each.by),
              qty: each.pick % 2 ? undefined : 1 + each.pick,
            }),
          );
    }
    case 'close':
      return attempt(() => engine.closePosition(account, each.symbol, {}));
    case 'move':
      return attempt(() =>
        engine.move({
          accountId: account,
          symbol: each.symbol,
          qty: String(each.qty) as Decimal,
        }),
      );
    case 'price':
      rig.wait(each.afterMs);
      return rig.tick(each.symbol, off(last(each.symbol), each.by));
  }
}

it('conserves cash and shares exactly, whatever is traded at whatever price', () => {
  fc.assert(
    fc.property(steps, chances, (script, luck) => {
      const rig = createRig({ hours: 'always' });
      rig.chance.push(...luck);
      for (const each of script) {
        take(rig, each);
        const activities = rig.engine.activities(rig.account, {
          direction: 'asc',
          pageSize: 10_000,
        });
        let cash = '100000' as Decimal;
        const shares = new Map<unknown, Decimal>();
        for (const { activity_type, symbol: of, side, qty: text, price: at } of activities) {
          const unsigned = text as Decimal;
          const signed = side === 'sell' ? negate(unsigned) : unsigned;
          shares.set(of, add(shares.get(of) ?? ('0' as Decimal), signed));
          if (activity_type === 'FILL') cash = sub(cash, mul(signed, at as Decimal));
        }
        const account = rig.engine.account(rig.account);
        expect(account['cash']).toBe(cash);
        let equity = cash;
        for (const [of, held] of shares) {
          expect(rig.position(String(of))).toBe(held);
          if (held === '0') continue;
          const now = rig.engine.position(rig.account, String(of))['current_price'] as Decimal;
          equity = add(equity, mul(held, now));
        }
        expect(account['equity']).toBe(equity);
      }
    }),
    { numRuns: 30 },
  );
});

it('never leaves a terminal state and never lets the filled quantity fall', () => {
  fc.assert(
    fc.property(steps, chances, (script, luck) => {
      const rig = createRig({ hours: 'always' });
      rig.chance.push(...luck);
      const seen = new Map<unknown, { status: string; filled: Decimal }>();
      for (const each of script) {
        take(rig, each);
        const orders = rig.updates.splice(0).map(({ order }) => order);
        for (const order of [...orders, ...rig.engine.audit().orders]) {
          const status = String(order['status']);
          const filled = order['filled_qty'] as Decimal;
          const before = seen.get(order['id']);
          if (before && DONE.has(before.status)) expect(status).toBe(before.status);
          if (before) expect(compare(filled, before.filled)).toBeGreaterThanOrEqual(0);
          if (order['qty'] !== null) {
            expect(compare(filled, order['qty'] as Decimal)).toBeLessThanOrEqual(0);
          }
          if (status === 'filled' && order['qty'] !== null) expect(filled).toBe(order['qty']);
          seen.set(order['id'], { status, filled });
        }
      }
    }),
    { numRuns: 30 },
  );
});

it('never oversells the position of an account that may not short', () => {
  fc.assert(
    fc.property(steps, chances, (script, luck) => {
      const rig = createRig({ hours: 'always' });
      rig.engine.configure(rig.account, { no_shorting: true });
      rig.chance.push(...luck);
      for (const each of script) {
        take(rig, each);
        for (const position of rig.engine.positions(rig.account)) {
          expect(compare(position['qty'] as Decimal, '0' as Decimal)).toBe(1);
          expect(
            compare(position['qty_available'] as Decimal, '0' as Decimal),
          ).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: 50 },
  );
});

it('gives back all that open orders held when they are canceled', () => {
  fc.assert(
    fc.property(steps, chances, (script, luck) => {
      const rig = createRig({ hours: 'always' });
      rig.chance.push(...luck);
      for (const each of script) take(rig, each);
      rig.engine.cancelAll(rig.account);
      for (const position of rig.engine.positions(rig.account)) {
        expect(position['qty_available']).toBe(position['qty']);
      }
      const { regt_buying_power, equity, initial_margin } = rig.engine.account(rig.account);
      const excess = sub(equity as Decimal, initial_margin as Decimal);
      const expected = compare(excess, '0' as Decimal) > 0 ? mul(excess, '2' as Decimal) : '0';
      expect(regt_buying_power).toBe(expected);
    }),
    { numRuns: 30 },
  );
});

it('answers the same bytes after the ledger is opened again, at any point of a random day', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  let run = 0;
  try {
    fc.assert(
      fc.property(steps, chances, (script, luck) => {
        const rig = createRig({ hours: 'always', path: join(folder, `${run++}.db`) });
        rig.chance.push(...luck);
        for (const each of script) take(rig, each);
        const answers = ({ engine, account }: Rig) =>
          JSON.stringify([engine.account(account), engine.positions(account), engine.audit()]);
        const before = answers(rig);
        const again = rig.reopen();
        again.engine.advance(again.now());
        expect(answers(again)).toBe(before);
        again.ledger.close();
      }),
      { numRuns: 25 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('throws nothing but refusals, whatever a body holds', () => {
  const names = [
    'symbol',
    'qty',
    'notional',
    'side',
    'type',
    'time_in_force',
    'limit_price',
    'stop_price',
    'trail_price',
    'trail_percent',
    'extended_hours',
    'client_order_id',
    'order_class',
    'take_profit',
    'stop_loss',
    'position_intent',
    'legs',
    'trail',
    'name',
    'symbols',
    'no_shorting',
    '__proto__',
  ];
  const junk = fc.oneof(
    fc.jsonValue(),
    fc.double(),
    fc.bigInt().map(String),
    fc.constantFrom('1e400', '-1', '0', 'NaN', 'AAPL', 'market', 'limit', 'buy', 'day', '', 'oco'),
    fc.string({ unit: 'binary' }),
  );
  const garbage = fc.oneof(
    junk,
    fc.dictionary(fc.constantFrom(...names), junk),
    fc
      .tuple(wish, fc.constantFrom(...names), junk)
      .map(([good, name, bad]) => Object.assign(toBody(good, 100), { [name]: bad })),
  );
  const rig = createRig({ hours: 'always' });
  const { id } = rig.place({ type: 'limit', limit_price: '60' });
  fc.assert(
    fc.property(garbage, fc.string(), (bad, text) => {
      const { engine, account } = rig;
      attempt(() => engine.place(account, bad));
      attempt(() => engine.replace(account, id, bad));
      attempt(() => engine.configure(account, bad));
      attempt(() => engine.watchlists.create(account, bad));
      attempt(() => engine.get(account, text, true));
      attempt(() => engine.getByClientOrderId(account, text));
      attempt(() => engine.position(account, text));
    }),
    { numRuns: 1_000 },
  );
});
