// Whether an order found at the broker under our id has our body. Another body is a conflict: it is shown and never
// adopted (docs/orders.md, "Our id and our body"). Numbers are compared as numbers, and what the broker is known to
// rewrite is allowed for.
import type { Order, OrderDraft } from '#contract/orders.ts';
import { decimal, isEqual, isLess, isMore, mul, type Decimal } from '#main/domain/decimal.ts';
import { isSameSymbol, limitOf } from '#main/domain/orders/order-terms.ts';
import { priceText, qtyText } from '#main/domain/words.ts';

// The broker turns a buy stop into a stop-limit 4% or 2.5% above its stop; the rounding is not documented.
const WIDEST_CONVERSION = decimal('1.05');

/**
 * In words, what sets the order apart from what was asked for; empty when it is ours. What could not be read of it sets
 * nothing apart: an order under our id is ours by all that can be read.
 */
export function differencesFrom(draft: OrderDraft, order: Order): string[] {
  const read = asFarAsRead(order, { ...draft, limitPrice: limitOf(draft) });
  return [
    ...termDifferences(draft, read),
    ...priceDifferences(draft, read),
    ...legDifferences(draft, read),
  ];
}

/** The order with what was asked for in the place of what could not be read. */
export function asFarAsRead(order: Order, asked: object): Order {
  if (!order.unread) return order;
  const members = Object.entries(asked).filter(([name]) => order.unread?.includes(name));
  return { ...order, ...Object.fromEntries(members) };
}

function termDifferences(draft: OrderDraft, order: Order): string[] {
  const isSameType =
    draft.type === order.type || (draft.type === 'stop' && isConvertedStop(draft, order));
  return [
    ...differ('symbol', draft.symbol, order.symbol, isSameSymbol(draft.symbol, order.symbol)),
    ...differ('side', draft.side, order.side),
    ...differ('type', draft.type, order.type, isSameType),
    ...differ('time in force', draft.timeInForce, order.timeInForce),
    ...differ('class', draft.orderClass ?? 'simple', order.orderClass || 'simple'),
    ...(order.extendedHours === undefined
      ? []
      : differ(
          'extended hours',
          yesOrNo(draft.extendedHours ?? false),
          yesOrNo(order.extendedHours),
        )),
    // The broker may tell how many shares an amount in dollars came to.
    ...(draft.notional === undefined
      ? differNumber('quantity', draft.qty, order.qty, qtyText)
      : differNumber('amount in dollars', draft.notional, order.notional, priceText)),
  ];
}

function priceDifferences(draft: OrderDraft, order: Order): string[] {
  if (draft.type === 'trailing_stop') {
    // Its stop moves with the market and says nothing about what was asked for.
    return [
      ...differNumber('trail', draft.trailPrice, order.trailPrice, priceText),
      ...differNumber('trail percent', draft.trailPercent, order.trailPercent, qtyText),
    ];
  }
  const isConverted = draft.type === 'stop' && isConvertedStop(draft, order);
  return [
    ...differNumber('stop price', draft.stopPrice, order.stopPrice, priceText),
    ...(isConverted
      ? []
      : differNumber('limit price', limitOf(draft), order.limitPrice, priceText)),
  ];
}

function isConvertedStop({ side, stopPrice }: OrderDraft, { type, limitPrice }: Order): boolean {
  if (side !== 'buy' || stopPrice === undefined) return false;
  if (type !== 'stop' && type !== 'stop_limit') return false;
  if (limitPrice === undefined) return true;
  return !isLess(limitPrice, stopPrice) && !isMore(limitPrice, mul(stopPrice, WIDEST_CONVERSION));
}

/** Legs are compared where the record carries them and can be read, and only those nobody has replaced since. */
function legDifferences(draft: OrderDraft, order: Order): string[] {
  const legs = order.legs ?? [];
  if ([order, ...legs].some(({ unread }) => unread)) return [];
  if (legs.some(({ replaces, replacedBy }) => replaces ?? replacedBy)) return [];
  const stop = legs.find(({ type }) => type.startsWith('stop'));
  const profit = legs.find(({ type }) => type === 'limit');
  const { takeProfit, stopLoss } = draft;
  return [
    ...(profit && draft.orderClass !== 'oco'
      ? differNumber('take profit', takeProfit?.limitPrice, profit.limitPrice, priceText)
      : []),
    ...(stop ? differNumber('stop loss', stopLoss?.stopPrice, stop.stopPrice, priceText) : []),
    ...(stop && stopLoss?.limitPrice
      ? differNumber('stop loss limit', stopLoss.limitPrice, stop.limitPrice, priceText)
      : []),
  ];
}

function differ(what: string, ours: string, theirs: string, isSame = ours === theirs): string[] {
  return isSame ? [] : [`${what}: requested ${ours}, the broker has ${theirs || 'none'}`];
}

function differNumber(
  what: string,
  ours: Decimal | undefined,
  theirs: Decimal | undefined,
  text: (value: Decimal) => string,
): string[] {
  if (ours === undefined && theirs === undefined) return [];
  const isSame = ours !== undefined && theirs !== undefined && isEqual(ours, theirs);
  return differ(what, ours ? text(ours) : 'none', theirs ? text(theirs) : 'none', isSame);
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');
