// What the broker would refuse because of what the account holds and has working (docs/wire.md, "Holdings, wash trades
// and buying power"): shares sold twice, shorts that cannot be, wash trades, buying power. Each is checked only when its
// context is given.
import { isOpen, type Order, type OrderDraft } from '#contract/orders.ts';
import { add, isLess, isMore, isZero, mul, sign, sub, ZERO } from '#main/domain/decimal.ts';
import { isWhole, type DraftContext, type Say } from '#main/domain/orders/draft-context.ts';
import {
  availableToExit,
  exitSideOf,
  heldForSure,
  nothingLeft,
  positionIn,
} from '#main/domain/orders/exits.ts';
import { isClass, isSameSymbol, limitOf, qtyOf } from '#main/domain/orders/order-terms.ts';
import { moneyText, priceText, qtyText } from '#main/domain/words.ts';

export function checkShares(say: Say, draft: OrderDraft, context: DraftContext): void {
  if (!context.positions) return;
  const path = draft.notional === undefined ? 'qty' : 'notional';
  const { symbol, side } = draft;
  const position = positionIn(context.positions, symbol);
  const isClosing = position && side === exitSideOf(position) && !isZero(position.qty);
  if (isClass(draft, 'oco') && !isClosing) {
    return say(
      'orderClass',
      `An OCO only closes a position, and you have none in ${symbol} to ${side}: choose another class.`,
    );
  }
  const qty = qtyOf(draft, context.marketPrice);
  if (isClosing) {
    if (isClass(draft, 'bracket', 'oto') && context.replaces === undefined) {
      return say(
        'orderClass',
        `A bracket or OTO order opens a position, and this one would close ${symbol}: choose simple or OCO.`,
      );
    }
    if (!context.openOrders || qty === undefined) return;
    const available = availableToExit(position, {
      openOrders: context.openOrders.filter((order) => !isOpening(order)),
      unknownOrders: [],
      filledSince: context.filledSince,
      ...(context.marketPrice && { marketPrice: context.marketPrice }),
      ...(context.replaces !== undefined && { replaces: context.replaces }),
    });
    const isAnotherOpen = isLess(available, heldForSure(position, context));
    if (draft.notional !== undefined && context.isMarketOpen === false && isAnotherOpen) {
      return say(
        'notional',
        `Outside regular hours the broker does not accept dollar amounts while another order is closing ${symbol}: enter shares.`,
      );
    }
    const { filledQty = ZERO } = context;
    if (!isMore(sub(qty, filledQty), available)) return;
    const [more, most] = isZero(filledQty)
      ? ['', 'that']
      : [' more', qtyText(add(available, filledQty))];
    return say(
      path,
      isZero(heldForSure(position, context))
        ? nothingLeft(symbol, draft.side)
        : isZero(available)
          ? `All of your ${symbol} is held by open orders: cancel one of them first.`
          : `Only ${qtyText(available)}${more} ${symbol} can be ${side === 'sell' ? 'sold' : 'bought back'} now: enter ${most} or less${isAnotherOpen ? ', or cancel an open order first' : ''}.`,
    );
  }
  if (side === 'buy') return;
  if (context.mayShort === false) {
    return say(
      'side',
      `The broker does not let this account sell short, and you hold no ${symbol}: choose buy.`,
    );
  }
  const { shortable, easyToBorrow } = context.asset ?? {};
  if (shortable === false || easyToBorrow === false) {
    return say(
      'side',
      `${symbol} cannot be sold short${shortable === false ? '' : ' now (hard to borrow)'}, and you hold none: choose buy, or another symbol.`,
    );
  }
  const isFraction = draft.notional !== undefined || (qty !== undefined && !isWhole(qty));
  if (isFraction) {
    say(
      path,
      `Only whole shares can be sold short, and you hold no ${symbol}: enter whole shares.`,
    );
  }
}

/** As the broker has it: an order that was to open when it was placed holds no shares of what came since. */
const isOpening = (order: Order): boolean => order.positionIntent?.endsWith('_to_open') === true;

/** Bracket, OCO and trailing stop are exempt. */
export function checkWashTrades(
  say: Say,
  draft: OrderDraft,
  { openOrders, replaces }: DraftContext,
): void {
  if (!openOrders || isClass(draft, 'bracket', 'oco') || draft.type === 'trailing_stop') return;
  const other = openOrders.find(
    (order) =>
      order.id !== replaces &&
      isOpen(order.status) &&
      order.side !== draft.side &&
      isSameSymbol(order.symbol, draft.symbol) &&
      !isExempt(order) &&
      wouldCross(draft, order),
  );
  if (!other) return;
  const price = other.limitPrice ? ` at ${priceText(other.limitPrice)}` : '';
  say(
    'side',
    `Your own open ${other.side} order for ${draft.symbol}${price} could fill against this one, which the broker refuses as a wash trade: cancel it first, or use a bracket or OCO order.`,
  );
}

/** From being a wash trade. A leg that waits for its parent cannot trade with anything yet. */
export const isExempt = ({ type, orderClass, status }: Order): boolean =>
  type === 'trailing_stop' || orderClass === 'bracket' || orderClass === 'oco' || status === 'held';

/** Market and stop orders meet anything; two limits meet when the buy is at or above the sell. */
function wouldCross(draft: OrderDraft, order: Order): boolean {
  const ours = limitOf(draft);
  const isLimit = (type: string): boolean => type === 'limit' || type === 'stop_limit';
  if (!isLimit(draft.type) || !isLimit(order.type) || !ours || !order.limitPrice) return true;
  return draft.side === 'buy' ? !isLess(ours, order.limitPrice) : !isMore(ours, order.limitPrice);
}

/** Only where the cost is certain: what a market order will cost is the broker's to say. */
export function checkBuyingPower(
  say: Say,
  draft: OrderDraft,
  { buyingPower, positions }: DraftContext,
): void {
  if (!buyingPower || !positions || draft.side === 'sell') return;
  const position = positionIn(positions, draft.symbol);
  if (position && exitSideOf(position) === 'buy') return;
  const limit = limitOf(draft);
  const cost = draft.notional ?? (draft.qty && limit && mul(draft.qty, limit));
  if (!cost || sign(cost) <= 0 || !isMore(cost, buyingPower)) return;
  const path = draft.notional === undefined ? 'qty' : 'notional';
  say(
    path,
    `This costs ${moneyText(cost)}, and your buying power is ${moneyText(buyingPower)}: enter less.`,
  );
}
