// That a position has lost its last exit: the orders that would have ended it were canceled, rejected or expired, and it
// is still held. What takes their place comes a moment later, so nobody is told at once.
import { GONE, isOpen, type Order, type OrderLeg, type Position } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { AlertedAccount, AlertEvent } from '#main/desk/alerts/alert-events.ts';
import { abs, decimal, isEqual, isZero } from '#main/domain/decimal.ts';
import { exitSideOf, positionIn } from '#main/domain/orders/exits.ts';
import { isShort } from '#main/domain/orders/holdings.ts';
import { bareSymbol, isSameSymbol, mayBeSide } from '#main/domain/orders/order-terms.ts';
import { percentText, priceText, qtyText } from '#main/domain/words.ts';

export type ExitSource = AlertedAccount & {
  book: Pick<
    Book,
    | 'order'
    | 'openOrders'
    | 'openOrdersOf'
    | 'standingPositions'
    | 'arePositionsRead'
    | 'isUnread'
    | 'filledSince'
  >;
  /** The position is being closed or protected, or nobody knows yet what became of an order for it. */
  isOnItsWay(position: Position): boolean;
};

type Deps = {
  account: ExitSource;
  wait: (key: string, ms: number, run: () => void) => void;
  notify: (event: AlertEvent) => void;
  withdraw: (alertId: string) => void;
  /** Ids of what was told, also by an earlier run. */
  told: () => readonly string[];
};

type ExitAlerts = {
  onOrders(orders: readonly Order[]): void;
  /** Positions or fills came: what was said may be so no longer. */
  onStanding(): void;
};

const ONE = decimal('1');
const SETTLED_AFTER_MS = 3_000;
/** Of one, and of several. */
const ENDINGS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['canceled', ['was canceled', 'were canceled']],
  ['expired', ['has expired', 'have expired']],
  ['rejected', ['was rejected by the broker', 'were rejected by the broker']],
  [GONE, ['is gone at the broker', 'are gone at the broker']],
]);
/** These never rest: they close a position now or not at all. */
const AT_ONCE: ReadonlySet<string> = new Set(['ioc', 'fok']);

export function createExitAlerts({ account, wait, notify, withdraw, told }: Deps): ExitAlerts {
  const { accountId, book } = account;
  const prefix = `no-exit:${accountId}:`;
  const alertIdOf = (symbol: string): string => prefix + bareSymbol(symbol);
  /** Only what was seen to rest can be lost: the rest is history that was read. */
  const resting = new Set(book.openOrders().map(({ id }) => id));
  /** Exits that ended, by their symbol, until it is known what is left. */
  const ended = new Map<string, Order[]>();
  /** Of these one more has ended since they are waited for. */
  const again = new Set<string>();
  const standing = new Set(told().filter((alertId) => alertId.startsWith(prefix)));

  function settle(symbol: string): void {
    if (again.delete(symbol)) return later(symbol);
    const orders = ended.get(symbol) ?? [];
    const position = positionIn(book.standingPositions(), symbol);
    if (!isKnown(symbol, position) || (position && account.isOnItsWay(position)))
      return later(symbol);
    ended.delete(symbol);
    if (!isBare(position)) return;
    const lost = orders.filter(({ side }) => side === exitSideOf(position));
    if (lost.length === 0) return;
    const alertId = alertIdOf(symbol);
    if (standing.has(alertId)) return;
    standing.add(alertId);
    // What was told of it long ago was about exits of before.
    withdraw(alertId);
    notify(eventOf(account, alertId, position, lost));
  }

  /** What was filled since the last reading may be in it already: then nobody knows how much is held. */
  const isKnown = (symbol: string, position: Position | undefined): boolean =>
    book.arePositionsRead() &&
    !position?.isEstimate &&
    !book.isUnread(symbol) &&
    isZero(book.filledSince(symbol));

  const later = (symbol: string): void =>
    wait(`no-exit:${symbol}`, SETTLED_AFTER_MS, () => settle(symbol));

  /** It is held, and nothing rests that would end it. */
  const isBare = (position: Position | undefined): position is Position =>
    position !== undefined &&
    !isZero(position.qty) &&
    !book
      .openOrdersOf(position.symbol)
      .some(
        (order) =>
          isSameSymbol(order.symbol, position.symbol) &&
          mayBeSide(order.side, exitSideOf(position)) &&
          !(order.status === 'held' && isOpen(entryOf(order)?.status ?? '')),
      );

  /** What a leg would end, once it has filled. */
  function entryOf({ parentId, side }: OrderLeg): Order | undefined {
    const entry = parentId === undefined ? undefined : book.order(parentId);
    return entry?.side === side ? undefined : entry;
  }

  /** A leg whose entry has not filled ends nothing. */
  function isBeforeEntry(order: OrderLeg): boolean {
    const entry = entryOf(order);
    return entry !== undefined && isZero(entry.filledQty);
  }

  function endedAs(order: Order): void {
    if (!ENDINGS.has(order.status) || !couldRest(order) || isBeforeEntry(order)) return;
    const symbol = bareSymbol(order.symbol);
    const before = ended.get(symbol);
    if (before) again.add(symbol);
    ended.set(symbol, [...(before ?? []), order]);
    later(symbol);
  }

  /** It rests on as the order that replaced it, of which nothing else may have been heard while it was open. */
  function follow(orderId: string): void {
    const next = book.order(orderId);
    if (next && !isOpen(next.status)) leave(next);
    else resting.add(orderId);
  }

  function leave(order: Order): void {
    resting.delete(order.id);
    if (order.replacedBy === undefined) endedAs(order);
    else follow(order.replacedBy);
  }

  function withdrawWhatIsOver(): void {
    if (standing.size === 0 || !book.arePositionsRead()) return;
    const bare = new Set(
      book
        .standingPositions()
        .filter((position) => standing.has(alertIdOf(position.symbol)) && isBare(position))
        .map(({ symbol }) => alertIdOf(symbol)),
    );
    for (const alertId of standing)
      if (!bare.has(alertId)) {
        standing.delete(alertId);
        withdraw(alertId);
      }
  }

  return {
    onOrders(orders) {
      for (const order of orders) {
        if (isOpen(order.status)) resting.add(order.id);
        else if (resting.has(order.id)) leave(order);
      }
      withdrawWhatIsOver();
    },
    onStanding: withdrawWhatIsOver,
  };
}

const couldRest = ({ type, timeInForce }: OrderLeg): boolean =>
  type !== 'market' && !AT_ONCE.has(timeInForce);

function eventOf(
  { accountId, name }: AlertedAccount,
  alertId: string,
  position: Position,
  lost: readonly Order[],
): AlertEvent {
  const { symbol, qty } = position;
  const names = [...new Set(lost.map(exitWords))].sort(stopsFirst);
  const [ending, ...others] = new Set(lost.map(({ status }) => ENDINGS.get(status)));
  const how = others.length > 0 ? 'ended' : ending?.[names.length > 1 ? 1 : 0];
  const held = `${qtyText(abs(qty))} ${symbol}`;
  const are = isEqual(abs(qty), ONE) ? 'is' : 'are';
  return {
    alertId,
    kind: 'no-exit',
    title: `${symbol} has no exit left`,
    text: `Your ${names.join(' and ')} ${how}; ${held} ${are} held ${isShort(position) ? 'short ' : ''}without a resting exit. ${name}.`,
    target: { accountId, symbol, orderId: lost.at(-1)!.id },
  };
}

const stopsFirst = (a: string, b: string): number =>
  Number(b.includes('stop')) - Number(a.includes('stop'));

/** 'stop at 150.00', 'target at 200.00', 'trailing stop of 2%' */
function exitWords({ type, stopPrice, limitPrice, trailPercent, trailPrice }: OrderLeg): string {
  if (type === 'trailing_stop') {
    const trail = trailPercent ? percentText(trailPercent) : trailPrice && priceText(trailPrice);
    return trail ? `trailing stop of ${trail}` : 'trailing stop';
  }
  if (stopPrice !== undefined) return `stop at ${priceText(stopPrice)}`;
  return limitPrice === undefined ? 'exit' : `target at ${priceText(limitPrice)}`;
}
