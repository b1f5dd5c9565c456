// The close of a trading day, written down per account: the `last_*` values of the next day, and where a replay of the
// account's history can start.
import { newYorkDate } from '#main/paper/engine/new-york.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { balancesOf } from '#main/paper/engine/balances.ts';
import { sharesText } from '#main/paper/engine/units.ts';

export function closeDay(context: EngineContext, timeMs: number): void {
  const { state } = context;
  for (const account of state.accounts.values()) {
    if (account.createdMs > timeMs) continue;
    const { equity, maintenanceMargin } = balancesOf(context, account, timeMs);
    const holdings = [...account.positions.values()]
      .filter((position) => position.qty !== 0n)
      .map((position) => [position.symbol, sharesText(position.qty)]);
    state.accountRows.saveClose({
      accountId: account.id,
      date: newYorkDate(timeMs - 1), // a day that lasts until midnight ends on the next date
      timeMs,
      seq: state.lastActivitySeq(),
      cash: account.cash,
      equity,
      maintenanceMargin,
      holdings: JSON.stringify(holdings),
    });
    account.lastClose = null;
  }
}
