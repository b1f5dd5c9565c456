// Evidence that is older than a person wants in the journals moves into archives: by itself, once after the start and
// once a day, while nothing is under way. The copy is made in a thread; main only deletes what the archive holds, a few
// rows at a time. Whatever is in the way is told in the settings, and it is tried again.
import { statSync } from 'node:fs';
import type { AccountArchives, EvidenceYears, Month } from '#contract/archives.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';
import { archivesIn, listArchives } from '#main/journal/archive-file.ts';
import type { ArchiveQuestions } from '#main/journal/archive/archive-thread.ts';
import { journalPathIn } from '#main/journal/file.ts';
import { createReader, startArchiveThread, type Reader } from '#main/journal/reader.ts';
import type { Ports } from '#main/ports.ts';
import { messageOf } from '#main/tools/message-of.ts';
import { plainReason } from '#main/tools/plain-reason.ts';

export type Archiving = {
  list(): { years: EvidenceYears; accounts: AccountArchives[] };
  keep(years: EvidenceYears): void;
  start(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log' | 'isFolderReadOnly'> & {
  dataFolder: string;
  settings: SettingsService;
  units: Pick<Units, 'all' | 'isOpen'>;
  /** The thread that writes archives. */
  writer?: Reader<ArchiveQuestions>;
};

/** What is in the way: for the settings, unless it passes by itself. */
type Hindrance = { why?: string; isSoonOver: boolean };

const FIRST_MS = 10 * 60_000;
const AGAIN_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Between two slices of a few milliseconds, for everybody else. */
const PAUSE_MS = 20;

export function createArchiving(deps: Deps): Archiving {
  const { clock, delay, log, settings, units, dataFolder } = deps;
  const writer = deps.writer ?? createReader<ArchiveQuestions>(delay, startArchiveThread);
  const problems = new Map<string, string>();
  let cancelNext: (() => void) | undefined;
  let isStopped = false;
  const folderOf = (accountId: string): string => folderOfAccount(dataFolder, accountId);

  function schedule(ms: number): void {
    if (isStopped) return;
    cancelNext = delay(ms, () => {
      round()
        .then((isSoon) => schedule(isSoon ? AGAIN_MS : DAY_MS))
        .catch((error: unknown) => {
          log('error', 'archiving failed', { error: messageOf(error) });
          schedule(DAY_MS);
        });
    });
  }

  /** Whether something is to be tried again soon. */
  async function round(): Promise<boolean> {
    let isSoon = false;
    for (const { unit } of units.all()) {
      const { accountId } = unit;
      const hindrance = await archive(unit);
      if (hindrance?.why === undefined) problems.delete(accountId);
      else problems.set(accountId, hindrance.why);
      if (hindrance) log('info', 'older evidence was not moved', { accountId, ...hindrance });
      isSoon ||= hindrance?.isSoonOver === true;
    }
    return isSoon;
  }

  async function archive(unit: AccountUnit): Promise<Hindrance | undefined> {
    const years = settings.get().evidenceYears;
    if (years === 0) return undefined;
    const hindrance = hindranceOf(unit);
    if (hindrance) return hindrance;
    const now = Math.min(clock.wall(), unit.hours.now() ?? 0);
    const limits = { nowMs: now, cutoffMs: yearsBefore(now, years) };
    const { accountId } = unit;
    const folder = folderOf(accountId);
    try {
      const old = await writer.ask('findOldMonths', folder, limits);
      if ('newestBefore' in old)
        return {
          why: `This computer’s clock says ${dayOf(now)}, and the newest entry from before today is of ${dayOf(old.newestBefore)}. If the clock is right, older evidence moves after a day of use.`,
          isSoonOver: false,
        };
      let ofMonth: Hindrance | undefined;
      for (const month of old.months) {
        // A person may have chosen otherwise meanwhile.
        if (settings.get().evidenceYears !== years) return { isSoonOver: true };
        try {
          const left = await archiveMonth(unit, month, limits.cutoffMs);
          if (left) return left;
        } catch (error) {
          // The other months move all the same.
          ofMonth ??= { why: messageOf(error), isSoonOver: false };
        }
      }
      return ofMonth;
    } catch (error) {
      return { why: messageOf(error), isSoonOver: false };
    }
  }

  async function archiveMonth(
    unit: AccountUnit,
    month: Month,
    cutoffMs: number,
  ): Promise<Hindrance | undefined> {
    const { accountId, journal } = unit;
    const before = hindranceOf(unit);
    if (before) return before;
    const folder = folderOf(accountId);
    const rows = await writer.ask('archiveMonth', { folder, accountId, month, cutoffMs });
    for (let from = 0; from < rows.length;) {
      const hindrance = hindranceOf(unit);
      if (hindrance) return hindrance;
      const next = journal.dropArchived(month, rows, from);
      if (!next.ok) return { why: next.failure.message, isSoonOver: false };
      from = next.value;
      await new Promise<void>((resolve) => void delay(PAUSE_MS, resolve));
    }
    if (rows.length > 0) log('info', 'older evidence was moved', { accountId, month });
    return undefined;
  }

  function hindranceOf({ accountId, journal, hours }: AccountUnit): Hindrance | undefined {
    if (isStopped || !units.isOpen(accountId)) return { isSoonOver: false };
    if (deps.isFolderReadOnly)
      return { why: 'The data folder is not writable.', isSoonOver: false };
    const health = journal.health();
    if (!health.writable) return { why: health.reason, isSoonOver: true };
    if (health.isUnchecked)
      return { why: 'The journal is still being checked for damage.', isSoonOver: true };
    // Ours may be years ahead.
    const brokerNow = hours.now();
    if (brokerNow === undefined)
      return {
        why: 'The broker’s clock is not known yet, so Ballast cannot be sure which evidence is old.',
        isSoonOver: true,
      };
    const now = clock.wall();
    if (Math.abs(now - brokerNow) > DAY_MS)
      return {
        why: `This computer’s clock says ${dayOf(now)} and the broker’s ${dayOf(brokerNow)}. Set the clock right.`,
        isSoonOver: false,
      };
    return units.all().every(({ unit }) => isCalm(unit)) ? undefined : { isSoonOver: true };
  }

  return {
    list: () => ({
      years: settings.get().evidenceYears,
      accounts: settings.get().profiles.map(({ accountId, label }) => {
        const folder = folderOf(accountId);
        const open = units.all().find(({ unit }) => unit.accountId === accountId);
        const since = open?.unit.journal.evidenceSince();
        const { months, problem = problems.get(accountId) } = monthsIn(folder);
        return {
          accountId,
          label,
          journalBytes: bytesOf(journalPathIn(folder)),
          ...(since !== undefined && { since }),
          months,
          ...(problem !== undefined && { problem }),
        };
      }),
    }),
    keep(years) {
      settings.update((all) => ({ ...all, evidenceYears: years }));
      if (years === 0) problems.clear();
    },
    start: () => schedule(FIRST_MS),
    stop() {
      isStopped = true;
      cancelNext?.();
      writer.stop();
    },
  };
}

/** Nothing is on its way. What is looked for, for years perhaps, waits for nobody here. */
function isCalm({ journal, closings, mints }: AccountUnit): boolean {
  const isWaiting = ({ state }: { state: string }): boolean =>
    state === 'unknown' || state === 'set-aside';
  return (
    journal.unsettled().every(isWaiting) &&
    journal.pendingCancels().every(isWaiting) &&
    !closings.isRunning() &&
    !mints.batches.isRunning()
  );
}

function yearsBefore(ms: number, years: number): number {
  const date = new Date(ms);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.getTime();
}

/** One folder that cannot be read is no reason to show nothing of the others. */
function monthsIn(folder: string): Pick<AccountArchives, 'months' | 'problem'> {
  try {
    return { months: listArchives(folder) };
  } catch (error) {
    const problem = `The archives cannot be listed (${plainReason(error)}): ${archivesIn(folder)}.`;
    return { months: [], problem };
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const bytesOf = (path: string): number =>
  ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
