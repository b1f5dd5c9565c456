// What an exchange takes back: a fill that is busted or corrected. Cash changes by the difference, and the position becomes
// what it would be had the fill been so from the start. The order keeps its status; what it filled follows.
import { notFound, unprocessable } from '#main/paper/refusal.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { sharesMoved } from '#main/paper/engine/bookings.ts';
import { activityId, shift } from '#main/paper/engine/execution.ts';
import { isOpen, type Order } from '#main/paper/engine/order.ts';
import { createPosition, type Position } from '#main/paper/engine/position.ts';
import { SPLIT } from '#main/paper/engine/splits.ts';
import { magnitude, worth, type Money, type Shares } from '#main/paper/engine/units.ts';
import type { Activity } from '#main/paper/engine/ledger/activity-rows.ts';
import type { PriceUnits } from '#main/paper/types.ts';

/** What is left out stays as it was. */
export type Correction = { qty?: Shares | undefined; price?: PriceUnits | undefined };
type Terms = { qty: Shares; price: PriceUnits };

/** The activity of a fill that was taken back; a corrected one is a fill again. */
export const BUST = 'BUST';

export function createCorrections(
  context: EngineContext,
  find: (accountId: string, id: string) => Order,
) {
  const { state } = context;

  function supersede(executionId: string, termsOf: (old: Terms) => Terms | null): Activity {
    const rows = state.activityRows;
    const old = rows.execution(executionId);
    if (!old || old.type === BUST || old.orderId === null) throw notFound('execution not found');
    if (rows.supersededBy(executionId)) {
      throw unprocessable('this execution was busted or corrected before');
    }
    if (rows.ofSymbol(old.accountId, old.symbol).some(isSplitAfter(old))) {
      throw unprocessable('the shares of this execution were split since');
    }
    const order = find(old.accountId, old.orderId);
    if (isOpen(order)) throw unprocessable('the order of this execution is still open');
    const before = { qty: old.qty, price: old.price ?? 0 };
    const terms = termsOf(before);
    const after = terms ?? { qty: 0n, price: before.price };

    return context.commit(() => {
      const nowMs = context.nowMs();
      const account = context.account(old.accountId);
      const valueAdded = worth(after.qty, after.price) - worth(before.qty, before.price);
      account.cash += order.side === 'buy' ? -valueAdded : valueAdded;
      order.filledQty += after.qty - before.qty;
      order.filledValue += valueAdded;
      order.updatedAt = context.timestamp(nowMs);
      const newId = context.ids.uuid();
      const row: Activity = {
        ...old,
        seq: state.nextActivitySeq(),
        id: activityId(nowMs, newId),
        type: terms ? old.type : BUST,
        timeMs: nowMs,
        time: order.updatedAt,
        qty: terms ? after.qty : before.qty,
        price: after.price,
        executionId: newId,
        previousId: executionId,
        cumQty: order.filledQty,
        orderStatus: order.status,
      };
      const position = state.position(account, old.symbol);
      const { qty, cost } = replay(context, [...rows.ofSymbol(account.id, old.symbol), row]);
      Object.assign(position, { qty, cost });
      rows.add({ ...row, positionQty: qty });
      state.touchAccount(account);
      state.touchPosition(position);
      state.touch(order);
      return { ...row, positionQty: qty };
    });
  }

  return {
    bust: (executionId: string) => supersede(executionId, () => null),
    correct: (executionId: string, { qty, price }: Correction) =>
      supersede(executionId, (old) => ({ qty: qty ?? old.qty, price: price ?? old.price })),
  };
}

/** Signed shares into the position, and what was paid for them, of the fill that the row describes. */
export function fillOf({ type, side, qty, price }: Activity): { shares: Shares; paid: Money } {
  if (type === BUST) return { shares: 0n, paid: 0n };
  const shares = side === 'buy' ? qty : -qty;
  return { shares, paid: worth(shares, price ?? 0) };
}

const isSplitAfter =
  ({ seq }: Activity) =>
  (row: Activity): boolean =>
    row.type === SPLIT && row.seq > seq;

/** The position that these activities of one symbol make, each correction in the place of what it corrects. */
function replay(context: EngineContext, rows: readonly Activity[]): Pick<Position, 'qty' | 'cost'> {
  const position = createPosition('', '');
  const later = new Map(rows.map((row) => [row.previousId, row]));
  for (const row of rows) {
    if (row.previousId !== null) continue;
    if (row.executionId === null) {
      const moved = sharesMoved(row);
      if (moved === 0n) continue;
      if (row.type === SPLIT) position.qty += moved;
      else shift(position, moved, worth(magnitude(moved), context.last(row.symbol, row.timeMs)));
      continue;
    }
    let holds = row;
    for (let next = later.get(row.executionId); next; next = later.get(next.executionId))
      holds = next;
    const { shares, paid } = fillOf(holds);
    if (shares !== 0n) shift(position, shares, magnitude(paid));
  }
  return position;
}
