// When evidence moves into archives by itself, and what keeps it from that.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EvidenceYears } from '#contract/archives.ts';
import { createArchiving } from '#main/desk/archiving.ts';
import { Settings } from '#main/desk/settings/read-settings.ts';
import { findOldMonths } from '#main/journal/archive/old-rows.ts';
import { archiveMonth } from '#main/journal/archive/write-archive.ts';
import { openJournal } from '#main/journal/journal.ts';
import { journalPathIn } from '#main/journal/file.ts';
import type { Health } from '#main/journal/types.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { ACCOUNT, intentIn, value } from '#test/unit/journal/harness.ts';

type Deps = Parameters<typeof createArchiving>[0];

const IN_MARCH = Date.UTC(2018, 2, 14, 15);
const NOW = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;
const DAY = 86_400_000;

function createWorld(orders = 3) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ballast-archiving-'));
  const folder = join(dataFolder, 'accounts', ACCOUNT);
  const time = createFakeTime(IN_MARCH);
  const state = {
    brokerNow: (): number | undefined => time.clock.wall(),
    health: undefined as Health | undefined,
    isRunning: false,
    fails: undefined as string | undefined,
    asked: [] as string[],
  };
  const { journal } = value(
    openJournal({ folder, accountId: ACCOUNT, clock: time.clock, log: () => undefined }),
  );
  const old = Array.from({ length: orders }, (_, n) =>
    intentIn(journal, 'accepted', { confirmedAt: IN_MARCH + n }),
  );
  time.sleep(NOW - 2 * DAY - IN_MARCH);
  intentIn(journal, 'accepted', { confirmedAt: NOW - 2 * DAY });
  time.sleep(2 * DAY);
  let settings = Settings.parse({
    profiles: [
      {
        accountId: ACCOUNT,
        label: 'Practice account',
        environment: 'embedded',
        proof: 'key',
        keyHome: 'this-run',
        isVerified: true,
      },
    ],
  });
  const unit = {
    accountId: ACCOUNT,
    journal: { ...journal, health: () => state.health ?? journal.health() },
    hours: { now: () => state.brokerNow() },
    closings: { isRunning: () => state.isRunning },
    mints: { batches: { isRunning: () => false } },
  };
  const writer = {
    async ask(kind: string, ...given: never[]) {
      state.asked.push(kind);
      if (state.fails !== undefined) throw new Error(state.fails);
      if (kind === 'archiveMonth') return archiveMonth(...(given as unknown as [never]));
      const db = new DatabaseSync(journalPathIn(given[0] ?? ''), { readOnly: true });
      const found = findOldMonths(db, given[1] as never);
      db.close();
      return found;
    },
    stop: () => undefined,
  } as unknown as NonNullable<Deps['writer']>;
  const start = (more: Partial<Deps> = {}) => {
    const archiving = createArchiving({
      ...time,
      log: () => undefined,
      dataFolder,
      settings: {
        get: () => settings,
        update: (change) => (settings = Settings.parse(change(settings))),
      },
      units: { all: () => [{ unit } as never], isOpen: () => true },
      writer,
      ...more,
    });
    archiving.start();
    onTestFinished(archiving.stop);
    return archiving;
  };
  onTestFinished(() => {
    journal.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  /** Time goes on in seconds, and whatever waits for an answer gets it. */
  async function pass(ms: number): Promise<void> {
    const step = Math.max(1_000, ms / 200);
    for (let left = ms; left > 0; left -= step) {
      time.advance(Math.min(step, left));
      await setImmediate();
      await setImmediate();
    }
  }
  const linesLeft = (): number =>
    old.reduce((sum, id) => sum + value(journal.evidence(id)).length, 0);
  const problem = (archiving: ReturnType<typeof start>) => archiving.list().accounts[0]?.problem;
  return { state, folder, writer, journal, old, time, start, pass, linesLeft, problem };
}

/** As if they had been written when the order was confirmed. */
function oldLines(folder: string, intentId: string): void {
  const db = new DatabaseSync(journalPathIn(folder));
  db.prepare('UPDATE evidence SET at = ?, last_at = ? WHERE intent_id = ?').run(
    IN_MARCH,
    IN_MARCH,
    intentId,
  );
  db.close();
}

describe('older evidence', () => {
  it('moves ten minutes after the start, and the settings tell of it', async () => {
    const { start, pass, linesLeft, old, journal } = createWorld();
    const archiving = start();
    expect(archiving.list().accounts[0]?.since).toBe(IN_MARCH);
    await pass(9 * MINUTE);
    expect(linesLeft()).toBe(9);
    await pass(2 * MINUTE);
    expect(linesLeft()).toBe(0);
    expect(old.every((id) => value(journal.get(id)) !== undefined)).toBe(true);
    const [account] = archiving.list().accounts;
    expect(account?.months.map(({ month }) => month)).toEqual(['2018-03']);
    expect([account?.since, account?.problem]).toEqual([NOW - 2 * DAY, undefined]);
    expect(account?.journalBytes).toBeGreaterThan(0);
  });

  it('of one month that cannot be written keeps no other from moving', async () => {
    const { start, pass, linesLeft, journal, folder, problem } = createWorld();
    const early = intentIn(journal, 'accepted', { confirmedAt: IN_MARCH - 60 * DAY });
    intentIn(journal, 'accepted', { confirmedAt: NOW });
    oldLines(folder, early);
    mkdirSync(join(folder, 'archive'), { recursive: true });
    writeFileSync(join(folder, 'archive', '2018-01.db'), 'x'.repeat(9_000));
    const archiving = start();
    await pass(12 * MINUTE);
    expect(linesLeft()).toBe(0);
    expect(value(journal.evidence(early))).not.toEqual([]);
    expect(problem(archiving)).toMatch(/archive of January 2018 cannot be read/);
  });

  it('is looked for once a day', async () => {
    const { start, pass, state } = createWorld();
    start();
    await pass(11 * MINUTE);
    const first = state.asked.length;
    await pass(DAY - 2 * MINUTE);
    expect(state.asked).toHaveLength(first);
    await pass(3 * MINUTE);
    expect(state.asked.slice(first)).toEqual(['findOldMonths']);
  });

  it.each([0, 10] as EvidenceYears[])(
    'stays for %s years where a person wants that',
    async (years) => {
      const { start, pass, linesLeft } = createWorld();
      const archiving = start();
      archiving.keep(years);
      expect(archiving.list().years).toBe(years);
      await pass(2 * DAY);
      expect(linesLeft()).toBe(9);
      archiving.keep(7);
      await pass(DAY);
      expect(linesLeft()).toBe(0);
    },
  );

  it('of the months that are left stays where a person chooses so while others move', async () => {
    const { start, pass, linesLeft, journal, folder, writer } = createWorld();
    const early = intentIn(journal, 'accepted', { confirmedAt: IN_MARCH - 60 * DAY });
    intentIn(journal, 'accepted', { confirmedAt: NOW });
    oldLines(folder, early);
    const archiving = start({
      writer: {
        ...writer,
        async ask(kind: string, ...given: never[]) {
          if (kind === 'archiveMonth') archiving.keep(0);
          return writer.ask(kind as 'archiveMonth', ...(given as unknown as [never]));
        },
      } as typeof writer,
    });
    await pass(25 * MINUTE);
    expect(value(journal.evidence(early))).toEqual([]);
    expect(linesLeft()).toBe(9);
  });

  it('does not move while an order is on its way or a position is being closed', async () => {
    const { start, pass, linesLeft, journal, state, problem } = createWorld();
    const archiving = start();
    const sent = intentIn(journal, 'sent', { confirmedAt: NOW });
    await pass(25 * MINUTE);
    expect([linesLeft(), state.asked, problem(archiving)]).toEqual([9, [], undefined]);
    value(journal.advance(sent, { step: 'lost' }, { kind: 'lost', text: 'no answer' }));
    state.isRunning = true;
    await pass(10 * MINUTE);
    expect(linesLeft()).toBe(9);
    state.isRunning = false;
    // One that is looked for may be so for years.
    await pass(11 * MINUTE);
    expect(linesLeft()).toBe(0);
  });

  it('stops between two slices for an order, and goes on later', async () => {
    const { start, pass, linesLeft, state, time } = createWorld(6);
    // Each look at the clock is a second later, so that a slice is one row.
    let looks = 0;
    const elapsed = time.clock.elapsed;
    time.clock.elapsed = () => elapsed() + ++looks * 1_000;
    state.isRunning = false;
    start();
    await pass(10 * MINUTE);
    const left = linesLeft();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(18);
    state.isRunning = true;
    await pass(9 * MINUTE);
    expect(linesLeft()).toBe(left);
    state.isRunning = false;
    await pass(12 * MINUTE);
    expect(linesLeft()).toBe(0);
  });
});

describe('nothing moves, and the settings say why', () => {
  const readOnly: Health = {
    writable: false,
    cause: 'full',
    reason: 'The disk is full.',
    needsReopen: false,
  };
  it.each([
    [
      'the broker’s clock is not known',
      { brokerNow: () => undefined },
      /broker’s clock is not known/,
    ],
    [
      'the clock here is years ahead',
      { brokerNow: () => NOW - 2_000 * DAY },
      /clock says 2026-06-01 and the broker’s 2020-12-/,
    ],
    ['the journal cannot be written', { health: readOnly }, /^The disk is full/],
    [
      'it was not checked yet',
      { health: { writable: true, isUnchecked: true } as Health },
      /still being checked/,
    ],
    [
      'the archive cannot be written',
      { fails: 'The disk has too little room.' },
      /too little room/,
    ],
  ])('while %s', async (_what, hindrance, said) => {
    const { start, pass, linesLeft, state, problem } = createWorld();
    const before = { ...state };
    Object.assign(state, hindrance);
    const archiving = start();
    await pass(25 * MINUTE);
    expect(linesLeft()).toBe(9);
    expect(problem(archiving)).toMatch(said);
    Object.assign(state, { brokerNow: before.brokerNow, health: undefined, fails: undefined });
    await pass(DAY);
    expect([linesLeft(), problem(archiving)]).toEqual([0, undefined]);
  });

  it('while the archives cannot be listed; the settings are shown all the same', async () => {
    const { start, pass, linesLeft, folder, problem } = createWorld();
    writeFileSync(join(folder, 'archive'), 'a file where the folder should be');
    const archiving = start();
    const [account] = archiving.list().accounts;
    expect(account?.journalBytes).toBeGreaterThan(0);
    expect(account?.months).toEqual([]);
    expect(account?.problem).toMatch(/cannot be listed .*archive/);
    await pass(25 * MINUTE);
    expect(linesLeft()).toBe(9);
    expect(problem(archiving)).toBeDefined();
  });

  it('in a folder that may not be written', async () => {
    const { start, pass, linesLeft, problem } = createWorld();
    const archiving = start({ isFolderReadOnly: true });
    await pass(25 * MINUTE);
    expect([linesLeft(), problem(archiving)]).toEqual([9, 'The data folder is not writable.']);
  });

  it('where both clocks are years ahead of the last entry', async () => {
    const { start, pass, linesLeft, problem, time } = createWorld();
    time.sleep(3_000 * DAY);
    const archiving = start();
    await pass(25 * MINUTE);
    expect(linesLeft()).toBe(9);
    expect(problem(archiving)).toMatch(/newest entry from before today is of 2026-05-30/);
  });
});
