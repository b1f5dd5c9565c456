// A locked page watches nothing, yet orders and alerts go on: what was open when the desk was locked stays open, and is
// still there for the page that comes back.
import type { Units } from '#main/desk/accounts/units.ts';
import type { Lock } from '#main/desk/lock.ts';

export function holdWhileLocked(
  units: Pick<Units, 'all' | 'hold'>,
  lock: Pick<Lock, 'isLocked' | 'onChange'>,
): void {
  let releases: (() => void)[] = [];
  let wasLocked = lock.isLocked();
  lock.onChange(() => {
    if (lock.isLocked() === wasLocked) return;
    wasLocked = lock.isLocked();
    for (const release of releases) release();
    releases = wasLocked ? units.all().map(({ unit }) => units.hold(unit.accountId)) : [];
  });
}
