// What can go wrong with the journal, as values. A disk problem is the world's doing and is answered; a
// misspelt statement is ours and is thrown. A row that no disk would take is set aside (unfit-rows.ts).
import { invalid, notAllowed, type Failed } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';

/** `full` and `busy` may pass by themselves; after the others the file is opened again and checked first. */
export type DiskCause = 'full' | 'busy' | 'read-only' | 'io' | 'damaged' | 'gone' | 'no-handles';

export type DiskFailure = {
  kind: 'disk';
  cause: DiskCause;
  /** What happened and what to do, in a sentence. */
  message: string;
  /** Kept in memory, included in reads, and written when writing works again. */
  isKept: boolean;
  /** The intent as it stands now, when the write was about one. */
  intent?: Intent;
  /** Of a record that failed: whether a later start could still find it as recorded. */
  onDisk?: 'no' | 'unsure';
};

export type JournalFailure =
  | DiskFailure
  | { kind: 'newer'; message: string; version: number }
  | { kind: 'other-account'; message: string }
  | { kind: 'archive'; message: string }
  | { kind: 'unread'; message: string }
  | { kind: 'other-body'; message: string; intent: Intent }
  | { kind: 'no-intent'; message: string }
  | { kind: 'illegal'; message: string; intent: Intent };

export type JournalResult<T> = { ok: true; value: T } | { ok: false; failure: JournalFailure };

export const done = <T>(value: T): JournalResult<T> => ({ ok: true, value });
export const failed = (failure: JournalFailure): { ok: false; failure: JournalFailure } => ({
  ok: false,
  failure,
});

/** The same failure in the words of the bridge. */
export function toFailed(failure: JournalFailure): Failed {
  return failure.kind === 'other-body'
    ? invalid(failure.message, 'intentId')
    : notAllowed(failure.message);
}

/** SQLite's primary result codes that the world can cause. */
const CAUSES: Record<number, DiskCause> = {
  3: 'read-only', // PERM
  5: 'busy',
  6: 'busy', // LOCKED
  7: 'io', // NOMEM
  8: 'read-only',
  10: 'io',
  11: 'damaged', // CORRUPT
  13: 'full',
  14: 'io', // CANTOPEN
  15: 'io', // PROTOCOL
  23: 'read-only', // AUTH
  24: 'damaged', // FORMAT
  26: 'damaged', // NOTADB
};
const SYSTEM_CAUSES: Record<string, DiskCause> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EMFILE: 'no-handles',
  ENFILE: 'no-handles',
};
const IOERR_SHORT_READ = 522;

/** Undefined for what is our own mistake. */
export function causeOf(error: unknown): DiskCause | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (errcode === IOERR_SHORT_READ) return 'damaged';
  if (typeof errcode === 'number') return CAUSES[errcode & 0xff];
  if ('syscall' in error && typeof code === 'string') return SYSTEM_CAUSES[code] ?? 'io';
  return undefined;
}

/** Added to the first of them while there is space for it. */
export const EXITS_GO = 'Exits and cancels still work: space is reserved for recording them.';

const SENTENCES: Record<DiskCause, string> = {
  full: 'The disk is full, so the journal cannot be written. Free some space; you cannot place orders until then.',
  busy: 'Another program has locked the journal, so it cannot be written. Close that program; you cannot place orders until then.',
  'read-only':
    'The journal is not writable here. Allow writing to its folder; you cannot place orders until then.',
  io: 'The disk failed while the journal was in use. Check the disk. Ballast will reopen the journal; you cannot place orders until then.',
  damaged:
    'The journal is damaged. Ballast sets it aside without deleting it and starts a new one; you cannot place orders until then.',
  gone: 'The journal was moved or deleted while in use. Ballast will reopen it; you cannot place orders until then.',
  'no-handles':
    'Too many files are open, so the journal cannot be opened. Close other programs, or raise the limit (ulimit -n); you cannot place orders until then.',
};

export const diskFailure = (cause: DiskCause, detail: string, isKept = false): DiskFailure => ({
  kind: 'disk',
  cause,
  message: detail === '' ? SENTENCES[cause] : `${SENTENCES[cause]} (${detail})`,
  isKept,
});

/** Turns what was thrown into a failure, or throws it on. */
export function toDiskFailure(error: unknown): DiskFailure {
  const cause = causeOf(error);
  if (cause === undefined) throw error;
  return diskFailure(cause, error instanceof Error ? error.message : '');
}

export const needsReopen = (cause: DiskCause): boolean => cause !== 'full' && cause !== 'busy';
