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
      const timeMs = context.nowMs();
      const row: Activity = {
        seq: state.nextActivitySeq(),
        id: activityId(timeMs, context.ids.uuid()),
        accountId,
        type: booking.type,
        timeMs,
        time: context.timestamp(timeMs),
        symbol,
        qty: held,
        positionQty: held,
        executionId: null,
        previousId: null,
        orderId: null,
        side: null,
        price: null,
        cumQty: null,
        leavesQty: null,
        orderStatus: null,
        netAmount,
        description: booking.description,
      };
      account.cash += netAmount;
      state.activityRows.add(row);
      state.touchAccount(account);
      return row;
    });
  },
});

/** Shares that an entry moved into the position; fees and dividends move none. */
export const sharesMoved = ({ type, qty }: Activity): Shares => (type === 'JNLS' ? qty : 0n);
