// One account as the broker's ledger has it, now and at every moment before: what was held and how much cash there was
// follow from the executions alone, so that they are reckoned here without asking the broker's own sums.
import { isOpen } from '#contract/orders.ts';
import {
  add,
  decimal,
  div,
  isZero,
  mul,
  negate,
  sign,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import type { Paper } from '#test/faults/support/paper.ts';

type OrderRow = {
  id: string;
  client_order_id: string;
  account_id: string;
  parent_id: string | null;
  replaces: string | null;
  status: string;
  symbol: string;
  side: string;
  type: string;
  qty: Decimal | null;
  filled_qty: Decimal;
  limit_price: Decimal | null;
  stop_price: Decimal | null;
  updated_at: string;
};
type FillRow = {
  account_id: string;
  order_id: string;
  symbol: string;
  side: string;
  qty: Decimal;
  cum_qty: Decimal;
  price: Decimal;
  timestamp: string;
};

/** So many shares for so many, since then; epoch ms. */
export type Split = { symbol: string; to: number; from: number; at: number };

/** What something was, and from when on; until the next. */
type Moment<T = Decimal> = { value: T; from: number };
type Holdings = { cash: Decimal; held: ReadonlyMap<string, Decimal> };

export type Ledger = {
  orders: ReadonlyMap<string, OrderRow>;
  fills: readonly FillRow[];
  fillsOf(orderId: string): readonly FillRow[];
  openOrders(): OrderRow[];
  symbols(): Iterable<string>;
  held(symbol: string): Decimal;
  /** At every moment since the beginning. */
  heldEver(symbol: string): Decimal[];
  cash(): Decimal;
  /** All that it was between the two. */
  heldBetween(symbol: string, from: number, to: number): Decimal[];
  cashBetween(from: number, to: number): Decimal[];
  /** From what to what the equity can have been with each of the holdings between the two; undefined without a price. */
  equityBetween(from: number, to: number, pricesOf: PricesOf): Range[] | undefined;
};

export type Range = { low: Decimal; high: Decimal };
/** What a symbol was traded at between the two; undefined when nobody knows. */
export type PricesOf = (symbol: string, from: number, to: number) => Range | undefined;

/**
 * A fill bears the time of the trade that made it and is booked with the broker's next step, so that what was before it
 * holds a little longer than its time says.
 */
const BOOKED_MS = 1_000;

export async function readLedgers(
  control: Paper['control'],
  accounts: readonly { brokerAccountId: string; cash: string }[],
  splits: readonly Split[] = [],
): Promise<Ledger[]> {
  const all = await control<{ orders: OrderRow[]; executions: FillRow[] }>('GET', '/ledger');
  return accounts.map(({ brokerAccountId, cash }) => {
    const isOwn = (row: { account_id: string }): boolean => row.account_id === brokerAccountId;
    const [rows, fills] = [all.orders.filter(isOwn), all.executions.filter(isOwn)];
    return ledgerOf(rows, fills, decimal(cash), splits);
  });
}

function ledgerOf(
  rows: OrderRow[],
  fills: FillRow[],
  startCash: Decimal,
  splits: readonly Split[],
): Ledger {
  const orders = new Map(rows.map((row) => [row.id, row]));
  const byOrder = Map.groupBy(fills, (fill) => fill.order_id);
  const cash: Moment[] = [{ value: startCash, from: -Infinity }];
  const held = new Map<string, Moment[]>();
  let all: Holdings = { cash: startCash, held: new Map() };
  const holdings: Moment<Holdings>[] = [{ value: all, from: -Infinity }];
  const left = new Set(splits);
  function hold(symbol: string, value: Decimal, from: number): void {
    const moments = held.get(symbol) ?? [{ value: ZERO, from: -Infinity }];
    held.set(symbol, moments);
    moments.push({ value, from });
    all = { cash: last(cash), held: new Map(all.held).set(symbol, value) };
    holdings.push({ value: all, from });
  }
  function splitBefore(at: number, of?: string): void {
    for (const split of left) {
      if (split.at > at || (of !== undefined && split.symbol !== of)) continue;
      left.delete(split);
      const more = mul(last(held.get(split.symbol) ?? []), decimal(String(split.to)));
      // What does not make a billionth of a share is gone.
      hold(split.symbol, div(more, decimal(String(split.from)), 9, 'down'), split.at);
    }
  }
  for (const { symbol, side, qty, price, timestamp } of fills) {
    const from = Date.parse(timestamp);
    splitBefore(from, symbol);
    const change = side === 'buy' ? qty : negate(qty);
    cash.push({ value: add(last(cash), negate(mul(change, price))), from });
    hold(symbol, add(last(held.get(symbol) ?? []), change), from);
  }
  splitBefore(Infinity);
  const momentsOf = (symbol: string): readonly Moment[] =>
    held.get(symbol) ?? [{ value: ZERO, from: -Infinity }];
  return {
    orders,
    fills,
    fillsOf: (orderId) => byOrder.get(orderId) ?? [],
    openOrders: () => rows.filter(({ status }) => isOpen(status)),
    symbols: () => held.keys(),
    held: (symbol) => last(momentsOf(symbol)),
    heldEver: (symbol) => momentsOf(symbol).map(({ value }) => value),
    cash: () => last(cash),
    heldBetween: (symbol, from, to) => between(momentsOf(symbol), from, to),
    cashBetween: (from, to) => between(cash, from, to),
    equityBetween(from, to, pricesOf) {
      const ranges = between(holdings, from, to).map((one) =>
        rangeOf(one, (symbol) => pricesOf(symbol, from, to)),
      );
      return ranges.every((range) => range !== undefined) ? ranges : undefined;
    },
  };
}

function rangeOf(
  { cash, held }: Holdings,
  priceOf: (symbol: string) => Range | undefined,
): Range | undefined {
  let range: Range | undefined = { low: cash, high: cash };
  for (const [symbol, qty] of held) {
    if (isZero(qty)) continue;
    const price = priceOf(symbol);
    if (!price || !range) return undefined;
    const [least, most] = sign(qty) > 0 ? [price.low, price.high] : [price.high, price.low];
    range = { low: add(range.low, mul(qty, least)), high: add(range.high, mul(qty, most)) };
  }
  return range;
}

const last = (moments: readonly Moment[]): Decimal => moments.at(-1)?.value ?? ZERO;

const between = <T>(moments: readonly Moment<T>[], from: number, to: number): T[] =>
  moments
    .filter(
      (moment, i) => moment.from <= to && (moments[i + 1]?.from ?? Infinity) + BOOKED_MS >= from,
    )
    .map(({ value }) => value);
