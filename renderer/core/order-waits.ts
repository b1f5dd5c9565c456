// What a person asked of an order and waits for, told from the moment on in which it is no blink of an eye any more.
import { CANCEL_WAITS, CHANGE_WAITS, type CancelWait } from '#contract/cancel-waits.ts';
import type { Intent } from '#contract/intents.ts';

/** In words, and since when; epoch ms. */
export type OrderWait = { text: string; since: number };

/** Sooner than this nobody waits. */
const SHOWN_AFTER_MS = 1_000;

/** Of an order, or of an intent that may become one. */
export function waitOf(
  cancel: CancelWait | undefined,
  status: string,
  change: Intent | undefined,
): OrderWait | undefined {
  if (cancel?.state === 'waiting') return { text: CANCEL_WAITS, since: cancel.since };
  // The broker's own word for it says the same.
  if (cancel?.state === 'asked' && status !== 'pending_cancel')
    return { text: 'cancel requested', since: cancel.since };
  return change && isChanging(change)
    ? { text: CHANGE_WAITS, since: change.confirmedAt }
    : undefined;
}

/** A change that may still be made, and that nobody stopped waiting for. */
export const isChanging = ({ kind, state, targetId }: Intent): boolean =>
  kind === 'replace' && targetId !== undefined && ['recorded', 'sent', 'unknown'].includes(state);

export const isLongWait = (wait: OrderWait | undefined, now: number): wait is OrderWait =>
  wait !== undefined && now - wait.since >= SHOWN_AFTER_MS;
