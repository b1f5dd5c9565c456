// What the account allows: its own switches, crossing orders, shares that are free, and buying power.
import { forbidden, unprocessable, type Refusal } from '#main/paper/refusal.ts';
import type { Asset, PriceUnits, Quote, Session } from '#main/paper/types.ts';
import { available, limitOf, openOrders, type Position } from '#main/paper/engine/position.ts';
import type { Draft } from '#main/paper/engine/draft.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { isClosing, opposite, type Intent, type Order } from '#main/paper/engine/order.ts';
import { balancesOf, type Balances } from '#main/paper/engine/balances.ts';
import type { Account } from '#main/paper/engine/position.ts';
import {
  isWhole,
  magnitude,
  moneyText,
  sharesFor,
  sharesText,
  worth,
  type Money,
  type Shares,
} from '#main/paper/engine/units.ts';

export type OrderCheck = {
  draft: Draft;
  asset: Asset;
  account: Account;
  position: Position;
  nowMs: number;
  session: Session;
  quote: Quote;
  last: PriceUnits;
  /** The limit of a converted buy stop, or where a trailing buy would start. */
  worstPrice: PriceUnits | null;
  /** The order that this one replaces: what it holds comes free. */
  replaced: Order | null;
};

export type Approval = { positionIntent: Intent; reservePrice: PriceUnits };

const MOST_RELATED = 100;
/** Positions beyond this many times the equity may only be closed. */
const LARGEST_LEVERAGE = 6n;

export function checkAccount(context: EngineContext, check: OrderCheck): Approval {
  const { draft, account, position } = check;
  const { account_blocked, trading_blocked } = context.restrictions.get(account.id) ?? {};
  if (account_blocked === true || trading_blocked === true) {
    throw forbidden('account is not authorized to trade');
  }
  if (account.configurations.suspend_trade) {
    throw forbidden('new orders are rejected by user request');
  }
  checkWashTrade(check);
  const positionIntent = intentOf(draft, position);
  if (draft.positionIntent !== null && draft.positionIntent !== positionIntent) {
    throw unprocessable(
      `position intent mismatch, inferred: ${positionIntent}, specified: ${draft.positionIntent}`,
    );
  }
  const reservePrice = reservePriceOf(check, positionIntent);
  if (isClosing({ positionIntent })) {
    checkShares(check, reservePrice);
    return { positionIntent, reservePrice };
  }
  if (draft.orderClass === 'oco') {
    throw unprocessable('oco orders are exit orders: there is no position to close');
  }
  const balances = balancesOf(context, account, check.nowMs);
  if (positionIntent === 'sell_to_open') checkShort(check, balances);
  checkBuyingPower(check, balances, reservePrice);
  return { positionIntent, reservePrice };
}

function intentOf({ side }: Draft, { qty }: Position): Intent {
  if (side === 'buy') return qty < 0n ? 'buy_to_close' : 'buy_to_open';
  return qty > 0n ? 'sell_to_close' : 'sell_to_open';
}

/** Crossing one's own order. Brackets, ocos and trailing stops are exempt, on either side; a held leg cannot trade yet. */
function checkWashTrade({ draft, position, replaced }: OrderCheck): void {
  if (mayCross(draft)) return;
  const price = hasNoLimit(draft) ? null : draft.limitPrice;
  for (const order of position.orders[opposite(draft.side)].values()) {
    if (mayCross(order) || order.status === 'held' || order === replaced) continue;
    const other = hasNoLimit(order) ? null : limitOf(order);
    const isCrossing =
      price === null || other === null || (draft.side === 'buy' ? price >= other : other >= price);
    if (!isCrossing) continue;
    throw forbidden('potential wash trade detected. use complex orders', {
      existing_order_id: order.id,
      reject_reason: `opposite side ${other === null ? 'market/stop' : 'limit'} order exists`,
    });
  }
}

const mayCross = ({ orderClass, type }: Pick<Draft, 'orderClass' | 'type'>): boolean =>
  orderClass === 'bracket' || orderClass === 'oco' || type === 'trailing_stop';

const hasNoLimit = ({ type }: { type: Draft['type'] }) => type === 'market' || type === 'stop';

function checkShares(check: OrderCheck, reservePrice: PriceUnits): void {
  const { draft, position, session } = check;
  const isLeg = check.replaced !== null && check.replaced.parentId !== null;
  if (!isLeg && (draft.orderClass === 'bracket' || draft.orderClass === 'oto')) {
    throw unprocessable(`${draft.orderClass} orders must be entry orders`);
  }
  const freed = check.replaced && isClosing(check.replaced) ? remaining(check.replaced) : 0n;
  const free = available(position) + freed;
  const shares = draft.qty ?? sharesFor(draft.notional ?? 0n, reservePrice);
  if (draft.notional !== null && session !== 'regular' && position.held[draft.side] > 0n) {
    throw forbidden('unable to open new notional orders while having open closing position orders');
  }
  if (shares <= free) return;
  throw insufficientShares(position, shares, free);
}

export function insufficientShares(position: Position, asked: Shares, free: Shares): Refusal {
  const requested = sharesText(asked);
  const side = position.qty > 0n ? 'sell' : 'buy';
  const related: string[] = [];
  for (const order of openOrders(position)) {
    if (related.length === MOST_RELATED) break;
    if (order.side === side && isClosing(order) && order.status !== 'held') related.push(order.id);
  }
  return forbidden(
    `insufficient qty available for order (requested: ${requested}, available: ${sharesText(free)})`,
    {
      symbol: position.symbol,
      available: sharesText(free),
      existing_qty: sharesText(magnitude(position.qty)),
      held_for_orders: sharesText(magnitude(position.qty) - free),
      related_orders: related,
    },
  );
}

function checkShort({ draft, asset, account }: OrderCheck, balances: Balances): void {
  if (account.configurations.no_shorting || !balances.canShort) {
    throw forbidden('account is not allowed to short');
  }
  if (draft.notional !== null || !isWhole(draft.qty ?? 0n)) {
    throw unprocessable('fractional orders cannot be sold short');
  }
  if (!asset.shortable || !asset.easyToBorrow) {
    throw unprocessable(`asset "${asset.symbol}" cannot be sold short`);
  }
}

function checkBuyingPower(check: OrderCheck, balances: Balances, reservePrice: PriceUnits): void {
  const { draft, asset, replaced } = check;
  const { longValue, shortValue, equity } = balances;
  const exposure = longValue - shortValue;
  if (exposure > 0n && exposure > LARGEST_LEVERAGE * equity) {
    throw forbidden('account is restricted to closing positions');
  }
  const cost = draft.notional ?? worth(draft.qty ?? 0n, reservePrice);
  // While an order is being replaced the larger of the two counts, so only the difference is new.
  const freed =
    replaced && !isClosing(replaced) ? worth(remaining(replaced), replaced.reservePrice) : 0n;
  const shown = asset.marginable ? balances.buyingPower : balances.nonMarginableBuyingPower;
  const power: Money = shown + freed;
  if (cost <= power || cost <= freed) return;
  throw forbidden('insufficient buying power', {
    buying_power: moneyText(power),
    cost_basis: moneyText(cost),
  });
}

const remaining = (order: Order): Shares => (order.qty ?? 0n) - order.filledQty;

/** Buys count at their limit, or at what the market would cost now; short sales at the dearer of limit and offer + 3%. */
function reservePriceOf(check: OrderCheck, positionIntent: Intent): PriceUnits {
  const { draft, session, quote, last } = check;
  const limit = draft.limitPrice ?? check.worstPrice;
  if (positionIntent === 'sell_to_open') {
    return Math.max(limit ?? 0, Math.ceil((quote.ask * 103) / 100));
  }
  if (limit !== null && draft.side === 'buy') return limit;
  if (session === 'closed') return last;
  if (session !== 'regular') return Math.ceil((quote.bid + quote.ask) / 2);
  return (draft.side === 'buy' ? quote.ask : quote.bid) || last; // 0 is a side without a quote
}
