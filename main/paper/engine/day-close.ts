// The close of a trading day, written down per account: the `last_*` values of the next day, and where a replay of the
// account's history can start.
import { newYorkDate } from '#main/paper/engine/new-york.ts';
import type { Floor } from '#main/paper/engine/floor.ts';
import { standingOf } from '#main/paper/engine/standing.ts';
import { sharesText } from '#main/paper/engine/units.ts';

export function closeDay(floor: Floor, timeMs: number): void {
  const { state } = floor;
  for (const account of state.accounts.values()) {
    if (account.createdMs > timeMs) continue;
    const { equity, maintenanceMargin } = standingOf(floor, account, timeMs);
    const holdings = [...account.books.values()]
      .filter((book) => book.qty !== 0n)
      .map((book) => [book.symbol, sharesText(book.qty)]);
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
