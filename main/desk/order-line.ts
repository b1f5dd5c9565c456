// An open order as the tray lists it. What a person waits for comes first, so that its age is never cut off.
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import { statusWords } from '#contract/orders.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import { orderWords } from '#main/domain/words.ts';

type Unit = {
  /** Read once for all of its orders. */
  unsettled: readonly Intent[];
  trading: Pick<AccountUnit['trading'], 'cancelWait'>;
};

/** Sooner than this nobody waits. */
export const SHOWN_AFTER_MS = 1_000;
const MINUTE_MS = 60_000;

export function orderLine(order: Order, { unsettled, trading }: Unit, now: number): string {
  const words = orderWords(order);
  const cancel = trading.cancelWait(order.id);
  const isLong = cancel !== undefined && now - cancel.since >= SHOWN_AFTER_MS;
  if (isLong && cancel.state === 'waiting')
    return `Cancel waiting for the broker, ${minutes(now - cancel.since)}: ${words}`;
  // The broker's own word for it says the same.
  if (isLong && cancel.state === 'asked' && order.status !== 'pending_cancel')
    return `Cancel requested, ${minutes(now - cancel.since)}: ${words}`;
  const change = unsettled.find(
    ({ targetId, state }) => targetId === order.id && state !== 'set-aside',
  );
  if (change && now - change.confirmedAt >= SHOWN_AFTER_MS)
    return `Change waiting for the broker, ${minutes(now - change.confirmedAt)}: ${words}`;
  return `${words}, ${statusWords(order.status)}`;
}

/** Not by the second: a menu that is open would be drawn anew each time. */
function minutes(ms: number): string {
  const whole = Math.floor(ms / MINUTE_MS);
  if (whole < 1) return 'under 1 min';
  return whole < 120 ? `${whole} min` : `${Math.floor(whole / 60)} h`;
}
