// Backup, restore, and the practice account begun anew. The page can only ask for them: where a file is, and whether
// anything is replaced, is said to main. What is replaced is replaced at the next start, before anything is opened.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describeFailure, notAllowed, ok, type Failed, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { QUESTIONS } from '#contract/questions.ts';
import type { AccountJournals } from '#main/desk/accounts/account-journals.ts';
import type { Asking } from '#main/desk/asking.ts';
import { backUp } from '#main/desk/backup/back-up.ts';
import { CanceledError, UnfitError } from '#main/desk/backup/container.ts';
import { createDataWork, type WorkProgress } from '#main/desk/backup/data-work.ts';
import { readBackup, type ReadBackup } from '#main/desk/backup/read-backup.ts';
import { choosePlace } from '#main/desk/choose-place.ts';
import type { KillSwitch } from '#main/desk/kill-switch.ts';
import { listed, nameOf, plain } from '#main/desk/questions.ts';
import type { SecondPerson } from '#main/desk/second-person.ts';
import type { AlertMemory, Settings } from '#main/desk/settings/read-settings.ts';
import type { OpenedSettings } from '#main/desk/settings/settings.ts';
import { isWellKnown } from '#main/domain/account-hosts.ts';
import { looserGuards } from '#main/domain/guards/looser.ts';
import type { Ports } from '#main/ports.ts';
import { isInside } from '#main/tools/is-inside.ts';
import { plainReason } from '#main/tools/plain-reason.ts';
import {
  agreeToReplace,
  beginReplacing,
  dropReplacing,
  isReplacing,
} from '#main/tools/replace-at-start.ts';

/** What is under way on an account. */
type Left = 'none' | 'some' | 'unknown';

/** Null: no file was chosen. */
type Place = { path: string | null; note?: string };

export type Backups = {
  backUp(): Promise<Result<Place>>;
  restore(): Promise<Result<Place>>;
  resetPractice(): Promise<Result<null>>;
  work: WorkProgress;
  /** A restore is agreed to: Ballast ends, and what is done here now is lost. */
  isBeingReplaced(): boolean;
};

type Deps = Pick<
  Ports,
  'clock' | 'log' | 'delay' | 'info' | 'choosePlace' | 'end' | 'isFolderReadOnly' | 'say'
> & {
  settings: Pick<OpenedSettings, 'get' | 'isKept'>;
  alerts: { get(): AlertMemory };
  journals: Pick<AccountJournals, 'read'>;
  killSwitch: Pick<KillSwitch, 'stop' | 'isStopped'>;
  asking: Asking;
  isLocked: () => boolean;
  secondPerson: Pick<SecondPerson, 'guards'>;
};

/** The page is answered first. */
const END_MS = 1_000;
const NOT_NOW = 'Another backup or restore is in progress.';
const STOPPED = 'All trading is stopped. Allow it again when you are ready.';
const UNREAD =
  'Nothing was changed. Some journals here cannot be read, so Ballast cannot tell what is in progress. Repair them or remove their accounts first';
const UNFINISHED =
  'Nothing was changed. Orders, mints, cancels or position closes here are not settled, and Ballast would not follow up on them afterward. Settle them or set them aside first';

export function createBackups(deps: Deps): Backups {
  const { settings, asking, info, journals } = deps;
  const { dataFolder } = info;
  let isBusy = false;
  let isReplaced = false;
  const work = createDataWork(deps.log);
  const stamp = (): string =>
    new Date(deps.clock.wall()).toISOString().slice(0, 19).replaceAll(':', '-');

  async function alone<T>(run: () => Promise<Result<T>>): Promise<Result<T>> {
    if (isBusy || isReplacing(dataFolder)) return notAllowed(NOT_NOW);
    isBusy = true;
    work.begin();
    try {
      return await run();
    } finally {
      isBusy = false;
      work.pause();
    }
  }

  /** Where the path was typed it is also said what came of it. */
  async function tellEnd(answer: Promise<Result<Place>>, done: string): Promise<Result<Place>> {
    const result = await answer;
    if (!result.ok) deps.say?.(describeFailure(result.failure));
    else if (result.value.path !== null)
      deps.say?.([`${done}: ${result.value.path}`, result.value.note].filter(Boolean).join('. '));
    return result;
  }

  /** Null: none was chosen. */
  async function choose(
    purpose: 'save' | 'open',
    suggestedName: string,
  ): Promise<Result<string | null>> {
    const isSaved = purpose === 'save';
    const chosen = await choosePlace(deps, {
      purpose,
      title: QUESTIONS[isSaved ? 'backUp' : 'restoreFrom'],
      suggestedName,
      action: isSaved ? 'Back up' : 'Continue',
    });
    // A dialog of the system asks about that itself.
    const typed = !deps.choosePlace && isSaved && chosen.ok ? chosen.value : null;
    return typed !== null && existsSync(typed)
      ? notAllowed(`The file ${typed} already exists. Nothing was written.`)
      : chosen;
  }

  /** Nobody would look for these after it. The practice account's are worth nothing. */
  function unfinished({ lookedFor }: ReadBackup): Failed | undefined {
    const isLost = ({ intentId, state }: Intent): boolean =>
      state !== 'set-aside' && !lookedFor.has(intentId);
    const names = (kind: Left): string =>
      settings
        .get()
        .profiles.filter(({ environment }) => environment !== 'embedded')
        .filter(({ accountId }) => leftIn(accountId, isLost) === kind)
        .map(({ label }) => label)
        .join(', ');
    const unread = names('unknown');
    if (unread !== '') return notAllowed(`${UNREAD}: ${unread}.`);
    const open = names('some');
    return open === '' ? undefined : notAllowed(`${UNFINISHED}: ${open}.`);
  }

  function leftIn(accountId: string, isLost: (intent: Intent) => boolean): Left {
    let left: Left = 'none';
    journals.read(
      accountId,
      (journal) => {
        const closings = journal.openClosings();
        const open = journal.unsettled().filter(isLost).length + journal.pendingCancels().length;
        // One that could not be opened is in memory, and knows nothing of what is in its file.
        if (!closings.ok || !journal.counts().ok) left = 'unknown';
        else if (open + closings.value.length > 0) left = 'some';
      },
      () => (left = 'unknown'),
    );
    return left;
  }

  function endSoon(): void {
    deps.delay(END_MS, () => deps.end?.());
  }

  async function restoreFrom(path: string): Promise<Result<Place>> {
    const told = work.telling('restore', true);
    const read = await readBackup(path, beginReplacing(dataFolder), deps, told);
    work.pause();
    const open = unfinished(read);
    if (open) return open;
    const before = settings.get();
    const after = read.fit(before);
    const aside = `before-restore-${stamp()}`;
    const whyNot = await asking.whyNot({
      title: QUESTIONS.restore,
      text: questionOf(read, before, after, aside),
      action: 'Replace',
    });
    if (whyNot !== undefined) return notAllowed(`Nothing was replaced: ${whyNot}`);
    const refusal = await deps.secondPerson.guards(before.guards, after.guards);
    if (refusal) return refusal;
    // First of all: what is sent from here on would be in neither the copy nor the backup.
    deps.killSwitch.stop();
    try {
      const overtaken = await replace(read, before, aside);
      if (overtaken && !deps.killSwitch.isStopped()) return overtaken;
      if (overtaken) return notAllowed(`${describeFailure(overtaken.failure)} ${STOPPED}`);
    } catch (error) {
      return notAllowed(`Nothing was replaced: ${plainReason(error)}. ${STOPPED}`);
    }
    isReplaced = true;
    // What is asked already gets no yes any more.
    asking.end();
    endSoon();
    return ok({ path });
  }

  /** From its answer on, if it is none, the next start replaces. */
  async function replace(
    read: ReadBackup,
    before: Settings,
    aside: string,
  ): Promise<Failed | undefined> {
    const copy = join(dataFolder, `${aside}.ballast`);
    const isKept = await keepNow(copy);
    const overtaken = overtakenBy(before) ?? unfinished(read);
    if (overtaken) {
      rmSync(copy, { force: true });
      return overtaken;
    }
    const fresh = freshOf(read);
    // A key may have come or gone while the question stood.
    const fitted = read.fit(settings.get());
    for (const { accountId, environment } of fitted.profiles)
      if (environment !== 'embedded')
        journals.read(accountId, (journal) => read.holdBack(accountId, journal));
    agreeToReplace(dataFolder, {
      aside,
      fresh,
      gone: [...ALL.filter((name) => !fresh.includes(name)), 'trading-allowed'],
      note: noteOf(read, fitted, aside, isKept),
    });
    return undefined;
  }

  function overtakenBy(before: Settings): Failed | undefined {
    if (!deps.killSwitch.isStopped())
      return notAllowed('Nothing was replaced: trading was allowed again in the meantime.');
    return isDeepStrictEqual(settings.get().guards, before.guards)
      ? undefined
      : notAllowed('Nothing was replaced: the guards were changed in the meantime.');
  }

  /** A way back through the same door. Where it cannot be made, the files themselves are kept all the same. */
  async function keepNow(path: string): Promise<boolean> {
    try {
      await backUp(path, deps, work.telling('restore', false));
      return true;
    } catch (error) {
      deps.log('warn', 'what was here could not be backed up', { error: plainReason(error) });
      return false;
    }
  }

  return {
    isBeingReplaced: () => isReplaced,
    work,
    backUp: () =>
      tellEnd(
        alone<Place>(async () => {
          if (!settings.isKept && !deps.isFolderReadOnly)
            return notAllowed('Nothing was written: the settings in use are not the ones on disk.');
          const chosen = await choose('save', `ballast-${stamp()}.ballast`);
          if (!chosen.ok) return chosen;
          const path = chosen.value;
          if (path === null) return ok({ path });
          if (isInside(dataFolder, path))
            return notAllowed(
              'Choose a place outside the data folder, so that the backup survives if the folder is lost.',
            );
          try {
            const note = await backUp(path, deps, work.telling('backup', true));
            return ok({ path, ...(note !== undefined && { note }) });
          } catch (error) {
            if (error instanceof CanceledError) return ok({ path: null });
            return notAllowed(`The backup was not written: ${plainReason(error)}.`);
          }
        }),
        'Backup saved',
      ),
    restore: () =>
      tellEnd(
        alone<Place>(async () => {
          if (deps.isFolderReadOnly)
            return notAllowed('Nothing can be restored: the data folder is not writable.');
          const chosen = await choose('open', '');
          if (!chosen.ok) return chosen;
          if (chosen.value === null) return ok({ path: null });
          try {
            return await restoreFrom(chosen.value);
          } catch (error) {
            if (error instanceof CanceledError) return ok({ path: null });
            if (error instanceof UnfitError)
              return notAllowed(`${error.message} Nothing was changed.`);
            return notAllowed(`Nothing was changed: ${plainReason(error)}.`);
          } finally {
            dropReplacing(dataFolder);
          }
        }),
        'To be restored',
      ),
    resetPractice: () =>
      alone(async () => {
        const practice = settings.get().profiles.find((one) => one.environment === 'embedded');
        if (!practice || deps.isFolderReadOnly)
          return notAllowed('There is no practice account here to reset.');
        const aside = `before-reset-${stamp()}`;
        const whyNot = await asking.whyNot({
          title: QUESTIONS.resetPractice,
          text: `Its orders, positions, money and the applications at its broker are reset; no other account changes. The old data is kept in ${aside} in the data folder. Ballast will now close. Start it again.`,
          action: 'Reset',
        });
        if (whyNot !== undefined)
          return notAllowed(`The practice account was not reset: ${whyNot}`);
        try {
          beginReplacing(dataFolder);
          agreeToReplace(dataFolder, {
            aside,
            fresh: [],
            gone: ['embedded', `accounts/${practice.accountId}`],
            note: `The practice account was reset. Its old data is in ${aside} in the data folder.`,
          });
        } catch (error) {
          dropReplacing(dataFolder);
          return notAllowed(`The practice account was not reset: ${plainReason(error)}.`);
        }
        endSoon();
        return ok(null);
      }),
  };
}

const ALL = ['settings.json', 'alerts.json', 'accounts', 'embedded'];

const freshOf = ({ manifest }: ReadBackup): string[] =>
  ALL.filter((name) => manifest.files.some((one) => one.name.split('/')[0] === name));

const when = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

const recordedOf = (recorded: number): string =>
  recorded === 1 ? '1 order, change or mint' : `${recorded} orders, changes and mints`;

function questionOf(
  { manifest, orders, ended }: ReadBackup,
  now: Settings,
  after: Settings,
  aside: string,
): string {
  const ids = new Set(after.profiles.map(({ accountId }) => accountId));
  const missing = now.profiles.filter(
    ({ accountId, environment }) => environment !== 'embedded' && !ids.has(accountId),
  );
  const looser = looserGuards(now.guards, after.guards);
  const strange = strangeHosts(now, after);
  const parts = [
    `Written on ${when(manifest.at)} by Ballast ${plain(manifest.version)}. In it:`,
    listed(
      after.profiles.map((one) => `${nameOf(one)}: ${recordedOf(orders.get(one.accountId) ?? 0)}`),
    ),
    strange.length > 0 &&
      `Its accounts use these addresses, which are not on this computer, not Alpaca’s and not used here now. Whoever runs them receives the key you enter and every order:\n${listed(strange)}`,
    `It replaces every account, journal, setting, guard, watchlist, layout and alert here. The current data is kept in ${aside} in the data folder.`,
    missing.length > 0 &&
      `These accounts are not in it and will be removed from the desk; their keys stay where they are:\n${listed(missing.map(nameOf))}`,
    looser.length > 0 && `These guards become looser:\n${listed(looser)}`,
    ended > 0 &&
      `Cancels and position closes that were in progress in it do not continue: ${ended}.`,
    'All trading is stopped afterward, and nothing in the backup is sent automatically. Ballast will now close. Start it again.',
  ];
  return parts.filter(Boolean).join('\n');
}

/** Where a key that is entered after it would go, and none of this desk's goes now. */
function strangeHosts(now: Settings, after: Settings): string[] {
  const here = new Set(addressesIn(now).map(hostOf));
  const isStrange = (address: string) => !URL.canParse(address) || !isWellKnown(address);
  const hosts = addressesIn(after).filter(isStrange).map(hostOf);
  return [...new Set(hosts)].filter((host) => !here.has(host));
}

const addressesIn = ({ profiles, oauth }: Settings): string[] =>
  [
    ...profiles.flatMap(({ hosts }) => Object.values(hosts ?? {})),
    ...Object.values(oauth).map(({ brokerHost }) => brokerHost),
  ].filter((address) => address !== undefined);

const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

function noteOf(
  { manifest, ended }: ReadBackup,
  after: Settings,
  aside: string,
  isKept: boolean,
): string {
  const keyless = after.profiles.filter(({ keyHome }) => keyHome === 'none');
  return [
    `Restored from the backup of ${when(manifest.at)}. All trading is stopped until you allow it.`,
    keyless.length > 0 &&
      `Enter the keys of ${keyless.map(({ label }) => label).join(', ')} again, in Settings, under Accounts.`,
    ended > 0 &&
      `${ended === 1 ? 'A cancel or position close that was' : `${ended} cancels and position closes that were`} in progress did not continue: check the open orders.`,
    `The previous data is in ${aside} in the data folder${isKept ? `, and as a backup in ${aside}.ballast` : ''}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
