// A journal that cannot be written is opened again by itself, with growing waits, and whoever asks why nothing is placed
// reads when the next try is. Without this one error of the disk would end placing until the next start.
import { recordSetAside } from '#main/account/activity.ts';
import { journalPathIn } from '#main/journal/file.ts';
import type { JournalResult } from '#main/journal/failure.ts';
import type { CheckAnswer, CheckLater } from '#main/journal/later-checks.ts';
import type { Health, Journal, Reopened } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { messageOf } from '#main/tools/message-of.ts';
import { doublingMs } from '#main/tools/backoff.ts';

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  /** Nobody owns a folder that could not be written at the start: another desk may, so it stays as it is. */
  isFolderReadOnly?: boolean | undefined;
  folder: string;
  /** Asked where the journal was opened without a check. */
  checkLater?: CheckLater | undefined;
  /** Intents may be known now that were not before; everything else too, when it was never open before. */
  onReopened: (isFirst: boolean) => void;
};

const WAITS = { firstMs: 1_000, capMs: 60_000 };
/** A check reads the whole file, and where no thread can be had main waits for it. */
const CHECK_WAITS = { firstMs: 5_000, capMs: 600_000 };

export function keepJournalOpen(
  journal: Journal,
  { clock, delay, log, folder, isFolderReadOnly = false, checkLater, onReopened }: Deps,
): Journal {
  const changed = createListeners();
  let brokenAt: number | undefined;
  let tries = 0;
  let isTrying = false;
  let isClosed = false;
  let next: { at: number; cancel: () => void } | undefined;
  /** Whether the file that is open is being checked, and whether damage was found in it that cannot be mended yet. */
  let isBeingChecked = false;
  let isDamaged = false;
  let failedChecks = 0;
  let nextCheck: { why: string; at: number; cancel: () => void } | undefined;
  const stopListening = journal.onHealth(follow);
  follow();

  /** Whether it can be written is another matter: a disk that is full or busy does not put the check off. */
  function followCheck(): void {
    const health = journal.health();
    if (!checkLater || isClosed || !isCheckWanted(health)) return;
    // Opening it again may take room, and exits are still recorded where there is none.
    if (isDamaged && !health.writable) return;
    if (isDamaged) {
      isDamaged = false;
      return attempt(() => tell(journal.reopen()));
    }
    if (isBeingChecked || nextCheck) return;
    isBeingChecked = true;
    void checkLater(journalPathIn(folder)).then(onChecked);
  }

  function onChecked(answer: CheckAnswer): void {
    isBeingChecked = false;
    if (isClosed || !isCheckWanted(journal.health())) return;
    if (answer.is === 'sound') return journal.setChecked();
    if (answer.is === 'unknown') return checkAgain(answer.why);
    log('error', 'damage was found in the journal', { damage: answer.how });
    isDamaged = true;
    followCheck();
  }

  /** The check itself failed: opening the file again would not help it. */
  function checkAgain(why: string): void {
    log('warn', 'the journal could not be checked', { why });
    const ms = doublingMs(CHECK_WAITS, failedChecks++);
    const again = (): void => {
      nextCheck = undefined;
      followCheck();
    };
    nextCheck = { why, at: clock.wall() + ms, cancel: delay(ms, again) };
    changed.notify();
  }

  function follow(): void {
    if (isTrying) return;
    if (journal.health().writable) finish();
    else {
      brokenAt ??= clock.wall();
      if (!next && !isFolderReadOnly) schedule();
    }
    changed.notify();
    followCheck();
  }

  function schedule(): void {
    const ms = doublingMs(WAITS, tries++);
    next = {
      at: clock.wall() + ms,
      cancel: delay(ms, () => attempt(() => write(journal.health()))),
    };
  }

  function attempt(work: () => void): void {
    next = undefined;
    isTrying = true;
    try {
      work();
    } catch (error) {
      log('error', 'the journal could not be opened again', { error: messageOf(error) });
    } finally {
      isTrying = false;
      follow();
    }
  }

  function write(health: Health): void {
    if (!health.writable) tell(health.needsReopen ? journal.reopen() : journal.flush());
  }

  function tell(reopened: JournalResult<Reopened | undefined>): void {
    if (!reopened.ok || !reopened.value) return;
    recordSetAside({ journal, ...reopened.value });
    onReopened(reopened.value.isFirst);
  }

  function finish(): void {
    next?.cancel();
    next = undefined;
    tries = 0;
    if (brokenAt === undefined) return;
    const text = `The journal could not be written from ${timeOf(brokenAt)} to ${timeOf(clock.wall())}. It is working again, and everything held in the meantime has been written.`;
    brokenAt = undefined;
    // Another write may have been the first that worked.
    tell(journal.flush());
    journal.saveEvent({ kind: 'desk', detail: 'journal-again', text });
  }

  function whatNext(): string {
    if (isFolderReadOnly) return ' Then restart Ballast.';
    return next ? ` Ballast will try again at ${timeOf(next.at)}.` : '';
  }

  return {
    ...journal,
    health() {
      const health = journal.health();
      if (!health.writable) return { ...health, reason: health.reason + whatNext() };
      if (!health.isUnchecked || !nextCheck) return health;
      const { why, at } = nextCheck;
      const whyUnchecked = `The journal could not be checked (${why}). Ballast will try again at ${timeOf(at)}.`;
      return { ...health, whyUnchecked };
    },
    onHealth: changed.add,
    close() {
      isClosed = true;
      stopListening();
      next?.cancel();
      nextCheck?.cancel();
      journal.close();
    },
  };
}

/** A file that has to be opened again is checked with that. */
const isCheckWanted = (health: Health): boolean =>
  health.isUnchecked === true && (health.writable || !health.needsReopen);

/** As the clock on the wall here says it. */
const timeOf = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);
