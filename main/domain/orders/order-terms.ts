// What a draft or a working order amounts to in shares and money, before it is filled.
import { isOpen, type Order, type OrderDraft } from '#contract/orders.ts';
import { decimal, div, max, mul, sign, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';

/** An order whose fate is not known (docs/orders.md, "Unknown counts as placed"). */
export type UnknownOrder = {
  intentId: string;
  draft: OrderDraft;
  /** The order that it would replace: of the two the larger counts. */
  replaces?: string;
};

/** Everything that is or may be working on the account. */
export type Placed = {
  openOrders: readonly Order[];
  unknownOrders: readonly UnknownOrder[];
  /** Net shares bought since the positions were asked for, sold ones negative: what was read may not hold them yet. */
  filledSince?: ((symbol: string) => Decimal) | undefined;
  /** The intent that is being judged: sent again, it is not a second order. */
  intentId?: string;
  /** The id of the order that the draft replaces: both will never work at once. */
  replaces?: string;
};

/** An order reduced to what it can still do to a position. */
export type Remainder = { side: string; qty: Decimal | undefined };

const QTY_DECIMALS = 9;
// At the broker a buy stop becomes a stop-limit this far above its stop; a short is charged this much above the price.
const FIFTY = decimal('50');
const BELOW_FIFTY = decimal('1.04');
const FROM_FIFTY = decimal('1.025');
const SHORT_MARGIN = decimal('1.03');

/** Pairs are written with and without their slash. */
export const bareSymbol = (symbol: string): string => symbol.replace('/', '');
export const isSameSymbol = (a: string, b: string): boolean =>
  a === b || bareSymbol(a) === bareSymbol(b);

export const isClass = (draft: OrderDraft, ...classes: string[]): boolean =>
  classes.includes(draft.orderClass ?? 'simple');

/** The limit of the order itself; of an OCO that is its take-profit. */
export const limitOf = (draft: OrderDraft): Decimal | undefined =>
  draft.orderClass === 'oco'
    ? (draft.takeProfit?.limitPrice ?? draft.limitPrice)
    : draft.limitPrice;

/** The price to reckon with: the limit or the stop that was asked for, else the market's. */
export function estimatedPrice(
  draft: OrderDraft,
  marketPrice: Decimal | undefined,
): Decimal | undefined {
  switch (draft.type) {
    case 'limit':
    case 'stop_limit':
      return positive(limitOf(draft));
    case 'stop':
      return positive(draft.stopPrice);
    case 'market':
    case 'trailing_stop':
      return positive(marketPrice);
    default:
      return draft.type satisfies never;
  }
}

/** The most a share can cost, as the broker reserves it; a sell is never worth less than the market says. */
export function reservedPrice(
  draft: OrderDraft,
  marketPrice: Decimal | undefined,
): Decimal | undefined {
  const price = estimatedPrice(draft, marketPrice);
  if (price === undefined) return undefined;
  if (draft.side === 'sell') return marketPrice === undefined ? price : max(price, marketPrice);
  return draft.type === 'stop' ? convertedLimit(price) : price;
}

/** The price at which the broker reckons a new short. */
export const shortPrice = (price: Decimal, marketPrice: Decimal | undefined): Decimal =>
  marketPrice === undefined ? price : max(price, mul(marketPrice, SHORT_MARGIN));

/** The limit that the broker gives to a buy stop. */
export const convertedLimit = (stopPrice: Decimal): Decimal =>
  mul(stopPrice, sign(sub(stopPrice, FIFTY)) < 0 ? BELOW_FIFTY : FROM_FIFTY);

/** Shares of a draft; an amount in dollars is turned into shares at the price, rounded up. */
export function qtyOf(draft: OrderDraft, marketPrice: Decimal | undefined): Decimal | undefined {
  if (draft.qty !== undefined) return draft.qty;
  const price = estimatedPrice(draft, marketPrice);
  if (draft.notional === undefined || price === undefined) return undefined;
  return div(draft.notional, price, QTY_DECIMALS, 'up');
}

/** What can still happen on a symbol: open orders and their live legs, each once, then the unknown ones. */
export function remaindersOf(
  symbol: string,
  placed: Placed,
  marketPrice: Decimal | undefined,
): Remainder[] {
  const working = new Map(
    workingOrders(placed)
      .filter((order) => isSameSymbol(order.symbol, symbol))
      .map((order) => [order.id, { side: order.side, qty: remainingQty(order, marketPrice) }]),
  );
  const unknown = placed.unknownOrders
    .filter(({ intentId }) => intentId !== placed.intentId)
    .filter(({ draft }) => isSameSymbol(draft.symbol, symbol))
    .map(({ draft, replaces }) => {
      const qty = qtyOf(draft, marketPrice);
      const old = working.get(replaces ?? '')?.qty;
      return { side: draft.side, qty: qty && old ? max(sub(qty, old), ZERO) : qty };
    });
  return [...working.values(), ...unknown];
}

/** A held leg waits for its parent or its twin and holds no shares of its own. */
function workingOrders({ openOrders, replaces }: Placed): Order[] {
  const orders = new Map<string, Order>();
  for (const order of openOrders) for (const leg of order.legs ?? []) orders.set(leg.id, leg);
  for (const order of openOrders) orders.set(order.id, order);
  const gone = new Set([...orders.values()].map((order) => order.replaces).concat(replaces));
  return [...orders.values()].filter(
    ({ id, status }) => isOpen(status) && status !== 'held' && !gone.has(id),
  );
}

function remainingQty(order: Order, marketPrice: Decimal | undefined): Decimal | undefined {
  if (order.qty !== undefined) return max(sub(order.qty, order.filledQty), ZERO);
  const price = positive(order.limitPrice ?? marketPrice);
  if (order.notional === undefined || price === undefined) return undefined;
  return max(sub(div(order.notional, price, QTY_DECIMALS, 'up'), order.filledQty), ZERO);
}

const positive = (price: Decimal | undefined): Decimal | undefined =>
  price !== undefined && sign(price) > 0 ? price : undefined;
