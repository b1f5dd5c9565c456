import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '#main/desk/backup/back-up.ts';
import { writeContainer } from '#main/desk/backup/container.ts';
import { readBackup } from '#main/desk/backup/read-backup.ts';
import { AlertMemory, embeddedProfile, Settings } from '#main/desk/settings/read-settings.ts';
import { decimal } from '#main/domain/decimal.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Journal } from '#main/journal/types.ts';
import { systemClock as clock } from '#main/shell/common/system.ts';

const ACCOUNT = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const CLOSING = '0a3bb3b5-9b0a-4c93-8b7a-0f4f5f3b6a11';
const BATCH = '1c3bb3b5-9b0a-4c93-8b7a-0f4f5f3b6a22';
const log = () => undefined;
const settings = Settings.parse({ profiles: [embeddedProfile(ACCOUNT)] });

let work: string;
beforeEach(() => (work = mkdtempSync(join(tmpdir(), 'ballast-read-backup-'))));
afterEach(() => rmSync(work, { recursive: true, force: true }));

function inJournal<T>(folder: string, use: (journal: Journal) => T): T {
  const opened = openJournal({
    folder: join(folder, 'accounts', ACCOUNT),
    accountId: ACCOUNT,
    clock,
    log,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  try {
    return use(opened.value.journal);
  } finally {
    opened.value.journal.close();
  }
}

it('ends a way out that was under way, and keeps the batch that a start pauses', async () => {
  const [here, there] = [join(work, 'here'), join(work, 'there')];
  mkdirSync(there);
  inJournal(here, (journal) => {
    const symbol = { symbol: 'AAPL', side: 'long' as const, qty: decimal('2') };
    const step = { step: 'exiting' as const, text: 'On its way.', intentIds: [], cancels: ['o'] };
    const closing = { closingId: CLOSING, kind: 'close' as const, how: 'market' as const };
    journal.saveClosing({
      ...closing,
      confirmedAt: 1,
      state: 'running',
      symbols: [{ ...symbol, ...step }],
    });
    journal.saveBatch({ batchId: BATCH, createdAt: 1, state: 'running', name: 'B', rows: [] });
    expect(journal.openClosings()).toMatchObject({ value: [{ closingId: CLOSING }] });
  });
  const file = join(work, 'one.ballast');
  await backUp(file, {
    clock,
    info: { version: '0.1.0', shell: 'web', dataFolder: here },
    journals: { read: () => undefined },
    settings: { get: () => settings },
    alerts: { get: () => AlertMemory.parse({}) },
  });
  const read = await readBackup(file, there, { clock, log });
  expect(read.ended).toBe(1);
  inJournal(there, (journal) => {
    expect(journal.openClosings()).toEqual({ ok: true, value: [] });
    expect(journal.batches()).toMatchObject({ value: [{ batchId: BATCH, state: 'running' }] });
  });
  // The journal that was copied goes on as it was.
  inJournal(here, (journal) =>
    expect(journal.openClosings()).toMatchObject({ value: [{ closingId: CLOSING }] }),
  );
});

it('binds a key to an account only where it would go to the same addresses', async () => {
  const hosts = {
    rest: 'http://127.0.0.1:1',
    data: 'http://127.0.0.1:1',
    tradeStream: 'ws://127.0.0.1:1/stream',
    dataStream: 'ws://127.0.0.1:1/v2/iex',
  };
  const profile = {
    accountId: CLOSING,
    label: 'Paper one',
    environment: 'paper',
    proof: 'key',
    hosts,
    keyHome: 'keychain',
    keyEntry: 'Paper one',
    isVerified: true,
  };
  const now = Settings.parse({ profiles: [embeddedProfile(ACCOUNT), profile] });
  const file = join(work, 'one.ballast');
  await backUp(file, {
    clock,
    info: { version: '0.1.0', shell: 'web', dataFolder: work },
    journals: { read: () => undefined },
    settings: { get: () => now },
    alerts: { get: () => AlertMemory.parse({}) },
  });
  const there = join(work, 'there');
  mkdirSync(there);
  const read = await readBackup(file, there, { clock, log });
  const keyIn = (desk: Settings) => read.fit(desk).profiles[1];
  expect(keyIn(now)).toMatchObject({ keyHome: 'keychain', keyEntry: 'Paper one' });
  expect(keyIn(settings)).toMatchObject({ keyHome: 'none', isVerified: false });
  const moved = { ...profile, hosts: { ...hosts, rest: 'http://127.0.0.1:2' } };
  const elsewhere = Settings.parse({ profiles: [embeddedProfile(ACCOUNT), moved] });
  expect(keyIn(elsewhere)).toMatchObject({ keyHome: 'none', isVerified: false });
  expect(keyIn(elsewhere)).not.toHaveProperty('keyEntry');
});

describe('what could run in a file', () => {
  const TRIGGER =
    "CREATE TRIGGER more AFTER INSERT ON evidence BEGIN UPDATE intents SET state = 'accepted'; END";

  function exec(file: string, sql: string): void {
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  }

  async function restored(prepare: (here: string) => void): Promise<string> {
    const [here, there] = [join(work, 'here'), join(work, 'there')];
    mkdirSync(there);
    inJournal(here, () => undefined);
    prepare(here);
    const names = ['settings.json', 'alerts.json', 'embedded/paper.db'];
    writeFileSync(join(here, 'settings.json'), JSON.stringify({ settings }));
    writeFileSync(join(here, 'alerts.json'), '{}');
    const file = join(work, 'one.ballast');
    await writeContainer(
      file,
      { version: '0.1.0', at: new Date().toISOString(), accounts: [] },
      [...names, `accounts/${ACCOUNT}/journal.db`]
        .map((name) => ({ name, from: join(here, name) }))
        .filter(({ from }) => existsSync(from)),
    );
    await readBackup(file, there, { clock, log });
    return there;
  }

  it.each([
    TRIGGER,
    'CREATE VIEW more AS SELECT 1',
    'CREATE TABLE more (one TEXT)',
    'CREATE INDEX more ON intents (title)',
    'DROP INDEX intents_newest; CREATE INDEX intents_newest ON intents (abs(confirmed_at))',
    `${TRIGGER}; PRAGMA user_version = 99`,
  ])('is no part of a journal: %s', async (sql) => {
    const journal = (here: string) => join(here, 'accounts', ACCOUNT, 'journal.db');
    await expect(restored((here) => exec(journal(here), sql))).rejects.toThrow(
      sql.includes('99') ? 'newer version' : 'is damaged',
    );
  });

  it('is taken out of the ledger of the practice account', async () => {
    const ledger = (folder: string) => join(folder, 'embedded', 'paper.db');
    const there = await restored((here) => {
      mkdirSync(join(here, 'embedded'));
      exec(
        ledger(here),
        `CREATE TABLE orders (id TEXT); CREATE TRIGGER "mo""re" AFTER INSERT ON orders BEGIN DELETE FROM orders; END`,
      );
    });
    const db = new DatabaseSync(ledger(there), { readOnly: true });
    expect(db.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'orders' }]);
    db.close();
  });

  it('is no view of the ledger', async () => {
    const made = restored((here) => {
      mkdirSync(join(here, 'embedded'));
      exec(join(here, 'embedded', 'paper.db'), 'CREATE VIEW more AS SELECT 1');
    });
    await expect(made).rejects.toThrow('is damaged');
  });
});
