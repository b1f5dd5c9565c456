// The lock's and the alerts' documents on a disk in memory that can be full.
import { createAlertStore, type AlertStore } from '#main/desk/alerts/alert-store.ts';
import { openDocument, type OpenedDocument } from '#main/desk/settings/document.ts';
import { AlertMemory, LockMemory } from '#main/desk/settings/read-settings.ts';
import type { SettingsStore } from '#main/ports.ts';

export type MemoryDisk = { file: unknown; isFull: boolean; writes: number };

export const createMemoryDisk = (file?: unknown): MemoryDisk => ({
  file,
  isFull: false,
  writes: 0,
});

export const storeOn = (disk: MemoryDisk): SettingsStore => ({
  read: () => disk.file,
  write(value) {
    if (disk.isFull) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    disk.file = structuredClone(value);
    disk.writes++;
  },
  setAside: () => 'a-copy.json',
});

export const lockOn = (disk: MemoryDisk, old?: LockMemory): OpenedDocument<LockMemory> =>
  openDocument<LockMemory>({
    what: 'The settings of the lock',
    store: storeOn(disk),
    schema: LockMemory,
    old,
    fresh: { afterMinutes: 0, isLocked: false },
    log: () => undefined,
  });

export const alertsOn = (disk: MemoryDisk, old?: AlertMemory): AlertStore =>
  createAlertStore(
    openDocument<AlertMemory>({
      what: 'The alerts',
      store: storeOn(disk),
      schema: AlertMemory,
      old,
      fresh: AlertMemory.parse({}),
      log: () => undefined,
    }),
  );
