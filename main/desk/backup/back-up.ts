// Everything but keys into one file, while the desk runs: databases through SQLite's own backup, off this thread, and the
// settings as they hold now. Nothing that opens or unlocks anything goes along: no key, no sealed file, no hash of a
// passphrase, and not where a key is kept.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import { writeContainer, type Manifest } from '#main/desk/backup/container.ts';
import type { AlertMemory, Settings, StoredProfile } from '#main/desk/settings/read-settings.ts';
import type { Ports } from '#main/ports.ts';
import { makePrivate } from '#main/tools/private-file.ts';
import { makeTemporaryFolder } from '#main/tools/temporary-folder.ts';

type Deps = Pick<Ports, 'clock' | 'info'> & {
  settings: { get(): Settings };
  alerts: { get(): AlertMemory };
};

/** In one step: a step at a time would begin anew with every order that is written meanwhile. */
const ALL_PAGES = 1_000_000_000;
const BUSY_MS = 500;

/** Throws when the disk does, and then there is no file. */
export async function backUp(path: string, deps: Deps): Promise<void> {
  const { dataFolder, version } = deps.info;
  const copies = makeTemporaryFolder();
  const files: { name: string; from: string }[] = [];
  const accounts: Manifest['accounts'] = [];

  function addDocument(name: string, value: unknown): void {
    const from = join(copies.path, name);
    writeFileSync(from, JSON.stringify(value), { mode: 0o600 });
    files.push({ name, from });
  }

  /** Whether there is one. */
  async function addDatabase(name: string): Promise<string | undefined> {
    const original = join(dataFolder, name);
    if (!existsSync(original)) return undefined;
    const from = join(copies.path, name);
    await copyDatabase(original, from);
    files.push({ name, from });
    return from;
  }

  try {
    const at = new Date(deps.clock.wall()).toISOString();
    const settings = withoutSecrets(deps.settings.get());
    addDocument('settings.json', { settings });
    addDocument('alerts.json', deps.alerts.get());
    for (const { accountId, label, environment, accountNumber } of settings.profiles) {
      const journal = await addDatabase(
        join(folderOfAccount('', accountId), 'journal.db').replaceAll('\\', '/'),
      );
      accounts.push({
        label,
        environment,
        ...(accountNumber !== undefined && { accountNumber }),
        orders: journal === undefined ? 0 : ordersIn(journal),
      });
    }
    await addDatabase('embedded/paper.db');
    await writeContainer(path, { version, at, accounts }, files);
  } finally {
    copies.remove();
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  makePrivate(to);
  const db = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS });
  try {
    await backup(db, to, { rate: ALL_PAGES });
  } finally {
    db.close();
  }
  const copy = new DatabaseSync(to);
  // One file, without a log beside it.
  copy.exec('PRAGMA journal_mode = DELETE');
  copy.close();
}

function ordersIn(journal: string): number {
  const db = new DatabaseSync(journal, { readOnly: true });
  try {
    return Number(db.prepare('SELECT count(*) AS n FROM intents').get()?.['n']);
  } finally {
    db.close();
  }
}

function withoutSecrets({
  lock: _lock,
  secondPerson: _second,
  alerts: _moved,
  ...rest
}: Settings): Settings {
  const oauth = Object.entries(rest.oauth).map(([accountId, one]) => [
    accountId,
    { ...one, hasBrokerPair: false, clientIds: [] },
  ]);
  return {
    ...rest,
    isStopped: true,
    profiles: rest.profiles.map(withoutKey),
    oauth: Object.fromEntries(oauth) as Settings['oauth'],
  };
}

function withoutKey(profile: StoredProfile): StoredProfile {
  if (profile.environment === 'embedded') return profile;
  const { keyEntry: _entry, keyCopies: _copies, ...rest } = profile;
  return { ...rest, keyHome: 'none', isVerified: false };
}
