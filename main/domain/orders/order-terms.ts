// What a draft or a working order amounts to in shares and money, before it is filled.
import { isOpen, type Order, type OrderDraft } from '#contract/orders.ts';
import {
  add,
  decimal,
  div,
  isLess,
  max,
  min,
  mul,
  round,
  sign,
  sub,
  ZERO,
  type Decimal,
  type Rounding,
} from '#main/domain/decimal.ts';

/** An order whose fate is not known (docs/orders.md, "Unknown counts as placed"). */
export type UnknownOrder = {
  intentId: string;
  draft: OrderDraft;
  /** The order that it would replace: of the two the larger counts. */
  replaces?: string;
  /** A person set it aside, to be canceled if it appears: it keeps nobody from closing what it might have closed. */
  isGivenUp?: true;
  /** The sale that a mint is to an account. */
  isMint?: true;
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
type Remainder = { side: string; qty: Decimal | undefined };

const QTY_DECIMALS = 9;
// At the broker a buy stop becomes a stop-limit this far above its stop; a short is charged this much above the price.
const FIFTY = decimal('50');
const BELOW_FIFTY = decimal('1.04');
const FROM_FIFTY = decimal('1.025');
const SHORT_MARGIN = decimal('1.03');
const HUNDRED = decimal('100');
const ONE_DOLLAR = decimal('1');
const SMALLEST_PRICE = decimal('0.0001');

/** Pairs are written with and without their slash. */
export const bareSymbol = (symbol: string): string => symbol.replace('/', '');
export const isSameSymbol = (a: string, b: string): boolean =>
  a === b || ((a.includes('/') || b.includes('/')) && bareSymbol(a) === bareSymbol(b));

/** Whether an order may be on this side: a word that nobody here knows, or none, may mean either. */
export const mayBeSide = (told: string, side: string): boolean =>
  told === side || (told !== 'buy' && told !== 'sell');

export const isClass = (draft: OrderDraft, ...classes: string[]): boolean =>
  classes.includes(draft.orderClass ?? 'simple');

/** The limit of the order itself; of an OCO that is its take-profit. */
export const limitOf = (draft: OrderDraft): Decimal | undefined =>
  draft.orderClass === 'oco'
    ? (draft.takeProfit?.limitPrice ?? draft.limitPrice)
    : draft.limitPrice;

/** The price to reckon with: the limit or the stop that was asked for, where a trail begins, else the market's. */
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
    case 'trailing_stop':
      return trailedStop(draft, positive(marketPrice));
    case 'market':
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

/** What the broker sets aside for a share of an order that opens: the most that it can cost, or a short's margin. */
export function openingPrice(
  draft: OrderDraft,
  marketPrice: Decimal | undefined,
  ask = marketPrice,
): Decimal | undefined {
  if (draft.side === 'buy') return reservedPrice(draft, marketPrice);
  // What a short needs hangs on the ask, wherever its stop or limit stands.
  const market = positive(ask);
  return market && max(limitIn(draft) ?? ZERO, mul(market, SHORT_MARGIN));
}

/** Where it would fill now: at the market when its stop and its limit let it, at its own price when it has to wait. */
export function fillPrice(
  draft: OrderDraft,
  marketPrice: Decimal | undefined,
): Decimal | undefined {
  const own = estimatedPrice(draft, marketPrice);
  const market = positive(marketPrice);
  const { side, type, stopPrice } = draft;
  if (!own || !market || type === 'trailing_stop') return own;
  const isWaiting =
    stopPrice && (side === 'buy' ? isLess(market, stopPrice) : isLess(stopPrice, market));
  if (isWaiting) return own;
  const limit = limitIn(draft) ?? market;
  return side === 'buy' ? min(limit, market) : max(limit, market);
}

const limitIn = (draft: OrderDraft): Decimal | undefined =>
  draft.type === 'limit' || draft.type === 'stop_limit' ? limitOf(draft) : undefined;

/** Where a trailing stop stands at first, in the broker's ticks: away from the market, never nearer. */
function trailedStop(
  { side, trailPrice, trailPercent }: OrderDraft,
  marketPrice: Decimal | undefined,
): Decimal | undefined {
  if (marketPrice === undefined) return undefined;
  const away =
    trailPrice ?? (trailPercent && div(mul(marketPrice, trailPercent), HUNDRED, 4, 'down')) ?? ZERO;
  const exact = side === 'buy' ? add(marketPrice, away) : sub(marketPrice, away);
  return max(toTick(exact, side === 'buy' ? 'up' : 'down'), SMALLEST_PRICE);
}

/** The limit that the broker gives to a buy stop. */
export const convertedLimit = (stopPrice: Decimal): Decimal =>
  toTick(mul(stopPrice, isLess(stopPrice, FIFTY) ? BELOW_FIFTY : FROM_FIFTY), 'down');

/** Whole cents from a dollar up, four decimals below. */
const toTick = (price: Decimal, rounding: Rounding): Decimal =>
  round(price, isLess(price, ONE_DOLLAR) ? 4 : 2, rounding);

/** Shares of a draft; an amount in dollars is turned into shares at the price, rounded up. */
export function qtyOf(draft: OrderDraft, marketPrice: Decimal | undefined): Decimal | undefined {
  if (draft.qty !== undefined) return draft.qty;
  const price = estimatedPrice(draft, marketPrice);
  if (draft.notional === undefined || price === undefined) return undefined;
  return div(draft.notional, price, QTY_DECIMALS, 'up');
}

/** Of a change what is left to fill: what its order has filled is held and paid for, and the change asks for it as well. */
export function restOf(
  draft: OrderDraft,
  { openOrders, replaces }: Pick<Placed, 'openOrders' | 'replaces'>,
): OrderDraft {
  if (replaces === undefined || draft.qty === undefined) return draft;
  const old = openOrders
    .flatMap(({ legs = [], ...order }) => [order, ...legs])
    .find(({ id }) => id === replaces);
  return old ? { ...draft, qty: max(sub(draft.qty, old.filledQty), ZERO) } : draft;
}

/** What can still happen on a symbol: open orders and their live legs, each once, then the unknown ones. */
export function remaindersOf(
  symbol: string,
  placed: Placed,
  marketPrice: Decimal | undefined,
): Remainder[] {
  const working = new Map<string, Remainder>();
  const claims = new Map<string, string>();
  const all = new Map(placed.openOrders.map((order) => [order.id, order]));
  for (const order of workingOrders(placed)) {
    if (!isSameSymbol(order.symbol, symbol)) continue;
    const claim = claimOf(order);
    claims.set(order.id, claim);
    const qty = largerRest(order, all.get(order.replaces ?? ''), marketPrice);
    const twin = working.get(claim);
    // What one of two exits has sold the other will not sell again: the smaller rest is the newer truth.
    const rest = twin ? twin.qty && qty && min(twin.qty, qty) : qty;
    working.set(claim, { side: order.side, qty: rest });
  }
  const unknown = placed.unknownOrders
    .filter(({ intentId }) => intentId !== placed.intentId)
    .filter(({ draft }) => isSameSymbol(draft.symbol, symbol))
    .map(({ draft, replaces }) => {
      const { openOrders } = placed;
      const rest = replaces === undefined ? draft : restOf(draft, { openOrders, replaces });
      const qty = qtyOf(rest, marketPrice);
      const old = working.get(claims.get(replaces ?? '') ?? '')?.qty;
      return { side: draft.side, qty: qty && old ? max(sub(qty, old), ZERO) : qty };
    });
  return [...working.values(), ...unknown];
}

/** A held leg waits for its parent or its twin and holds no shares of its own. */
function workingOrders({ openOrders, replaces }: Placed): Order[] {
  const orders = new Map<string, Order>();
  for (const { id: parentId, legs } of openOrders)
    for (const leg of legs ?? []) orders.set(leg.id, { ...leg, parentId });
  for (const order of openOrders) {
    const parentId = order.parentId ?? orders.get(order.id)?.parentId;
    orders.set(order.id, parentId === undefined ? order : { ...order, parentId });
  }
  const gone = new Set([replaces]);
  for (const order of orders.values()) {
    const before = orders.get(order.replaces ?? '');
    // A change that was rejected has replaced nothing, and one of another symbol is none.
    if (!before || order.status === 'rejected' || !isSameSymbol(before.symbol, order.symbol))
      continue;
    gone.add(before.id);
    // That of a leg hangs on nothing before it is made.
    if (order.parentId === undefined && before.parentId !== undefined)
      orders.set(order.id, { ...order, parentId: before.parentId });
  }
  const replaced = orders.get(replaces ?? '');
  return [...orders.values()].filter(
    (order) =>
      isOpen(order.status) &&
      order.status !== 'held' &&
      !gone.has(order.id) &&
      !(replaced && claimOf(order) === claimOf(replaced)),
  );
}

/** An OCO and its leg, and the exits of one bracket, have a claim on the same shares. */
const claimOf = ({ id, parentId, side }: Order): string => `${side} ${parentId ?? id}`;

/** A change that is not made yet may be rejected, and its order fill: of the two the larger counts. */
function largerRest(
  order: Order,
  before: Order | undefined,
  marketPrice: Decimal | undefined,
): Decimal | undefined {
  const qty = remainingQty(order, marketPrice);
  // A change is of the same symbol; what says otherwise is no order that this one replaces.
  if (!before || !isOpen(before.status) || !isSameSymbol(before.symbol, order.symbol)) return qty;
  const other = remainingQty(before, marketPrice);
  return qty && other && max(qty, other);
}

function remainingQty(order: Order, marketPrice: Decimal | undefined): Decimal | undefined {
  if (order.qty !== undefined) return max(sub(order.qty, order.filledQty), ZERO);
  const price = positive(order.limitPrice ?? marketPrice);
  if (order.notional === undefined || price === undefined) return undefined;
  return max(sub(div(order.notional, price, QTY_DECIMALS, 'up'), order.filledQty), ZERO);
}

const positive = (price: Decimal | undefined): Decimal | undefined =>
  price !== undefined && sign(price) > 0 ? price : undefined;
