// A passphrase that is kept as a hash with its own salt and cost. Guessing is slowed down, over restarts too.
import { scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Clock, Random } from '#main/ports.ts';
import type { LockMemory, LockSecret } from '#main/desk/settings/read-settings.ts';
import { doublingMs } from '#main/tools/backoff.ts';

type PassphraseMemory = Pick<LockMemory, 'secret' | 'mistakes'>;

type Passphrases = {
  /** Whether this is it, or why that is not looked at now. Without one everything is. */
  verify(passphrase: string): Promise<Result<null>>;
  hash(passphrase: string): Promise<LockSecret>;
  /** How long none is looked at; 0 or less when one is. */
  waitMs(): number;
};

type Deps = {
  get: () => PassphraseMemory;
  /** On the disk before anybody learns of it. */
  noteMistakes: (mistakes: PassphraseMemory['mistakes']) => void;
  /** What is said to a wrong one. */
  wrong: string;
  clock: Clock;
  random: Pick<Random, 'secret'>;
  /** The cost of a hash (scrypt's N); tests make it cheap. */
  cost?: number | undefined;
};

/** 32 MiB and about a tenth of a second for each guess. */
const COST = 32_768;
const BLOCK = 8;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** So many mistakes are free; each one more doubles the wait, up to a minute. */
const FREE_MISTAKES = 3;
const WAITS = { firstMs: 1_000, capMs: 60_000 };
const MOST_COUNTED = 1_000;

export function createPassphrases({ get, noteMistakes, wrong, ...deps }: Deps): Passphrases {
  const { clock, random } = deps;
  /** The last mistake on the running time, since a date can be set. That of an earlier run is told by its date, once. */
  let mistakenAt = clock.elapsed() - Math.max(0, clock.wall() - (get().mistakes?.at ?? 0));
  let isChecking = false;

  function waitMs(): number {
    const others = (get().mistakes?.count ?? 0) - FREE_MISTAKES;
    return others < 0 ? 0 : doublingMs(WAITS, others) - (clock.elapsed() - mistakenAt);
  }

  function onMistake(): void {
    mistakenAt = clock.elapsed();
    const count = Math.min((get().mistakes?.count ?? 0) + 1, MOST_COUNTED);
    noteMistakes({ count, at: clock.wall() });
  }

  return {
    waitMs,
    async verify(passphrase) {
      const { secret } = get();
      if (!secret) return ok(null);
      const leftMs = waitMs();
      if (leftMs > 0)
        return notAllowed(
          `Too many wrong passphrases. Wait ${Math.ceil(leftMs / 1_000)} s before you try again.`,
        );
      if (isChecking)
        return notAllowed('Another passphrase is being checked. Try again in a moment.');
      isChecking = true;
      try {
        const hash = await hashOf(passphrase, secret);
        if (!timingSafeEqual(hash, Buffer.from(secret.hash, 'hex'))) {
          onMistake();
          return notAllowed(wrong);
        }
        if (get().mistakes) noteMistakes(undefined);
        return ok(null);
      } finally {
        isChecking = false;
      }
    },
    async hash(passphrase) {
      const made = { salt: random.secret(SALT_BYTES), cost: deps.cost ?? COST };
      return { ...made, hash: (await hashOf(passphrase, made)).toString('hex') };
    },
  };
}

function hashOf(passphrase: string, { salt, cost }: Omit<LockSecret, 'hash'>): Promise<Buffer> {
  const options = { N: cost, r: BLOCK, p: 1, maxmem: 256 * cost * BLOCK };
  return derive(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), HASH_BYTES, options);
}
