// How far a backup or a restore is, and whether a person ended it.
import { isDeepStrictEqual } from 'node:util';
import type { DataWork } from '#contract/accounts.ts';
import type { OnStep } from '#main/desk/backup/back-up.ts';
import { CanceledError } from '#main/desk/backup/container.ts';
import type { Log } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';

export type WorkProgress = {
  now(): DataWork | undefined;
  onChange(listener: () => void): () => void;
  /** Ends it at its next step, if it can be ended; what comes later is not concerned. */
  cancel(): void;
};

type Telling = WorkProgress & {
  begin(): void;
  /** `canCancel` false: it is part of what was agreed to, and is not ended. */
  telling(kind: DataWork['kind'], canCancel: boolean): OnStep;
  /** Nothing is read or written now. */
  pause(): void;
};

export function createDataWork(log: Log): Telling {
  const listeners = createListeners(log);
  let isCanceled = false;
  let work: DataWork | undefined;

  function set(next: DataWork | undefined): void {
    if (isDeepStrictEqual(next, work)) return;
    work = next;
    listeners.notify();
  }

  return {
    now: () => work,
    onChange: listeners.add,
    cancel: () => void (isCanceled = true),
    begin: () => void (isCanceled = false),
    telling: (kind, canCancel) => (done, of) => {
      if (canCancel && isCanceled) throw new CanceledError();
      set({ kind, percent: Math.floor((100 * done) / Math.max(1, of)), canCancel });
    },
    pause: () => set(undefined),
  };
}
