// A backup is read and checked to its end before anything here is changed, and made ready in a folder of its own. Nothing
// in it goes out by itself afterwards: another desk may have been restored from the same file. Cancels that were under
// way and ways out that were not finished are ended in the copy; batches stand after every start; orders that were on
// their way are looked for by their ids, as after every start.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { WITHDRAWN } from '#main/account/mints/wallet-approvals.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import type { OnStep } from '#main/desk/backup/back-up.ts';
import { damaged, openContainer, UnfitError, type Manifest } from '#main/desk/backup/container.ts';
import {
  AlertMemory,
  OAuthSettings,
  readSettings,
  type Settings,
  type StoredProfile,
} from '#main/desk/settings/read-settings.ts';
import { isOwnedBy } from '#main/journal/archive-file.ts';
import { schemaKind } from '#main/journal/columns.ts';
import type { JournalResult } from '#main/journal/failure.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { isRecord, parseJson } from '#main/tools/json.ts';

type Deps = Pick<Ports, 'clock' | 'log'>;

export type ReadBackup = {
  manifest: Manifest;
  /** How many orders the journal of each account has. */
  orders: ReadonlyMap<string, number>;
  /** Writes and answers its settings as they fit a desk that has these now. */
  fit(now: Settings): Settings;
  /** Carries over what holds an account back here: a daily loss limit that was hit, and wallets that were taken back. */
  holdBack(accountId: string, here: Journal): void;
  /** How many cancels and ways out were under way in it, and do not go on. */
  ended: number;
  /** Ids of what a desk with it goes on to look for. */
  lookedFor: ReadonlySet<string>;
};

const NOT_SENT =
  'This was restored from a backup, so the cancel is not sent automatically. Cancel it again if it is still open.';
const ENDED =
  'This was restored from a backup, so it does not continue. Check your positions and close them again.';

/** Puts its files into `folder`. Throws an UnfitError, or what the disk throws. */
export async function readBackup(
  path: string,
  folder: string,
  deps: Deps,
  onStep: OnStep = () => undefined,
): Promise<ReadBackup> {
  const container = openContainer(path);
  const { manifest } = container;
  try {
    const of = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const { name } of manifest.files)
      await container.extract(name, join(folder, name), (bytes) => onStep((done += bytes), of));
  } finally {
    container.close();
  }
  const settings = settingsIn(folder, path);
  checkAlerts(folder, path);
  const lookedFor = new Set<string>();
  const orders = new Map<string, number>();
  let ended = 0;
  for (const { name } of manifest.files) {
    const accountId = /^accounts\/(.*)\/journal\.db$/.exec(name)?.[1];
    const archive = /^accounts\/(.*)\/archive\//.exec(name);
    if (accountId !== undefined)
      inJournal(folder, accountId, settings, path, deps, (journal) => {
        orders.set(accountId, ordersIn(journal));
        for (const { intentId } of journal.unsettled()) lookedFor.add(intentId);
        ended += endWhatWaits(journal);
      });
    else if (archive) checkArchive(join(folder, name), archive[1] ?? '', settings, path);
    else if (name.endsWith('.db')) checkLedger(join(folder, name), path);
  }
  return {
    manifest,
    orders,
    ended,
    lookedFor,
    holdBack(accountId, here) {
      if (orders.has(accountId))
        inJournal(folder, accountId, settings, path, deps, (copy) => carryHolds(here, copy));
    },
    fit(now) {
      const fitted = fitTo(now, settings);
      const text = JSON.stringify({ settings: fitted }, undefined, '\t');
      writeFileSync(join(folder, 'settings.json'), text, { mode: 0o600 });
      return fitted;
    },
  };
}

function settingsIn(folder: string, path: string): Settings {
  const document = parseJson(textOf(join(folder, 'settings.json'), path));
  const read = readSettings(isRecord(document) ? document['settings'] : '');
  if (read.kind === 'newer') throw newer(path);
  if (read.kind === 'damaged') throw damaged(path);
  return read.settings;
}

function checkAlerts(folder: string, path: string): void {
  const alerts = AlertMemory.safeParse(parseJson(textOf(join(folder, 'alerts.json'), path)));
  if (!alerts.success) throw damaged(path);
}

function textOf(file: string, path: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw damaged(path);
  }
}

const newer = (path: string) =>
  new UnfitError(
    `${path} contains data from a newer version of Ballast. Restore it with that version, or a later one.`,
  );

/** What belongs to this computer stays: the lock, the second person, and keys, each with the account that it was entered for. */
function fitTo(now: Settings, backup: Settings): Settings {
  const { lock, secondPerson } = now;
  const { lock: _lock, secondPerson: _second, alerts: _alerts, ...rest } = backup;
  const profiles = backup.profiles.map((profile) => withKeyOf(profile, now.profiles));
  const oauth = Object.entries(backup.oauth).map(([accountId, one]) => [
    accountId,
    withSecretsOf(one, now.oauth[accountId] ?? OAuthSettings.parse({})),
  ]);
  return {
    ...rest,
    isStopped: true,
    profiles,
    oauth: Object.fromEntries(oauth) as Settings['oauth'],
    ...(lock && { lock }),
    ...(secondPerson && { secondPerson }),
  };
}

/** Only where it would go to the same hosts: whoever wrote the file could have named others. */
function withKeyOf(profile: StoredProfile, here: readonly StoredProfile[]): StoredProfile {
  if (profile.environment === 'embedded') return profile;
  const { keyEntry: _entry, keyCopies: _copies, ...rest } = profile;
  const same = here.find(
    ({ accountId, environment, proof, hosts }) =>
      accountId === rest.accountId &&
      environment === rest.environment &&
      proof === rest.proof &&
      isDeepStrictEqual(hosts, rest.hosts),
  );
  if (!same) return { ...rest, keyHome: 'none', isVerified: false };
  const { keyHome, keyEntry, keyCopies, isVerified, accountNumber } = same;
  return {
    ...rest,
    keyHome,
    isVerified,
    ...(keyEntry !== undefined && { keyEntry }),
    ...(keyCopies && { keyCopies }),
    ...(accountNumber !== undefined && { accountNumber }),
  };
}

function withSecretsOf(backup: OAuthSettings, here: OAuthSettings): OAuthSettings {
  const isSame =
    backup.brokerHost === here.brokerHost && backup.brokerAccountId === here.brokerAccountId;
  const { hasBrokerPair, clientIds } = isSame ? here : OAuthSettings.parse({});
  return { ...backup, hasBrokerPair, clientIds };
}

/** Opened as a start opens it, which checks it and makes what was on its way unknown. */
function inJournal(
  folder: string,
  accountId: string,
  { profiles }: Settings,
  path: string,
  deps: Deps,
  use: (journal: Journal) => void,
): void {
  if (!profiles.some((one) => one.accountId === accountId)) throw damaged(path);
  const own = folderOfAccount(folder, accountId);
  checkDatabase(join(own, 'journal.db'), path, (db) => {
    const kind = schemaKind(db);
    if (kind === 'newer') throw newer(path);
    if (kind === 'strange') throw damaged(path);
  });
  const opened = openJournal({ ...deps, folder: own, accountId });
  if (!opened.ok) throw opened.failure.kind === 'newer' ? newer(path) : damaged(path);
  const { journal, setAside, problem } = opened.value;
  try {
    if (setAside !== undefined) throw damaged(path);
    if (problem) throw new Error(problem.message);
    use(journal);
  } finally {
    journal.close();
  }
}

function ordersIn(journal: Journal): number {
  return Object.values(valueOf(journal.counts())).reduce((sum, count) => sum + count, 0);
}

function carryHolds(here: Journal, copy: Journal): void {
  const lossHold = valueOf(here.lossHold());
  const withdrawn = Object.entries(valueOf(here.approvedWallets())).filter(
    ([, at]) => at === WITHDRAWN,
  );
  if (lossHold) valueOf(copy.saveLossHold(lossHold));
  if (withdrawn.length > 0)
    valueOf(
      copy.saveApprovedWallets({
        ...valueOf(copy.approvedWallets()),
        ...Object.fromEntries(withdrawn),
      }),
    );
}

function valueOf<T>(result: JournalResult<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

function endWhatWaits(journal: Journal): number {
  const closings = valueOf(journal.openClosings());
  const written = [
    ...journal
      .pendingCancels()
      .map(({ intentId }) => journal.clearCancelWhenFound(intentId, NOT_SENT)),
    ...closings.map((one) => journal.saveClosing({ ...one, state: 'ended', note: ENDED })),
  ];
  for (const one of written) valueOf<unknown>(one);
  return written.length;
}

/** A journal by its tables, of the account in whose folder it will be. */
function checkArchive(file: string, accountId: string, { profiles }: Settings, path: string): void {
  if (!profiles.some((one) => one.accountId === accountId)) throw damaged(path);
  checkDatabase(file, path, (db) => {
    const kind = schemaKind(db);
    if (kind === 'newer') throw newer(path);
    if (kind === 'strange' || !isOwnedBy(db, accountId)) throw damaged(path);
  });
}

/** A trigger runs with whatever is written later: the broker makes its own anew when it starts, and has no view. */
function checkLedger(file: string, path: string): void {
  checkDatabase(file, path, (db) => {
    for (const { type, name } of db.prepare('SELECT type, name FROM sqlite_schema').all()) {
      if (type === 'view') throw damaged(path);
      if (type === 'trigger') db.exec(`DROP TRIGGER "${String(name).replaceAll('"', '""')}"`);
    }
  });
}

/** `check` comes first: what a schema says may run with the check of the rows. */
function checkDatabase(file: string, path: string, check: (db: DatabaseSync) => void): void {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    db.exec('PRAGMA trusted_schema = OFF');
    check(db);
    if (db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok') return;
  } catch (error) {
    if (error instanceof UnfitError) throw error;
  } finally {
    db?.close();
  }
  throw damaged(path);
}
