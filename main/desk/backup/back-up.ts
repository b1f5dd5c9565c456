// Everything but keys into one file, while the desk runs: databases through SQLite's own backup, off this thread, and the
// settings as they hold now. Nothing that opens or unlocks anything goes along: no key, no sealed file, no hash of a
// passphrase, and not where a key is kept.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { monthWords, type Month } from '#contract/archives.ts';
import type { AccountJournals } from '#main/desk/accounts/account-journals.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import { writeContainer, type Manifest } from '#main/desk/backup/container.ts';
import type { AlertMemory, Settings, StoredProfile } from '#main/desk/settings/read-settings.ts';
import { archivePath, archivesIn, isOwnedBy, listArchives } from '#main/journal/archive-file.ts';
import { allArchivedMonths } from '#main/journal/archived-months.ts';
import { schemaKind } from '#main/journal/columns.ts';
import type { Ports } from '#main/ports.ts';
import { makePrivate } from '#main/tools/private-file.ts';
import { makeTemporaryFolder } from '#main/tools/temporary-folder.ts';

type Deps = Pick<Ports, 'clock' | 'info' | 'isFolderReadOnly'> & {
  journals: Pick<AccountJournals, 'read'>;
  settings: { get(): Settings };
  alerts: { get(): AlertMemory };
};

/** Told again and again how far it is; may throw, which ends it. */
export type OnStep = (done: number, of: number) => void;

/** In one step: a step at a time would begin anew with every order that is written meanwhile. */
const ALL_PAGES = 1_000_000_000;
const BUSY_MS = 500;

/** What it lacks, in a sentence. Throws when the disk does or when it could not be restored, and then there is no file. */
export async function backUp(
  path: string,
  deps: Deps,
  onStep: OnStep = () => undefined,
): Promise<string | undefined> {
  const { dataFolder, version } = deps.info;
  const copies = makeTemporaryFolder();
  const files: { name: string; from: string }[] = [];
  const accounts: Manifest['accounts'] = [];
  /** By the id of the account, what has left its journal. */
  const archivedOf = new Map<string, Month[]>();

  // Every database is copied, and the copy written into the file.
  let done = 0;
  let of = 1;
  function step(bytes: number): void {
    done += bytes;
    onStep(Math.min(done, of), of);
  }

  function addDocument(name: string, value: unknown): void {
    const from = join(copies.path, name);
    writeFileSync(from, JSON.stringify(value), { mode: 0o600 });
    files.push({ name, from });
  }

  function isOnDisk(accountId: string): boolean {
    let is = true;
    deps.journals.read(accountId, (journal) => {
      const isWritten = deps.isFolderReadOnly || journal.health().writable;
      is = isWritten && journal.counts().ok;
    });
    return is;
  }

  function archivesOf(accountId: string): string[] {
    const folder = folderOfAccount(dataFolder, accountId);
    return listArchives(folder).map(({ month }) => archivePath({ folder, month }));
  }

  /** Whether there is one. */
  async function addDatabase(name: string): Promise<string | undefined> {
    const original = join(dataFolder, name);
    if (!existsSync(original)) return undefined;
    const from = join(copies.path, name);
    await copyDatabase(original, from);
    step(sizeOf(original));
    files.push({ name, from });
    return from;
  }

  try {
    const at = new Date(deps.clock.wall()).toISOString();
    const settings = withoutSecrets(deps.settings.get());
    const databases = settings.profiles.map(({ accountId }) =>
      join(folderOfAccount(dataFolder, accountId), 'journal.db'),
    );
    const archived = settings.profiles.flatMap(({ accountId }) => archivesOf(accountId));
    for (const one of [...databases, ...archived, join(dataFolder, 'embedded/paper.db')])
      of += 2 * sizeOf(one);
    step(0);
    addDocument('settings.json', { settings });
    addDocument('alerts.json', deps.alerts.get());
    for (const { accountId, label, environment, accountNumber } of settings.profiles) {
      const journal = await addDatabase(
        join(folderOfAccount('', accountId), 'journal.db').replaceAll('\\', '/'),
      );
      const { orders, months } = journal === undefined ? NONE : contentOf(journal, label);
      archivedOf.set(accountId, months);
      accounts.push({
        label,
        environment,
        ...(accountNumber !== undefined && { accountNumber }),
        orders,
      });
      if (!isOnDisk(accountId))
        throw new Error(
          `the journal of ${label} cannot be written now, and part of it is only in memory`,
        );
    }
    // After the journals: a line that moves meanwhile is in both copies, and never in neither.
    const lacking: string[] = [];
    for (const { accountId, label } of settings.profiles) {
      const there = archivesOf(accountId);
      const folder = folderOfAccount(dataFolder, accountId);
      const missing = (archivedOf.get(accountId) ?? []).filter(
        (month) => !there.includes(archivePath({ folder, month })),
      );
      if (missing.length > 0)
        lacking.push(`${missing.map(monthWords).join(', ')} of ${label} (${archivesIn(folder)})`);
      for (const original of there) {
        const copy = await addDatabase(relative(dataFolder, original).replaceAll('\\', '/'));
        const name = `the archive ${original} of ${label}`;
        if (copy !== undefined)
          inSound(copy, name, (db) => schemaKind(db) === 'own' && isOwnedBy(db, accountId));
      }
    }
    const ledger = await addDatabase('embedded/paper.db');
    if (ledger !== undefined) inSound(ledger, 'the ledger of the practice account', () => true);
    await writeContainer(path, { version, at, accounts }, files, step);
    return lacking.length === 0
      ? undefined
      : `It lacks evidence whose archive files are missing here: ${lacking.join('; ')}. Put the files back and back up again.`;
  } finally {
    copies.remove();
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

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

const NONE = { orders: 0, months: [] };

function contentOf(journal: string, label: string): { orders: number; months: Month[] } {
  let content: ReturnType<typeof contentOf> = NONE;
  inSound(journal, `the journal of ${label}`, (db) => {
    if (schemaKind(db) !== 'own') return false;
    const orders = Number(db.prepare('SELECT count(*) AS n FROM intents').get()?.['n']);
    content = { orders, months: allArchivedMonths(db) };
    return true;
  });
  return content;
}

/** A copy that is damaged could never be restored. */
function inSound(path: string, name: string, use: (db: DatabaseSync) => boolean): void {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    if (db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok' && use(db)) return;
  } catch {
    // It says what it is below.
  } finally {
    db.close();
  }
  throw new Error(`${name} is damaged or was written by a newer version`);
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
