// What is booked without a trade: fees, and dividends on the shares that are held. Cash follows; nothing is booked by itself.
import { unprocessable } from '#main/paper/refusal.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { activityId } from '#main/paper/engine/execution.ts';
import { ONE_SHARE, type Money, type Shares } from '#main/paper/engine/units.ts';
import type { Activity } from '#main/paper/engine/ledger/activity-rows.ts';

export type Booking =
  | { type: 'FEE'; amount: Money; description: string }
  | { type: 'DIV'; symbol: string; perShare: Money; description: string };

export const createBookings = (context: EngineContext) => ({
  book(accountId: string, booking: Booking): Activity {
    const { state } = context;
    const account = context.account(accountId);
    const symbol = booking.type === 'FEE' ? '' : context.asset(booking.symbol).symbol;
    const held: Shares = account.positions.get(symbol)?.qty ?? 0n;
    if (booking.type === 'DIV' && held === 0n)
      throw unprocessable(`no shares of ${symbol} are held`);
    const netAmount =
      booking.type === 'FEE' ? -booking.amount : (booking.perShare * held) / ONE_SHARE;
    return context.commit(() => {
      const { type, description } = booking;
      const entry = { accountId, type, symbol, qty: held, positionQty: held, description };
      const row = journalRow(context, { ...entry, netAmount });
      account.cash += netAmount;
      state.activityRows.add(row);
      state.touchAccount(account);
      return row;
    });
  },
});

type Entry = Pick<
  Activity,
  'accountId' | 'type' | 'symbol' | 'qty' | 'positionQty' | 'netAmount' | 'description'
>;

/** What is booked now and is no execution. */
export function journalRow(context: EngineContext, entry: Entry): Activity {
  const timeMs = context.nowMs();
  return {
    seq: context.state.nextActivitySeq(),
    id: activityId(timeMs, context.ids.uuid()),
    timeMs,
    time: context.timestamp(timeMs),
    executionId: null,
    previousId: null,
    orderId: null,
    side: null,
    price: null,
    cumQty: null,
    leavesQty: null,
    orderStatus: null,
    ...entry,
  };
}

/** Shares that an entry moved into the position; fees and dividends move none. */
export const sharesMoved = ({ type, qty }: Activity): Shares =>
  type === 'JNLS' || type === 'SPLIT' ? qty : 0n;
