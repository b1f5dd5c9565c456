// One folder holds everything, and one process owns it. The owner keeps an exclusive transaction on lock.db for its
// life; the operating system releases it at death, however that comes.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '#main/tools/message-of.ts';
import { plainReason } from '#main/tools/plain-reason.ts';
import { makePrivate, tighten } from '#main/tools/private-file.ts';
import { finishReplacing, isReplacing } from '#main/tools/replace-at-start.ts';

type Owner = { pid: number; shell: 'electron' | 'web'; since: string };
type Claim =
  /** Nobody can own a folder that may not be written; a desk there places and keeps nothing. */
  { ok: true; isReadOnly: boolean; release(): void } | { ok: false; owner: Owner | undefined };

/** What a folder such as /tmp has. */
const STICKY = 0o1000;

/** The same folder for both shells: what Electron calls userData. */
export function defaultDataFolder(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  home: string = homedir(),
): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'Ballast');
  if (platform === 'darwin') return join(home, 'Library/Application Support/Ballast');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Ballast');
}

/** Makes the folder for this user alone. One that is used already, and is no shared place, becomes so. */
export function openDataFolder(folder: string): string {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`The data folder ${path} cannot be created: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (existsSync(join(path, 'lock.db')) && !(statSync(path).mode & STICKY)) tighten(path, 0o700);
  return path;
}

export function claimDataFolder(folder: string, owner: Owner): Claim {
  const path = join(folder, 'lock.db');
  const card = join(folder, 'lock.json');
  if (!mayWrite(folder) || (existsSync(path) && !mayWrite(path)))
    return isHeldElsewhere(path)
      ? { ok: false, owner: readCard(card) }
      : { ok: true, isReadOnly: true, release: () => undefined };
  let db: DatabaseSync | undefined;
  try {
    makePrivate(path);
    db = new DatabaseSync(path, { timeout: 0 });
    // Nothing is ever written to it; without a file for undoing that, a full disk does not matter.
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    const held = db;
    writeCard(card, owner);
    return { ok: true, isReadOnly: false, release: () => held.close() };
  } catch (error) {
    db?.close();
    if (isBusy(error)) return { ok: false, owner: readCard(card) };
    throw unusable(folder, error);
  }
}

/** Says who may change that. */
export function readOnlyNote(folder: string): string {
  const { uid } = statSync(folder);
  const whose = process.getuid?.() === uid ? 'It belongs to you' : `It belongs to user ${uid}`;
  return `The data folder ${folder} is not writable. ${whose}. You can see everything in it, but you cannot place orders, and your changes are not saved. Ballast cannot lock a folder that it cannot write, so another copy may have it open too. Allow writing to it and restart Ballast.`;
}

/**
 * What a person agreed to before the last end, done before anything here is opened. Answers what they should know about
 * it. Throws rather than let a start see half of it.
 */
export function finishReplacement(folder: string, isReadOnly: boolean): string[] {
  try {
    if (isReadOnly && isReplacing(folder)) throw new Error('the folder is not writable');
    const note = isReadOnly ? undefined : finishReplacing(folder);
    return note === undefined ? [] : [note];
  } catch (error) {
    throw new Error(
      `The replacement that you confirmed for the data folder ${folder} could not be completed: ${plainReason(error)}. Fix that and restart Ballast; it continues from there.`,
      { cause: error },
    );
  }
}

/** A second start says so by this card; without it the sentence is only less exact. */
function writeCard(path: string, owner: Owner): void {
  try {
    writeFileSync(path, JSON.stringify(owner), { mode: 0o600 });
  } catch {
    // A full disk: the claim itself needs no room.
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where this folder may not be written another way to it may be: its owner holds the lock against readers too. */
function isHeldElsewhere(path: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    db?.close();
  }
}

function unusable(folder: string, error: unknown): Error {
  const code = codeOfOpening(folder);
  const reason =
    code === 'EMFILE' || code === 'ENFILE'
      ? 'too many files are open. Close other programs, or raise the limit (ulimit -n)'
      : messageOf(error);
  return new Error(`The data folder ${folder} cannot be used: ${reason}`, { cause: error });
}

/** SQLite can only say that it could not open a file. */
function codeOfOpening(folder: string): unknown {
  try {
    closeSync(openSync(folder, 'r'));
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : undefined;
  }
}

export function describeOwner(owner: Owner | undefined): string {
  if (!owner) return 'another Ballast';
  const shell = owner.shell === 'electron' ? 'the desktop application' : 'the web shell';
  return `${shell} (process ${owner.pid}, since ${owner.since})`;
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

function readCard(path: string): Owner | undefined {
  try {
    const card = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner>;
    if (typeof card.pid !== 'number' || typeof card.since !== 'string') return undefined;
    return { pid: card.pid, since: card.since, shell: card.shell === 'web' ? 'web' : 'electron' };
  } catch {
    return undefined;
  }
}
