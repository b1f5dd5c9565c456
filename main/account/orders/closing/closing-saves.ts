// Ways out on disk. What begins is written first or does not begin; what has come of it is so whether or not the disk
// takes it, and goes there as soon as it can: a restart would take up again what a person has ended.
import { ok, type Result } from '#contract/failure.ts';
import type { StoredClosing } from '#main/journal/closing-rows.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';

type ClosingSaves = {
  save(closing: StoredClosing): Result<null>;
  /** What the disk refuses now it is given when it can be written again. */
  saveOrLater(closing: StoredClosing): Result<null>;
  stop(): void;
};

export function createClosingSaves(
  journal: Pick<Journal, 'saveClosing' | 'health' | 'onHealth'>,
): ClosingSaves {
  const unsaved = new Map<string, StoredClosing>();

  function save(closing: StoredClosing): Result<null> {
    const saved = journal.saveClosing(closing);
    if (!saved.ok) return toFailed(saved.failure);
    unsaved.delete(closing.closingId);
    return ok(null);
  }

  return {
    save,
    saveOrLater(closing) {
      unsaved.set(closing.closingId, closing);
      return save(closing);
    },
    stop: journal.onHealth(() => {
      if (journal.health().writable) for (const closing of unsaved.values()) save(closing);
    }),
  };
}
