// A split of the shares of one company: every account's position counts otherwise from now on, and cost what it did. The
// price follows from outside, as with every move of the market.
import { unprocessable } from '#main/paper/refusal.ts';
import { journalRow } from '#main/paper/engine/bookings.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { hasOrders } from '#main/paper/engine/position.ts';
import { ONE_SHARE, type Shares } from '#main/paper/engine/units.ts';
import type { Activity } from '#main/paper/engine/ledger/activity-rows.ts';

/** So many shares for so many, like 4 for 1. */
export type SplitRate = { to: number; from: number };

export const SPLIT = 'SPLIT';

export const createSplits = (context: EngineContext) => ({
  /** Answers what was booked, one for each account that holds the symbol. */
  split(symbol: string, { to, from }: SplitRate): Activity[] {
    const { state } = context;
    const accounts = [...state.accounts.values()];
    const positions = accounts.flatMap((account) => account.positions.get(symbol) ?? []);
    if (positions.some(hasOrders)) throw unprocessable(`orders of ${symbol} are open`);
    const held = positions.filter(({ qty }) => qty !== 0n);
    return context.commit(() =>
      held.map((position) => {
        const account = context.account(position.accountId);
        const before = position.qty;
        // What does not make a billionth of a share is gone.
        position.qty = (before * BigInt(to)) / BigInt(from);
        const row: Activity = {
          ...journalRow(context, {
            accountId: account.id,
            type: SPLIT,
            symbol,
            qty: position.qty - before,
            positionQty: position.qty,
            netAmount: 0n,
            description: `${to}-for-${from} split`,
          }),
          cumQty: BigInt(to) * ONE_SHARE,
          leavesQty: BigInt(from) * ONE_SHARE,
        };
        account.lastClose = null;
        state.activityRows.add(row);
        state.touchAccount(account);
        state.touchPosition(position);
        return row;
      }),
    );
  },
});

/** The rate that a split was booked with, as shares. */
export const rateOf = ({ cumQty, leavesQty }: Activity): { to: Shares; from: Shares } => ({
  to: cumQty ?? ONE_SHARE,
  from: leavesQty ?? ONE_SHARE,
});

/** Forward, when there are more shares after it than before; reverse otherwise. */
export function splitKind(row: Activity): 'FSPLIT' | 'RSPLIT' {
  const { to, from } = rateOf(row);
  return to > from ? 'FSPLIT' : 'RSPLIT';
}
