// What the account has to do with the symbol on the chart: open orders at their prices, fills at theirs, and what the
// position cost on average. Pure; marks.ts draws it.
import {
  isTerminal,
  termsOf,
  type Execution,
  type Order,
  type OrderLeg,
  type Position,
} from '#contract/orders.ts';
import { isLongWait, type OrderWait } from '#renderer/core/order-waits.ts';
import { formatAge, formatQuantity } from '#renderer/ui/format.ts';

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

/** In privacy mode no mark says how much. */
export const orderMarks = (
  orders: readonly Order[],
  symbol: string,
  isPrivate: boolean,
  waits: Waits = NO_WAITS,
): OrderMark[] =>
  orders
    .flatMap((order): OrderLeg[] => (order.symbol === symbol ? [order, ...(order.legs ?? [])] : []))
    .flatMap((order) =>
      isTerminal(order.status)
        ? []
        : (['limitPrice', 'stopPrice'] as const).flatMap((member) =>
            markOf(order, member, isPrivate, waits),
          ),
    )
    // A leg is in its parent's record and may be in a record of its own.
    .filter((mark, n, all) => all.findIndex(({ key }) => key === mark.key) === n);

function markOf(
  order: OrderLeg,
  member: OrderMark['member'],
  isPrivate: boolean,
  { now, of }: Waits,
): OrderMark[] {
  const price = order[member];
  // A trailing stop's price is the broker's to move.
  if (price === undefined || order.type === 'trailing_stop') return [];
  const side = order.side === 'sell' || order.side === 'buy' ? order.side : undefined;
  const wait = of(order);
  const waiting = isLongWait(wait, now) ? `, ${wait.text} ${formatAge(now - wait.since)}` : '';
  const size = order.qty === undefined || isPrivate ? '' : ` ${formatQuantity(order.qty)}`;
  const rest = NOT_WORKING.has(order.status) ? `, ${order.status.replaceAll('_', ' ')}` : '';
  return [
    {
      key: `${order.id} ${member}`,
      orderId: order.id,
      member,
      price: Number(price), // on its way into a drawing
      side,
      title: `${SIDES[side ?? 'unknown']}${size} ${member === 'limitPrice' ? 'limit' : 'stop'}${rest}${waiting}`,
    },
  ];
}

export const fillMarks = (executions: readonly Execution[], symbol: string): FillMark[] =>
  executions
    .filter((execution) => execution.symbol === symbol)
    .map((execution) => {
      const isBusted = execution.revision?.kind === 'bust';
      const { qty, price } = isBusted ? execution : termsOf(execution);
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
  const size = isPrivate ? '' : ` ${formatQuantity(position.qty.replace('-', ''))}`;
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
