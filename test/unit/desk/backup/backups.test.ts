import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountJournals } from '#main/desk/accounts/account-journals.ts';
import { backUp } from '#main/desk/backup/back-up.ts';
import { createBackups, type Backups } from '#main/desk/backup/backups.ts';
import { ARCHIVED_MONTHS } from '#main/journal/archived-months.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Journal } from '#main/journal/types.ts';
import { AlertMemory, embeddedProfile, Settings } from '#main/desk/settings/read-settings.ts';
import { decimal } from '#main/domain/decimal.ts';
import { systemClock as clock } from '#main/shell/common/system.ts';
import { finishReplacing, isReplacing } from '#main/tools/replace-at-start.ts';

const PRACTICE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const LIVE = '0a3bb3b5-9b0a-4c93-8b7a-0f4f5f3b6a11';
const log = () => undefined;
const here = Settings.parse({ profiles: [embeddedProfile(PRACTICE)] });
const alerts = { get: () => AlertMemory.parse({}) };

let work: string;
let file: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'ballast-backups-'));
  file = join(work, 'one.ballast');
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

const live = (host: string, brokerHost: string): Settings =>
  Settings.parse({
    profiles: [
      embeddedProfile(PRACTICE),
      {
        accountId: LIVE,
        label: 'My live one',
        environment: 'live',
        proof: 'key',
        hosts: {
          rest: `https://${host}`,
          data: 'https://data.alpaca.markets',
          tradeStream: `wss://${host}/stream`,
          dataStream: 'wss://stream.data.alpaca.markets/v2/iex',
        },
        keyHome: 'none',
        isVerified: false,
      },
    ],
    oauth: { [LIVE]: { brokerHost } },
  });

type Options = {
  now?: Settings;
  /** While what is here is backed up. */
  meanwhile?: () => void;
  read?: AccountJournals['read'];
};

const desk = { isStopped: false };

function setUp({ now = here, meanwhile, read = () => undefined }: Options = {}) {
  desk.isStopped = false;
  const dataFolder = join(work, 'desk');
  mkdirSync(dataFolder, { recursive: true });
  const asked: string[] = [];
  const order: string[] = [];
  const person = { whyNot: undefined as string | undefined };
  const backups: Backups = createBackups({
    clock,
    log,
    delay: () => () => undefined,
    info: { version: '0.1.0', shell: 'electron', dataFolder },
    choosePlace: async () => file,
    end: () => undefined,
    settings: { get: () => now, isKept: true },
    alerts: {
      get() {
        order.push(backups.isBeingReplaced() ? 'too late' : 'keep');
        meanwhile?.();
        return alerts.get();
      },
    },
    journals: { read },
    killSwitch: {
      isStopped: () => desk.isStopped,
      stop() {
        order.push('stop');
        desk.isStopped = true;
      },
    },
    asking: {
      whyNot: async ({ text }) => {
        asked.push(text);
        return person.whyNot;
      },
      ask: async () => ({ why: 'nobody' }),
      notes: () => [],
      inLine: async (_title, put) => ({ value: await put(new AbortController().signal) }),
      end: () => void order.push('end of questions'),
    },
    isLocked: () => false,
    secondPerson: { guards: async () => undefined },
  });
  return { backups, asked, order, person, dataFolder };
}

async function write(settings: Settings): Promise<void> {
  await backUp(file, {
    clock,
    info: { version: '0.1.0', shell: 'web', dataFolder: join(work, 'elsewhere') },
    journals: { read: () => undefined },
    settings: { get: () => settings },
    alerts,
  });
}

/** As somebody who can write the file would. */
function forgeManifest(change: (record: string) => string): void {
  const db = new DatabaseSync(file);
  const record = change(String(db.prepare('SELECT record FROM manifest').get()?.['record']));
  const sha256 = createHash('sha256').update(record).digest('hex');
  db.prepare('UPDATE manifest SET record = ?, sha256 = ?').run(record, sha256);
  db.close();
}

it('asks with what the settings in the file say, and names every address that is new here', async () => {
  await write(live('broker.example', 'https://apps.example'));
  forgeManifest((record) =>
    record
      .replace('My live one', 'Harmless')
      .replace('"version":"0.1.0"', String.raw`"version":"9\nAll is well"`),
  );
  const { backups, asked, person } = setUp();
  person.whyNot = 'no.';
  expect(await backups.restore()).toMatchObject({ ok: false });
  expect(asked[0]).toContain('“My live one” (live account): 0 orders, changes and mints');
  expect(asked[0]).not.toContain('Harmless');
  expect(asked[0]).toContain('by Ballast 9 All is well.');
  expect(asked[0]).toMatch(
    /not on this computer, not Alpaca’s and not used here .*:\nbroker\.example\napps\.example\n/,
  );
});

it('names no address that this desk uses', async () => {
  const now = live('broker.example', 'https://apps.example');
  await write(now);
  const { backups, asked } = setUp({ now });
  expect(await backups.restore()).toMatchObject({ ok: true });
  expect(asked[0]).toContain('My live one');
  expect(asked[0]).not.toContain('broker.example');
});

it('stops trading before what is here is kept, and then the desk only waits for its end', async () => {
  await write(here);
  const { backups, order, dataFolder } = setUp();
  expect(await backups.restore()).toMatchObject({ ok: true });
  expect(order).toEqual(['stop', 'keep', 'end of questions']);
  expect(backups.isBeingReplaced()).toBe(true);
  expect(isReplacing(dataFolder)).toBe(true);
});

it('replaces nothing when trading is allowed again meanwhile', async () => {
  await write(here);
  const { backups, dataFolder } = setUp({ meanwhile: () => (desk.isStopped = false) });
  expect(await backups.restore()).toMatchObject({
    failure: { message: expect.stringContaining('trading was allowed again in the meantime.') },
  });
  expect(backups.isBeingReplaced()).toBe(false);
  expect(readdirSync(dataFolder)).toEqual([]);
});

it('says that all is stopped where the disk did not take it', async () => {
  await write(here);
  const { backups, dataFolder } = setUp({
    meanwhile: () => rmSync(dataFolder, { recursive: true }),
  });
  expect(await backups.restore()).toMatchObject({
    failure: { message: expect.stringContaining('All trading is stopped. Allow it again') },
  });
  expect(backups.isBeingReplaced()).toBe(false);
});

/** Its folder cannot be made. */
function inMemory(): Journal {
  const place = join(work, 'a file');
  writeFileSync(place, '');
  const opened = openJournal({ folder: join(place, 'x'), accountId: LIVE, clock, log });
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value.journal;
}

it.each([
  ['no journal that can be opened', (use: string) => use],
  ['a journal in memory', () => undefined],
])('is refused with the name of an account that has %s', async (_what, unreadable) => {
  const now = live('broker.example', 'https://apps.example');
  await write(now);
  const journal = inMemory();
  const read: AccountJournals['read'] = (_accountId, use, onUnreadable) => {
    const why = unreadable('It is of a newer version.');
    if (why === undefined) return use(journal);
    onUnreadable?.(why);
    return undefined;
  };
  const { backups, asked, dataFolder } = setUp({ now, read });
  expect(await backups.restore()).toMatchObject({
    failure: { message: expect.stringMatching(/cannot be read.*: My live one\.$/) },
  });
  expect(asked).toEqual([]);
  expect(readdirSync(dataFolder)).toEqual([]);
  journal.close();
});

describe('a backup that could not be restored is not written', () => {
  const now = live('broker.example', 'https://apps.example');
  const refused = async (options: Options, why: string) => {
    const { backups } = setUp({ now, ...options });
    expect(await backups.backUp()).toMatchObject({
      failure: { message: expect.stringContaining(why) },
    });
    expect(existsSync(file)).toBe(false);
  };

  it('with a journal that is damaged', async () => {
    const folder = join(work, 'desk', 'accounts', LIVE);
    const opened = openJournal({ folder, accountId: LIVE, clock, log });
    if (opened.ok) opened.value.journal.close();
    const path = join(folder, 'journal.db');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff, bytes.length - 4_096));
    await refused({}, 'the journal of My live one is damaged');
  });

  it('with a journal that is in memory', async () => {
    const journal = inMemory();
    await refused(
      { read: (accountId, use) => (accountId === LIVE ? use(journal) : undefined) },
      'the journal of My live one cannot be written now',
    );
    journal.close();
  });
});

it('carries over a daily loss limit that was hit and a wallet that was taken back since', async () => {
  const now = live('broker.example', 'https://apps.example');
  const open = (folder: string): Journal => {
    const at = join(folder, 'accounts', LIVE);
    const opened = openJournal({ folder: at, accountId: LIVE, clock, log });
    if (!opened.ok) throw new Error(opened.failure.message);
    return opened.value.journal;
  };
  const before = open(join(work, 'elsewhere'));
  before.saveApprovedWallets({ 'taken back': 1, 'approved still': 2 });
  before.close();
  await write(now);
  const today = open(join(work, 'desk'));
  const hold = { hitAt: 3, loss: decimal('500'), limit: decimal('400') };
  today.saveLossHold(hold);
  today.saveApprovedWallets({ 'taken back': 0, 'approved since': 4 });
  const { backups, dataFolder } = setUp({
    now,
    read: (accountId, use) => (accountId === LIVE ? use(today) : undefined),
  });
  expect(await backups.restore()).toMatchObject({ ok: true });
  today.close();
  finishReplacing(dataFolder);
  const after = open(dataFolder);
  expect(after.load()).toMatchObject({ value: { lossHold: hold } });
  expect(after.approvedWallets()).toEqual({
    ok: true,
    value: { 'taken back': 0, 'approved still': 2 },
  });
  after.close();
});

it('a backup says how far it is, and one that is ended leaves no file', async () => {
  const { backups } = setUp();
  const told: (number | undefined)[] = [];
  backups.work.onChange(() => told.push(backups.work.now()?.percent));
  expect(await backups.backUp()).toEqual({ ok: true, value: { path: file } });
  expect([told[0], told.at(-2), told.at(-1)]).toEqual([0, 100, undefined]);
  rmSync(file);
  const stop = backups.work.onChange(backups.work.cancel);
  expect(await backups.backUp()).toEqual({ ok: true, value: { path: null } });
  expect(readdirSync(work)).toEqual(['desk']);
  stop();
  expect(await backups.backUp()).toEqual({ ok: true, value: { path: file } });
});

it('a restore is ended while it reads, and no longer once it was agreed to', async () => {
  await write(here);
  const { backups, asked, dataFolder } = setUp();
  const stop = backups.work.onChange(backups.work.cancel);
  expect(await backups.restore()).toEqual({ ok: true, value: { path: null } });
  expect([asked, isReplacing(dataFolder), desk.isStopped]).toEqual([[], false, false]);
  stop();
  const could: boolean[] = [];
  backups.work.onChange(() => {
    const { canCancel } = backups.work.now() ?? {};
    if (canCancel !== undefined) could.push(canCancel);
    if (canCancel === false) backups.work.cancel();
  });
  expect(await backups.restore()).toEqual({ ok: true, value: { path: file } });
  expect([...new Set(could)]).toEqual([true, false]);
});

describe('a backup without an archive that should be there', () => {
  const MARCH = Date.UTC(2019, 2, 14);
  const NOW = Date.UTC(2026, 10, 20);
  const folder = () => join(work, 'desk', 'accounts', LIVE);

  /** A journal of which this month has left, and another that lost its lines; `change` is SQL. */
  function fill(change: string): void {
    const opened = openJournal({ folder: folder(), accountId: LIVE, clock, log });
    if (!opened.ok) throw new Error(opened.failure.message);
    const intent = { accountId: LIVE, body: '{}', symbol: 'AAPL', title: 'Buy' };
    for (const [n, confirmedAt] of [MARCH, NOW].entries())
      opened.value.journal.record({
        ...intent,
        kind: 'place',
        intentId: `018f0000-0000-7000-8000-00000000000${n}`,
        confirmedAt,
      });
    opened.value.journal.close();
    const db = new DatabaseSync(join(folder(), 'journal.db'));
    db.exec(`DELETE FROM evidence; ${change}`);
    db.close();
  }
  const setNote = (record: object): string =>
    `UPDATE snapshots SET record = '${JSON.stringify(record)}' WHERE name = '${ARCHIVED_MONTHS}'`;
  const now = live('broker.example', 'https://apps.example');
  const lacks = (months: string): string =>
    `It lacks evidence whose archive files are missing here: ${months} of My live one (${join(folder(), 'archive')}). Put the files back and back up again.`;

  it.each([
    ['by the note of the journal', setNote({ months: ['2019-03'] }), 'March 2019'],
    [
      'by what its orders lack, before there was a note',
      setNote({ months: ['2019-04'], unsureBefore: '2026-11' }),
      'March 2019, April 2019',
    ],
    ['by what its orders lack', 'DELETE FROM snapshots', 'March 2019, November 2026'],
  ])('says so, %s', async (_, change, months) => {
    fill(change);
    const { backups } = setUp({ now });
    expect(await backups.backUp()).toEqual({
      ok: true,
      value: { path: file, note: lacks(months) },
    });
  });

  it('says nothing of an archive that is in it, nor of lines that were lost', async () => {
    fill(setNote({ months: ['2019-03'] }));
    mkdirSync(join(folder(), 'archive'));
    copyFileSync(join(folder(), 'journal.db'), join(folder(), 'archive', '2019-03.db'));
    const { backups } = setUp({ now });
    expect(await backups.backUp()).toEqual({ ok: true, value: { path: file } });
  });
});
