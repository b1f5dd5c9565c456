// What the system's notifications say while the desk is locked: a person chose it, and somebody else may be looking.
import type { Alert, AlertSettings } from '#contract/alerts.ts';

const BEHIND_THE_LOCK = { title: 'Ballast', text: 'Something happened. Unlock to see it.' };

/** Undefined where nothing is to be shown. */
export function shownWhileLocked(
  alert: Alert,
  isLocked: boolean,
  choice: AlertSettings['whileLocked'],
): Alert | undefined {
  // What is over shows nothing: it takes away what stands, perhaps from before the lock.
  if (!isLocked || choice === 'all' || alert.isOver) return alert;
  return choice === 'nothing' ? undefined : { ...alert, ...BEHIND_THE_LOCK };
}
