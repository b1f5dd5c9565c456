// What both shells give the core alike: this computer's clocks, its keychain, and the files of the data folder.
import type { Log, Ports } from '#main/ports.ts';
import { readOnlyNote } from '#main/shell/common/data-folder.ts';
import { createDocumentFiles } from '#main/shell/common/document-file.ts';
import type { KeychainProcess } from '#main/shell/common/keychain-protocol.ts';
import { createKeychain } from '#main/shell/common/keychain.ts';
import { isEntryAtHand } from '#main/shell/common/keyring-entry.ts';
import { readPacked, releaseFeedOf } from '#main/shell/common/packed.ts';
import { createPermissionFile } from '#main/shell/common/permission-file.ts';
import type { Redactor } from '#main/shell/common/redact.ts';
import { createSealedFile } from '#main/shell/common/sealed-file.ts';
import { systemClock, systemDelay, systemRandom, VERSION } from '#main/shell/common/system.ts';

type Deps = {
  shell: Ports['info']['shell'];
  folder: string;
  isReadOnly: boolean;
  redactor: Redactor;
  log: Log;
  startKeychain: () => KeychainProcess;
  /** What the person should know about this start. */
  notes: readonly string[];
};

export const createComputerPorts = (deps: Deps) => {
  const { shell, folder, isReadOnly, redactor, log, startKeychain, notes } = deps;
  const packed = readPacked();
  return {
    clock: systemClock,
    delay: systemDelay,
    random: systemRandom,
    log,
    neverLog: redactor.register,
    keychain: {
      ...createKeychain({ start: startKeychain, delay: systemDelay }),
      isAtHand: isEntryAtHand,
    },
    sealedFile: createSealedFile(folder),
    documents: createDocumentFiles({ folder, now: systemClock.wall, isReadOnly }),
    isFolderReadOnly: isReadOnly,
    notes: isReadOnly ? [readOnlyNote(folder), ...notes] : notes,
    permission: createPermissionFile(folder),
    info: { version: packed?.version ?? VERSION, shell, dataFolder: folder },
    releaseFeed: releaseFeedOf(packed, process),
  } satisfies Partial<Ports>;
};
