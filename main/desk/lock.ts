// The lock of the desk. While it is locked main refuses calls and sends nothing; a picture over the page would be no
// lock. Its passphrase is kept as passphrase.ts says.
import type { LockState } from '#contract/accounts.ts';
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Ports, Random } from '#main/ports.ts';
import { createPassphrases } from '#main/desk/passphrase.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { Document } from '#main/desk/settings/document.ts';
import type { LockMemory, LockSecret } from '#main/desk/settings/read-settings.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { markOf, sinceMs } from '#main/tools/either-clock.ts';

export type Lock = {
  isLocked(): boolean;
  state(): LockState;
  lock(): Result<LockState>;
  unlock(passphrase: string): Promise<Result<LockState>>;
  configure(change: {
    current?: string | undefined;
    next?: string | undefined;
    lockAfterMinutes: number;
  }): Promise<Result<LockState>>;
  /** Somebody is there: the wait begins again. */
  touch(): void;
  /** After sleep, which stops timers and not time. */
  wake(): void;
  onChange(listener: () => void): () => void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  /** What it remembers over a restart. */
  document: Document<LockMemory>;
  /** What the person should know about the start; part of the state that is shown even while locked. */
  notes: (isLocked: boolean) => string[];
  random: Pick<Random, 'secret'>;
  /** A page could lock a person out with the first passphrase, or let anybody in by taking it away. */
  questions: Pick<Questions, 'firstLock' | 'lockOff'>;
  /** The cost of a hash (scrypt's N); tests make it cheap. */
  cost?: number;
};

const MINUTE_MS = 60_000;

export function createLock(deps: Deps): Lock {
  const { document, clock, delay } = deps;
  const listeners = createListeners(deps.log);
  const kept = document.get;
  let isLocked = kept().isLocked && kept().secret !== undefined;
  /** Without a touch, up to a mark. Counted in steps: a date that is set back takes nothing from what was counted. */
  let idleMs = 0;
  let counted = markOf(clock);
  let cancelIdle: (() => void) | undefined;
  const { verify, hash, waitMs } = createPassphrases({
    ...deps,
    get: kept,
    noteMistakes(mistakes) {
      const { mistakes: _before, ...rest } = kept();
      document.note({ ...rest, ...(mistakes && { mistakes }) });
      if (mistakes && waitMs() > 0) listeners.notify();
    },
    wrong: 'That is not the passphrase for the lock.',
  });
  watchIdle();

  const state = (): LockState => ({
    isLocked,
    canLock: kept().secret !== undefined,
    lockAfterMinutes: kept().afterMinutes,
    ...waiting(),
    notes: deps.notes(isLocked),
  });

  function waiting(): Pick<LockState, 'waitMs'> {
    const leftMs = waitMs();
    return leftMs > 0 ? { waitMs: leftMs } : {};
  }

  function set(next: boolean): void {
    // In memory first: a disk that cannot be written must not keep the desk open.
    isLocked = next;
    listeners.notify();
    document.note({ ...kept(), isLocked: next });
  }

  /** Sleep stops timers: whoever comes before its end is told finds the desk locked as well. */
  function lockIfIdle(): boolean {
    const limitMs = limit();
    if (!isLocked && limitMs > 0 && idleMs + sinceMs(clock, counted) >= limitMs) set(true);
    return isLocked;
  }

  function limit(): number {
    return kept().secret ? kept().afterMinutes * MINUTE_MS : 0;
  }

  function watchIdle(): void {
    cancelIdle?.();
    if (lockIfIdle() || limit() === 0) return;
    idleMs += sinceMs(clock, counted);
    counted = markOf(clock);
    cancelIdle = delay(Math.min(limit() - idleMs, MINUTE_MS), watchIdle);
  }

  function noteTouch(): void {
    idleMs = 0;
    counted = markOf(clock);
  }

  return {
    isLocked: lockIfIdle,
    state,
    lock() {
      if (!kept().secret) return notAllowed('Set a passphrase for the lock first.');
      if (!isLocked) set(true);
      cancelIdle?.();
      return ok(state());
    },
    async unlock(passphrase) {
      if (!isLocked) return ok(state());
      const right = await verify(passphrase);
      if (!right.ok) return right;
      noteTouch();
      set(false);
      watchIdle();
      return ok(state());
    },
    async configure({ current, next, lockAfterMinutes }) {
      if (kept().secret && current === undefined)
        return invalid('Enter the current passphrase.', 'current');
      if (next === undefined && lockAfterMinutes > 0)
        return invalid('Automatic locking needs a passphrase.', 'next');
      const before = kept().secret;
      const right = await verify(current ?? '');
      if (!right.ok) return right;
      const refusal = await askAbout(before, next);
      if (refusal) return refusal;
      if (kept().secret !== before) return notAllowed('The lock was changed in the meantime.');
      const secret = next === undefined ? undefined : await hash(next);
      document.change({ afterMinutes: lockAfterMinutes, isLocked, ...(secret && { secret }) });
      noteTouch();
      watchIdle();
      listeners.notify();
      return ok(state());
    },
    touch() {
      if (lockIfIdle()) return;
      noteTouch();
      watchIdle();
    },
    wake: watchIdle,
    onChange: listeners.add,
    stop: () => cancelIdle?.(),
  };

  async function askAbout(before: LockSecret | undefined, next: string | undefined) {
    if (!before && next !== undefined) return deps.questions.firstLock();
    return before && next === undefined ? deps.questions.lockOff() : undefined;
  }
}
