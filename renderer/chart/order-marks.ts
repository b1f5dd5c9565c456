// What the account has to do with the symbol on the chart: open orders at their prices, fills at theirs, and what the
// position cost on average. Pure; marks.ts draws it.
import {
  isTerminal,
  termsBefore,
  termsOf,
  type Execution,
  type Order,
  type OrderLeg,
  type Position,
} from '#contract/orders.ts';
import { notTradedHere } from '#contract/order-choices.ts';
import { abs, isMore, mul, sub } from '#renderer/core/exact.ts';
import { isLongWait, type OrderWait } from '#renderer/core/order-waits.ts';
import { formatAge, formatGain, formatPrice, formatQuantity } from '#renderer/ui/format.ts';

export type OrderMark = {
  /** The order and which of its prices. */
  key: string;
  orderId: string;
  member: 'limitPrice' | 'stopPrice';
  price: number;
  /** Undefined where the broker's record does not say it. */
  side: 'buy' | 'sell' | undefined;
  /** 'Buy 10 limit', 'Sell 5 stop, done for day', 'Buy 1 limit, cancel waits for the broker 12 s' */
  title: string;
  /** 'Cancel order: Buy 10 AAPL limit 190.50' */
  cancel: string;
  /** Its price is the broker's to move. */
  isTrailing?: true;
  /** Undefined where it opens, or nobody may read how much. */
  closes?: Closes;
};

/** What an order would end of a position at its price, exactly. */
export type Closes = {
  /** Of the order, as the broker has it. */
  price: string;
  /** What the position cost on average. */
  entry: string;
  /** No more than is held. */
  qty: string;
  isShort: boolean;
  isEstimate: boolean;
};

export type FillMark = {
  at: number;
  price: number;
  qty: number;
  side: 'buy' | 'sell';
  /** The broker took it back. */
  isBusted?: true;
};
export type PositionMark = { price: number; title: string };

const SIDES = { buy: 'Buy', sell: 'Sell', unknown: 'Side unknown:' };

/** Open, but not working now: its line says so. */
const NOT_WORKING = new Set(['stopped', 'suspended', 'done_for_day', 'calculated']);

/** What a person waits for, of an order. */
type Waits = { now: number; of: (order: OrderLeg) => OrderWait | undefined };
const NO_WAITS: Waits = { now: 0, of: () => undefined };

/** Besides the orders themselves. */
type About = { isPrivate: boolean; positions?: readonly Position[]; waits?: Waits };

/** In privacy mode no mark says how much. */
export function orderMarks(
  orders: readonly Order[],
  symbol: string,
  { isPrivate, positions = [], waits = NO_WAITS }: About,
): OrderMark[] {
  const mine = orders.filter((order) => order.symbol === symbol);
  const held = positions.find((position) => position.symbol === symbol);
  // Exits of an entry that is still working: what they would end is not held yet, at a cost that nobody knows.
  const early = new Set(
    mine.flatMap(({ side, status, legs = [] }) =>
      isTerminal(status) ? [] : legs.filter((leg) => leg.side !== side).map(({ id }) => id),
    ),
  );
  return (
    mine
      .flatMap((order): OrderLeg[] => [order, ...(order.legs ?? [])])
      .filter(({ status }) => !isTerminal(status))
      .flatMap((order) =>
        (['limitPrice', 'stopPrice'] as const).flatMap((member) => {
          const { side, qty, filledQty, unread, [member]: price } = order;
          const isTold = !isPrivate && !unread && !early.has(order.id);
          const closes =
            isTold && held && qty !== undefined && price !== undefined
              ? closesOf({ side, left: sub(qty, filledQty), price }, held)
              : undefined;
          return markOf(order, member, isPrivate, waits).map((mark) =>
            closes ? { ...mark, closes } : mark,
          );
        }),
      )
      // A leg is in its parent's record and may be in a record of its own.
      .filter((mark, n, all) => all.findIndex(({ key }) => key === mark.key) === n)
  );
}

/** What such an order, of which so much is left, would end of what is held. */
export function closesOf(
  { side, left, price }: { side: string; left: string; price: string },
  { side: held, symbol, assetClass, qty, avgEntryPrice, isEstimate }: Position,
): Closes | undefined {
  const isShort = held === 'short';
  // A contract is not one share: its price alone does not tell.
  if (notTradedHere(symbol, assetClass) !== undefined) return undefined;
  if (side !== (isShort ? 'buy' : 'sell')) return undefined;
  const size = isMore(left, abs(qty)) ? abs(qty) : left;
  return isMore(size, '0')
    ? { price, entry: avgEntryPrice, qty: size, isShort, isEstimate: isEstimate === true }
    : undefined;
}

/** At its own price, or at one that it is being moved to: '+$95.00', '≈−$84.20' */
export function gainAt(closes: Closes, price: number): string {
  const { entry, qty, isShort, isEstimate } = closes;
  const at = price === Number(closes.price) ? closes.price : priceText(price);
  const gain = mul(isShort ? sub(entry, at) : sub(at, entry), qty);
  return `${isEstimate ? '≈' : ''}${formatGain(gain)}`;
}

function markOf(
  order: OrderLeg,
  member: OrderMark['member'],
  isPrivate: boolean,
  { now, of }: Waits,
): OrderMark[] {
  const price = order[member];
  if (price === undefined) return [];
  const isTrailing = order.type === 'trailing_stop';
  const side = order.side === 'sell' || order.side === 'buy' ? order.side : undefined;
  const wait = of(order);
  const waiting = isLongWait(wait, now) ? `, ${wait.text} ${formatAge(now - wait.since)}` : '';
  const size = order.qty === undefined || isPrivate ? '' : ` ${formatQuantity(order.qty)}`;
  const head = `${SIDES[side ?? 'unknown']}${size}`;
  const what = isTrailing ? 'trailing stop' : member === 'limitPrice' ? 'limit' : 'stop';
  const rest = NOT_WORKING.has(order.status) ? `, ${order.status.replaceAll('_', ' ')}` : '';
  return [
    {
      key: `${order.id} ${member}`,
      orderId: order.id,
      member,
      price: Number(price), // on its way into a drawing
      side,
      title: `${head} ${what}${rest}${waiting}`,
      cancel: `Cancel order: ${head} ${order.symbol} ${order.type.replaceAll('_', ' ')} ${formatPrice(price)}`,
      ...(isTrailing && { isTrailing: true as const }),
    },
  ];
}

export const fillMarks = (executions: readonly Execution[], symbol: string): FillMark[] =>
  executions
    .filter((execution) => execution.symbol === symbol)
    .map((execution) => {
      const isBusted = execution.revision?.kind === 'bust';
      const { qty, price } = isBusted ? termsBefore(execution) : termsOf(execution);
      return {
        at: Date.parse(execution.at),
        price: Number(price),
        qty: Number(qty),
        side: execution.side === 'sell' ? ('sell' as const) : ('buy' as const),
        ...(isBusted && { isBusted: true as const }),
      };
    })
    .filter(({ at }) => !Number.isNaN(at))
    .sort((a, b) => a.at - b.at);

export function positionMark(
  positions: readonly Position[],
  symbol: string,
  isPrivate: boolean,
): PositionMark | undefined {
  const position = positions.find((held) => held.symbol === symbol);
  if (!position) return undefined;
  const about = position.isEstimate ? '≈' : '';
  const size = isPrivate ? '' : ` ${about}${formatQuantity(position.qty.replace('-', ''))}`;
  const title = `${position.side === 'short' ? 'Short' : 'Long'}${size} average`;
  return { price: Number(position.avgEntryPrice), title };
}

/** A price that an order may have: cents, or hundredths of them below a dollar. */
export const tickOf = (price: number): number => (price < 1 ? 0.0001 : 0.01);
export const priceText = (price: number): string =>
  Math.max(price, 0.0001).toFixed(price < 1 ? 4 : 2);

type PriceRange = { minValue: number; maxValue: number };

/** Orders no farther from the bars in sight than these are high come into sight with them; the others would flatten them. */
export function rangeWithOrders(bars: PriceRange, prices: readonly number[]): PriceRange {
  const height = bars.maxValue - bars.minValue;
  const near = prices.filter(
    (price) => price >= bars.minValue - height && price <= bars.maxValue + height,
  );
  return {
    minValue: Math.min(bars.minValue, ...near),
    maxValue: Math.max(bars.maxValue, ...near),
  };
}
