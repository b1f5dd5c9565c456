// Keys in one file under a passphrase. The passphrase is asked once per start; what stays in memory is the key made
// from it, and entries are opened one by one when they are needed.
import { timingSafeEqual } from 'node:crypto';
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Ports, SealedFile } from '#main/ports.ts';
import { createTurns } from '#main/tools/turns.ts';
import {
  FORMAT,
  NONCE_LENGTH,
  SALT_LENGTH,
  deriveKey,
  newKdf,
  openSealed,
  parseSealed,
  seal,
  wipe,
  type Kdf,
  type Sealed,
  type SealedEntries,
  type SealedProblem,
} from './sealed-format.ts';
import { plainReason } from '#main/tools/plain-reason.ts';

export type DeriveKey = (passphrase: string, kdf: Kdf) => Promise<Buffer>;

type Deps = Pick<Ports, 'random' | 'log'> & {
  file: SealedFile;
  /** From a passphrase to a key; tests that are not about it make it cheap. */
  derive?: DeriveKey | undefined;
};
type Loaded =
  | { kind: 'none' }
  | { kind: 'sealed'; sealed: Sealed }
  | { kind: 'unusable'; why: string };

export type SealedStore = {
  state(): 'none' | 'locked' | 'open';
  /** Why the file cannot be used, if it cannot. */
  problem(): string | undefined;
  /** Known without the passphrase. */
  has(name: string): boolean;
  unseal(passphrase: string): Promise<Result<null>>;
  /** Seals all of it anew, with a new salt. A copy of the older file still opens with the older passphrase. */
  changePassphrase(current: string, next: string): Promise<Result<null>>;
  read(name: string): Result<string | undefined>;
  save(name: string, secret: string): Result<null>;
  remove(name: string): Result<null>;
  /** Forgets the key in memory. */
  close(): void;
};

export function createSealedStore({ file, random, log, derive = deriveKey }: Deps): SealedStore {
  let opened: { key: Buffer; kdf: Kdf } | undefined;
  const inTurn = createTurns();

  function load(): Loaded {
    try {
      const bytes = file.read();
      if (bytes === undefined) return { kind: 'none' };
      const parsed = parseSealed(bytes);
      if (parsed.ok) return { kind: 'sealed', sealed: parsed.sealed };
      return { kind: 'unusable', why: sayProblem(parsed.problem, file.path) };
    } catch (error) {
      return {
        kind: 'unusable',
        why: `The sealed file could not be read (${plainReason(error)}).`,
      };
    }
  }

  function close(): void {
    opened?.key.fill(0);
    opened = undefined;
  }

  /** The key in memory belongs to this very file, and not to one that took its place. */
  const isOpen = (sealed: Sealed): boolean => opened?.kdf.salt === sealed.header.kdf.salt;

  function write(key: Buffer, kdf: Kdf, entries: SealedEntries): Result<null> {
    try {
      file.write(seal(key, kdf, random.secret(NONCE_LENGTH), entries));
      return ok(null);
    } catch (error) {
      log('error', 'the sealed file could not be written', { code: codeOf(error) });
      return notAllowed(
        `The sealed file could not be written (${plainReason(error)}). It was not changed.`,
      );
    }
  }

  /** The entries, if the file is here, sound and open. */
  function entriesNow(): Result<{ entries: SealedEntries; key: Buffer; kdf: Kdf }> {
    const loaded = load();
    if (loaded.kind === 'unusable') return notAllowed(loaded.why);
    if (loaded.kind === 'none') return noFile();
    if (!opened || !isOpen(loaded.sealed))
      return notAllowed('The sealed file is locked. Enter its passphrase first.');
    const entries = openSealed(loaded.sealed, opened.key);
    if (!entries) return notAllowed(sayProblem('damaged', file.path));
    return ok({ entries, ...opened });
  }

  function change(edit: (entries: SealedEntries) => void): Result<null> {
    const now = entriesNow();
    if (!now.ok) return now;
    const { entries, key, kdf } = now.value;
    const before = [...entries.values()];
    edit(entries);
    try {
      return write(key, kdf, entries);
    } finally {
      wipe(entries);
      for (const secret of before) secret.fill(0);
    }
  }

  function read(name: string): Result<string | undefined> {
    const now = entriesNow();
    if (!now.ok) return now;
    const { entries } = now.value;
    const secret = entries.get(name)?.toString('utf8');
    wipe(entries);
    return ok(secret);
  }

  async function unsealNow(passphrase: string): Promise<Result<null>> {
    const loaded = load();
    if (loaded.kind === 'unusable') return notAllowed(loaded.why);
    if (loaded.kind === 'none') {
      const kdf = newKdf(random.secret(SALT_LENGTH));
      const key = await derive(passphrase, kdf);
      const made = write(key, kdf, new Map());
      if (!made.ok) {
        key.fill(0);
        return made;
      }
      close();
      opened = { key, kdf };
      return made;
    }
    const { sealed } = loaded;
    const key = await derive(passphrase, sealed.header.kdf);
    const entries =
      opened && isOpen(sealed) && !timingSafeEqual(opened.key, key)
        ? undefined
        : openSealed(sealed, key);
    if (!entries) {
      key.fill(0);
      return invalid(
        `That passphrase does not open the sealed file. Nothing was changed. If the passphrase is lost, so are the keys in the file: move ${file.path} away and enter the keys again.`,
        'passphrase',
      );
    }
    wipe(entries);
    close();
    opened = { key, kdf: sealed.header.kdf };
    return ok(null);
  }

  async function changeNow(current: string, next: string): Promise<Result<null>> {
    const before = load();
    if (before.kind === 'unusable') return notAllowed(before.why);
    if (before.kind === 'none') return noFile();
    const oldKey = await derive(current, before.sealed.header.kdf);
    const fitting = openSealed(before.sealed, oldKey);
    if (!fitting) {
      oldKey.fill(0);
      return invalid(
        'That is not the passphrase for the sealed file. Nothing was changed.',
        'current',
      );
    }
    wipe(fitting);
    const kdf = newKdf(random.secret(SALT_LENGTH));
    const key = await derive(next, kdf);
    // Read again, and written in the same step: a key that was saved during that work is in it.
    const now = load();
    const entries = now.kind === 'sealed' ? openSealed(now.sealed, oldKey) : undefined;
    const changed = entries ? write(key, kdf, entries) : notAllowed(REPLACED);
    if (entries) wipe(entries);
    oldKey.fill(0);
    if (!changed.ok) {
      key.fill(0);
      return changed;
    }
    close();
    opened = { key, kdf };
    return changed;
  }

  return {
    state() {
      const loaded = load();
      if (loaded.kind === 'none') return 'none';
      return loaded.kind === 'sealed' && isOpen(loaded.sealed) ? 'open' : 'locked';
    },
    problem() {
      const loaded = load();
      return loaded.kind === 'unusable' ? loaded.why : undefined;
    },
    has(name) {
      const loaded = load();
      return loaded.kind === 'sealed' && loaded.sealed.header.entries.includes(name);
    },
    // One at a time: two first passphrases at once would each make a file.
    unseal: (passphrase) => inTurn('unseal', () => unsealNow(passphrase)),
    changePassphrase: (current, next) => inTurn('unseal', () => changeNow(current, next)),
    read,
    save(name, secret) {
      const saved = change((entries) => entries.set(name, Buffer.from(secret)));
      if (!saved.ok) return saved;
      const back = read(name);
      if (!back.ok) return back;
      return back.value === secret
        ? saved
        : notAllowed('The sealed file did not keep the data written to it.');
    },
    remove: (name) => change((entries) => entries.delete(name)),
    close,
  };
}

const REPLACED =
  'The sealed file was replaced by another file during the change. Nothing was changed.';

const noFile = () => notAllowed('There is no sealed file yet. Choose a passphrase for it first.');

/** The code alone: the message of a file error is not written for people. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error';
}

function sayProblem(problem: SealedProblem, path: string): string {
  const left = 'It was not changed.';
  switch (problem) {
    case 'foreign':
      return `${path} is not a file sealed by Ballast, or its beginning is damaged. ${left}`;
    case 'damaged':
      return `The sealed file is damaged or cut short. ${left} Restore a copy, or move ${path} away and enter the keys again.`;
    case 'older':
      return `The sealed file is older than format ${FORMAT}, and this version of Ballast cannot read it. ${left}`;
    case 'newer':
      return `The sealed file was written by a newer version of Ballast; this one reads format ${FORMAT}. ${left} Open it with the newer version.`;
    case 'out-of-bounds':
      return `The sealed file’s settings are outside the range that Ballast accepts. ${left}`;
    default:
      return problem satisfies never;
  }
}
