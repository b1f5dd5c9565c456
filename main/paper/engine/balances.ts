// What an account is worth and what it may still buy, by the formulas of docs/wire.md, "Holdings, wash trades and buying
// power". Open orders reserve.
import { addDays, newYorkDate } from '#main/paper/market/new-york.ts';
import type { Position } from '#main/paper/engine/position.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import type { Account, LastClose } from '#main/paper/engine/position.ts';
import { rateOf, SPLIT } from '#main/paper/engine/splits.ts';
import {
  atLeast,
  atMost,
  magnitude,
  ONE_DOLLAR,
  sharesText,
  toShares,
  worth,
  type Money,
  type Shares,
} from '#main/paper/engine/units.ts';
import type { CloseRow } from '#main/paper/engine/ledger/account-rows.ts';

export type Balances = ReturnType<typeof balancesOf>;

const DAY_TRADING_EQUITY = 25_000n * ONE_DOLLAR;
const MARGIN_EQUITY = 2_000n * ONE_DOLLAR;

export function balancesOf(context: EngineContext, account: Account, nowMs: number) {
  let longValue = 0n;
  let shortValue = 0n;
  for (const position of account.positions.values()) {
    if (position.qty === 0n) continue;
    const value = worth(position.qty, context.last(position.symbol, nowMs));
    if (value > 0n) longValue += value;
    else shortValue += value;
  }
  const exposure = longValue - shortValue;
  const equity = account.cash + longValue + shortValue;
  const initialMargin = exposure / 2n;
  const maintenanceMargin = (exposure * 3n) / 10n;
  const { row: close, held } = lastClose(context, account, nowMs);
  const lastEquity = close?.equity ?? account.initialCash;
  const lastMaintenanceMargin = close?.maintenanceMargin ?? 0n;
  const multiplier = multiplierOf(account, lastEquity);

  const excess = atLeast(0n, equity - initialMargin);
  const less = (power: Money) => atLeast(0n, power - account.reserve);
  const regtBuyingPower = less(excess * 2n);
  // What the day began with, less what was opened since; and never beyond four times what is left of it.
  const dayPower = atMost(
    4n * equity - exposure,
    4n * (lastEquity - lastMaintenanceMargin) - openedToday(account, held),
  );
  const buyingPower =
    multiplier === 4 ? less(dayPower) : multiplier === 2 ? regtBuyingPower : less(account.cash);
  return {
    longValue,
    /** Negative or zero. */
    shortValue,
    equity,
    initialMargin,
    maintenanceMargin,
    lastEquity,
    lastMaintenanceMargin,
    multiplier,
    buyingPower,
    regtBuyingPower,
    // What is lent to nobody is not lent to a cash account either.
    nonMarginableBuyingPower: atMost(buyingPower, less(excess)),
    canShort: multiplier > 1 && equity >= MARGIN_EQUITY && !account.configurations.no_shorting,
  };
}

/** The account as it closed on the last trading day before today. */
export function lastClose(context: EngineContext, account: Account, nowMs: number): LastClose {
  const before = newYorkDate(nowMs);
  if (account.lastClose?.before !== before) {
    const { accountRows, activityRows } = context.state;
    const row = accountRows.closeBefore(account.id, before);
    const splits = activityRows
      .since(account.id, row?.seq ?? 0)
      .filter(({ type }) => type === SPLIT);
    const held = new Map(row ? holdingsOf(row) : []);
    for (const split of splits) {
      const { to, from } = rateOf(split);
      held.set(split.symbol, ((held.get(split.symbol) ?? 0n) * to) / from);
    }
    account.lastClose = { before, row, held, splits };
  }
  return account.lastClose;
}

export function holdingsOf(close: CloseRow): ReadonlyMap<string, Shares> {
  return new Map(close.holdings.map(([symbol, qty]) => [symbol, toShares(qty)]));
}

/** Shares of the present position that were there at the last close. */
export function carried(position: Position, held: Shares): Shares {
  if (held === 0n || held > 0n !== position.qty > 0n) return 0n;
  return magnitude(held) < magnitude(position.qty) ? held : position.qty;
}

export function previousTradingDate(context: EngineContext, timeMs: number): string {
  const today = newYorkDate(timeMs);
  const days = context.market.calendar.days(addDays(today, -14), addDays(today, -1));
  return days.at(-1)?.date ?? addDays(today, -1);
}

function multiplierOf(account: Account, lastEquity: Money): 1 | 2 | 4 {
  const most = Number(account.configurations.max_margin_multiplier);
  if (most >= 4 && lastEquity >= DAY_TRADING_EQUITY) return 4;
  return most >= 2 && lastEquity >= MARGIN_EQUITY ? 2 : 1;
}

function openedToday(account: Account, held: LastClose['held']): Money {
  let total = 0n;
  for (const position of account.positions.values()) {
    if (position.qty === 0n) continue;
    const opened = position.qty - carried(position, held.get(position.symbol) ?? 0n);
    total += (magnitude(position.cost) * magnitude(opened)) / magnitude(position.qty);
  }
  return total;
}

/** The close of a trading day: the `last_*` values of the next day, and where a replay of the account's history can start. */
export function closeDay(context: EngineContext, timeMs: number): void {
  const { state } = context;
  for (const account of state.accounts.values()) {
    if (account.createdMs > timeMs) continue;
    const { equity, maintenanceMargin } = balancesOf(context, account, timeMs);
    const holdings = [...account.positions.values()]
      .filter((position) => position.qty !== 0n)
      .map((position): CloseRow['holdings'][number] => [position.symbol, sharesText(position.qty)]);
    state.accountRows.saveClose({
      accountId: account.id,
      date: newYorkDate(timeMs - 1), // a day that lasts until midnight ends on the next date
      timeMs,
      seq: state.lastActivitySeq(),
      cash: account.cash,
      equity,
      maintenanceMargin,
      holdings,
    });
    account.lastClose = null;
  }
}
