// One folder holds everything, and one process owns it. The owner keeps an exclusive transaction on lock.db for its
// life; the operating system releases it at death, however that comes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

type Owner = { pid: number; shell: 'electron' | 'web'; since: string };
type Claim = { ok: true; release(): void } | { ok: false; owner: Owner | undefined };

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

/** Makes the folder for this user alone. */
export function openDataFolder(folder: string): string {
  const path = resolve(folder);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

export function claimDataFolder(folder: string, owner: Owner): Claim {
  const card = join(folder, 'lock.json');
  const db = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch (error) {
    db.close();
    if (isBusy(error)) return { ok: false, owner: readCard(card) };
    throw error;
  }
  writeFileSync(card, JSON.stringify(owner), { mode: 0o600 });
  return { ok: true, release: () => db.close() };
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
