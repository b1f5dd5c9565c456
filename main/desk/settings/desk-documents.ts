// The lock, the memory of alerts and that of new versions, each in a file of its own. Earlier editions kept the first two among the settings: alerts are
// taken out of there only once their file is on the disk, so that a start that ends half way loses none. The passphrase
// of the lock stays there as a copy: a desk whose lock file is gone, or is none that this edition can read, is locked
// with it, where it would open otherwise.
import { isDeepStrictEqual } from 'node:util';
import type { Ports } from '#main/ports.ts';
import { openDocument, type Document, type OpenedDocument } from '#main/desk/settings/document.ts';
import {
  AlertMemory,
  LockMemory,
  salvageAlerts,
  UpdateMemory,
} from '#main/desk/settings/read-settings.ts';
import type { OpenedSettings } from '#main/desk/settings/settings.ts';

type DeskDocuments = {
  lock: Document<LockMemory>;
  alerts: Document<AlertMemory>;
  updates: OpenedDocument<UpdateMemory>;
  notes(): string[];
};

export function openDocuments(
  { documents, log }: Pick<Ports, 'documents' | 'log'>,
  settings: Pick<OpenedSettings, 'get' | 'note'>,
): DeskDocuments {
  const old = settings.get();
  const lock = openDocument<LockMemory>({
    what: 'The settings of the lock',
    store: documents.lock,
    schema: LockMemory,
    old: old.lock,
    fresh: { afterMinutes: 0, isLocked: false },
    log,
  });
  const alerts = openDocument<AlertMemory>({
    what: 'The alerts',
    store: documents.alerts,
    schema: AlertMemory,
    old: old.alerts,
    fresh: AlertMemory.parse({}),
    salvage: salvageAlerts,
    log,
  });
  const updates = openDocument<UpdateMemory>({
    what: 'What is known of new versions',
    store: documents.updates,
    schema: UpdateMemory,
    old: undefined,
    fresh: UpdateMemory.parse({}),
    log,
  });
  if (lock.isOnDisk) copyLock();
  if (old.alerts && alerts.isOnDisk) settings.note(({ alerts: _moved, ...rest }) => rest);

  /** Locked, because whether the desk was is not known to whoever has nothing but the copy. */
  function copyLock(): void {
    const { secret, afterMinutes } = lock.get();
    const copy = secret && { secret, afterMinutes, isLocked: true };
    if (isDeepStrictEqual(copy, settings.get().lock)) return;
    settings.note(({ lock: _before, ...rest }) => ({ ...rest, ...(copy && { lock: copy }) }));
  }

  return {
    lock: {
      ...lock,
      change(next) {
        lock.change(next);
        copyLock();
      },
    },
    alerts,
    updates,
    notes: () => [...lock.notes(), ...alerts.notes(), ...updates.notes()],
  };
}
