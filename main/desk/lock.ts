// The lock of the desk. While it is locked main refuses calls and sends nothing; a picture over the page would be no
// lock. The passphrase is kept as a hash with its own salt and cost, and guessing is slowed down, over restarts too.
import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import type { LockState } from '#contract/accounts.ts';
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Ports, Random } from '#main/ports.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { Document } from '#main/desk/settings/document.ts';
import type { LockMemory, LockSecret } from '#main/desk/settings/read-settings.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { doublingMs } from '#main/tools/backoff.ts';
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
  notes: () => string[];
  random: Pick<Random, 'secret'>;
  /** A page could lock a person out with the first passphrase, or let anybody in by taking it away. */
  questions: Pick<Questions, 'firstLock' | 'lockOff'>;
  /** The cost of a hash (scrypt's N); tests make it cheap. */
  cost?: number;
};

/** 32 MiB and about a tenth of a second for each guess. */
const COST = 32_768;
const BLOCK = 8;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const MINUTE_MS = 60_000;
/** So many mistakes are free; each one more doubles the wait, up to a minute. */
const FREE_MISTAKES = 3;
const WAITS = { firstMs: 1_000, capMs: 60_000 };
const MOST_COUNTED = 1_000;

export function createLock(deps: Deps): Lock {
  const { document, clock, delay } = deps;
  const listeners = createListeners(deps.log);
  const kept = document.get;
  let isLocked = kept().isLocked && kept().secret !== undefined;
  let touched = markOf(clock);
  let cancelIdle: (() => void) | undefined;
  /** Of the last mistake. What an earlier run left is waited for from the start, or by the date if that is sooner. */
  let mistaken = { ...markOf(clock), wall: kept().mistakes?.at ?? 0 };
  let isChecking = false;
  watchIdle();

  const state = (): LockState => ({
    isLocked,
    canLock: kept().secret !== undefined,
    lockAfterMinutes: kept().afterMinutes,
    notes: deps.notes(),
  });

  function set(next: boolean): void {
    // In memory first: a disk that cannot be written must not keep the desk open.
    isLocked = next;
    listeners.notify();
    document.note({ ...kept(), isLocked: next });
  }

  function watchIdle(): void {
    cancelIdle?.();
    cancelIdle = undefined;
    const limitMs = kept().afterMinutes * MINUTE_MS;
    if (isLocked || limitMs === 0 || !kept().secret) return;
    const idleMs = sinceMs(clock, touched);
    if (idleMs >= limitMs) return set(true);
    cancelIdle = delay(limitMs - idleMs, watchIdle);
  }

  function waitMs(): number {
    const others = (kept().mistakes?.count ?? 0) - FREE_MISTAKES;
    return others < 0 ? 0 : doublingMs(WAITS, others) - sinceMs(clock, mistaken);
  }

  /** On the disk before anybody learns that it was one. */
  function noteMistake(): void {
    mistaken = markOf(clock);
    const count = Math.min((kept().mistakes?.count ?? 0) + 1, MOST_COUNTED);
    document.note({ ...kept(), mistakes: { count, at: mistaken.wall } });
  }

  /** Whether this is the passphrase, or why that is not looked at now. */
  async function verify(passphrase: string): Promise<Result<null>> {
    const { secret } = kept();
    if (!secret) return ok(null);
    const leftMs = waitMs();
    if (leftMs > 0)
      return notAllowed(
        `Too many wrong passphrases. Wait ${Math.ceil(leftMs / 1_000)} s before the next.`,
      );
    if (isChecking)
      return notAllowed('Another passphrase is being checked. Try again in a moment.');
    isChecking = true;
    try {
      const hash = await hashOf(passphrase, secret);
      if (timingSafeEqual(hash, Buffer.from(secret.hash, 'hex'))) {
        const { mistakes, ...rest } = kept();
        if (mistakes) document.note(rest);
        return ok(null);
      }
      noteMistake();
      return notAllowed('That is not the passphrase of the lock.');
    } finally {
      isChecking = false;
    }
  }

  return {
    isLocked: () => isLocked,
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
      touched = markOf(clock);
      set(false);
      watchIdle();
      return ok(state());
    },
    async configure({ current, next, lockAfterMinutes }) {
      if (kept().secret && current === undefined)
        return invalid('The present passphrase is needed.', 'current');
      if (next === undefined && lockAfterMinutes > 0)
        return invalid('A desk that locks itself needs a passphrase.', 'next');
      const before = kept().secret;
      const right = await verify(current ?? '');
      if (!right.ok) return right;
      const refusal = await askAbout(before, next);
      if (refusal) return refusal;
      if (kept().secret !== before) return notAllowed('The lock was changed in the meantime.');
      const secret = next === undefined ? undefined : await makeSecret(next);
      document.change({ afterMinutes: lockAfterMinutes, isLocked, ...(secret && { secret }) });
      touched = markOf(clock);
      watchIdle();
      listeners.notify();
      return ok(state());
    },
    touch() {
      touched = markOf(clock);
      if (cancelIdle) watchIdle();
    },
    wake: watchIdle,
    onChange: listeners.add,
    stop: () => cancelIdle?.(),
  };

  async function askAbout(before: LockSecret | undefined, next: string | undefined) {
    if (!before && next !== undefined) return deps.questions.firstLock();
    return before && next === undefined ? deps.questions.lockOff() : undefined;
  }

  async function makeSecret(passphrase: string): Promise<LockSecret> {
    const made = { salt: deps.random.secret(SALT_BYTES), cost: deps.cost ?? COST };
    return { ...made, hash: (await hashOf(passphrase, made)).toString('hex') };
  }
}

function hashOf(passphrase: string, { salt, cost }: Omit<LockSecret, 'hash'>): Promise<Buffer> {
  const options = { N: cost, r: BLOCK, p: 1, maxmem: 256 * cost * BLOCK };
  return derive(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), HASH_BYTES, options);
}
