// Months of a journal that become files of their own: what moves, what stays, and what is read of them.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { archivePath } from '#main/journal/archive-file.ts';
import type { HeldRow } from '#main/journal/archive-types.ts';
import { findOldMonths } from '#main/journal/archive/old-rows.ts';
import { archiveMonth } from '#main/journal/archive/write-archive.ts';
import { monthOf, spanOf } from '#main/journal/month.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import { mountSmall } from '#test/support/small-mount.ts';
import {
  change,
  createMarch,
  CUTOFF,
  IN_MARCH,
  MARCH,
  NOW,
} from '#test/unit/journal/archive/march.ts';
import { intentIn, OTHER_ACCOUNT, value } from '#test/unit/journal/harness.ts';

const { harness, journalAt, moveTo, old, job, march, filled, drop, archive } = createMarch();

const idsIn = (rows: readonly HeldRow[]): string[] =>
  rows.flatMap((row) => (row.of === 'intent' ? [row.intentId] : []));
const everything = { kinds: [], text: '', limit: 200 };
const count = (path: string, table: string): number => {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
  db.close();
  return rows;
};
describe('a month that is old', () => {
  it('moves with its lines, its events and its gap; the orders themselves stay', async () => {
    const { journal, ids } = filled();
    const before = new Map(ids.map((id) => [id, value(journal.evidence(id))]));
    const listed = value(journal.activity(everything)).lines;
    archive(journal);
    for (const id of ids) {
      const intent = value(journal.get(id));
      expect(intent?.intentId).toBe(id);
      expect(value(journal.evidence(id))).toEqual([]);
      const whole = value(await journal.wholeEvidence(intent ?? { intentId: '', confirmedAt: 0 }));
      expect(whole).toEqual({ lines: before.get(id), archive: { month: MARCH } });
    }
    expect(value(journal.gaps())).toEqual([]);
    expect(journal.archivedMonths()).toMatchObject([{ month: MARCH }]);
    // Each line is in one of the two, and the orders in both.
    const here = value(journal.activity(everything)).lines.map(({ lineId }) => lineId);
    const there = value(await journal.findArchived(MARCH, everything)).lines;
    const moved = there.filter(({ kind }) => kind !== 'intent').map(({ lineId }) => lineId);
    expect(moved.filter((id) => here.includes(id))).toEqual([]);
    expect([...here, ...moved].sort()).toEqual(listed.map(({ lineId }) => lineId).sort());
    expect(there.filter(({ kind }) => kind === 'intent')).toHaveLength(3);
  });

  it('is searched and read page by page like the journal', async () => {
    const { journal } = filled();
    archive(journal);
    const { lines } = value(await journal.findArchived(MARCH, everything));
    const first = value(await journal.findArchived(MARCH, { ...everything, limit: 4 }));
    expect([first.lines, first.isEnd]).toEqual([lines.slice(0, 4), false]);
    const rest = value(
      await journal.findArchived(MARCH, { ...everything, before: first.lines[3] }),
    );
    expect(rest).toEqual({ lines: lines.slice(4), isEnd: true });
    const found = value(await journal.findArchived(MARCH, { ...everything, text: 'not-sent' }));
    expect(found.lines.length).toBeGreaterThan(0);
    expect(found.lines.length).toBeLessThan(lines.length);
  });

  it('is made once: what is in it already is not written again', () => {
    const { journal } = filled();
    const rows = archiveMonth(job());
    const points: string[] = [];
    expect(archiveMonth(job(), (point) => points.push(point))).toEqual(rows);
    expect(points).toEqual([]);
    drop(journal, rows);
    expect(archiveMonth(job())).toEqual([]);
  });

  it('leaves no number to be used twice', () => {
    const journal = journalAt();
    const id = old(journal, 'accepted');
    value(journal.saveEvent({ kind: 'desk', detail: 'x', text: 'the only one' }));
    moveTo(NOW);
    expect(archiveMonth(job())).toEqual([]);
    expect(value(journal.evidence(id)).length).toBeGreaterThan(0);
  });

  it('is for this user alone, one file without a log', () => {
    const { journal } = filled();
    archive(journal);
    expect(readdirSync(join(harness.state.folder, 'archive'))).toEqual([`${MARCH}.db`]);
    if (process.platform === 'win32') return;
    const db = new DatabaseSync(march(), { readOnly: true });
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' });
    db.close();
  });
});

describe('what stays in the journal', () => {
  it('is every order that is not settled, or has a cancel to carry out', () => {
    const journal = journalAt();
    for (const state of ['recorded', 'sent', 'unknown', 'set-aside'] as const) old(journal, state);
    const canceled = old(journal, 'accepted');
    value(journal.markCancelWhenFound(canceled, 'cancel it'));
    const settled = old(journal, 'accepted');
    moveTo(NOW);
    old(journal, 'accepted');
    const moved = idsIn(archiveMonth(job()));
    expect(moved).toEqual([settled]);
  });

  it('is an order with one newer line, all of it', () => {
    const { journal, ids } = filled();
    value(journal.addEvidence(ids[0] ?? '', { kind: 'heard', text: 'late' }));
    expect(idsIn(archive(journal))).toEqual(ids.slice(1));
    expect(value(journal.evidence(ids[0] ?? '')).map(({ kind }) => kind)).toContain('recorded');
  });

  it('is what a way out or a batch still needs', () => {
    const { journal, ids } = filled();
    journal.close();
    const [exit, row, ended] = ids;
    const add = (sql: string) => change(harness.path(), sql);
    add(`INSERT INTO closings VALUES ('a', 1, 1, '{"symbols":[{"exits":["${exit}"]}]}')`);
    add(`INSERT INTO closings VALUES ('b', 1, 0, '{"symbols":[{"exits":["${ended}"]}]}')`);
    add(`INSERT INTO batches VALUES ('c', 1, 'paused', '{"rows":[{"intentId":"${row}"}]}')`);
    expect(idsIn(archiveMonth(job()))).toEqual([ended]);
  });

  it('is a gap that was not filled, and what has changed since it was copied', () => {
    const { journal, ids } = filled();
    value(journal.saveGap({ stream: 'prices', from: IN_MARCH - 9_000, to: IN_MARCH }));
    const rows = archiveMonth(job());
    value(journal.addEvidence(ids[1] ?? '', { kind: 'heard', text: 'in between' }));
    drop(journal, rows);
    expect(value(journal.gaps())).toMatchObject([{ stream: 'prices' }]);
    expect(value(journal.evidence(ids[1] ?? '')).length).toBeGreaterThan(1);
    expect(value(journal.evidence(ids[0] ?? ''))).toEqual([]);
  });
});

describe('an order of an archived month that has more lines later', () => {
  it('is shown with all of them, each once, and they are added to the archive', async () => {
    const { journal, ids } = filled();
    const id = ids[0] ?? '';
    const intent = value(journal.get(id));
    if (!intent) throw new Error('gone');
    const before = value(journal.evidence(id));
    archive(journal);
    harness.state.time.sleep(-(NOW - CUTOFF) - 86_400_000);
    const late = value(journal.addEvidence(id, { kind: 'heard', text: 'late' }));
    moveTo(NOW);
    old(journal, 'accepted');
    const all = { lines: [...before, late], archive: { month: MARCH } };
    expect(value(await journal.wholeEvidence(intent))).toEqual(all);
    // Ended between the archive and the journal: it is in both.
    const rows = archiveMonth(job());
    expect(idsIn(rows)).toEqual([id]);
    expect(value(await journal.wholeEvidence(intent))).toEqual(all);
    drop(journal, rows);
    expect(value(journal.evidence(id))).toEqual([]);
    expect(value(await journal.wholeEvidence(intent))).toEqual(all);
  });
});

describe('an archive that cannot be read', () => {
  it.each([
    ['is missing', () => rmSync(march()), /The archive of March 2019 is missing: .*2019-03\.db/],
    [
      'is no database',
      () => writeFileSync(march(), 'x'.repeat(9_000)),
      /cannot be read .*not a database/,
    ],
    [
      'belongs to another account',
      () => change(march(), `UPDATE owner SET account_id = '${OTHER_ACCOUNT}'`),
      /another account/,
    ],
    [
      'was written by a newer version',
      () => change(march(), `PRAGMA user_version = ${MIGRATIONS.length + 1}`),
      /newer version/,
    ],
  ])(
    '%s: that is said, with its name, and nothing of the journal is lost',
    async (_, spoil, said) => {
      const { journal, ids } = filled();
      const rows = archiveMonth(job());
      drop(journal, rows);
      const bytes = readFileSync(march());
      spoil();
      const intent = value(journal.get(ids[0] ?? ''));
      if (!intent) throw new Error('gone');
      const { lines, archive: told } = value(await journal.wholeEvidence(intent));
      expect(lines).toEqual([]);
      expect(told?.problem).toMatch(said);
      expect(told?.problem).toContain(march());
      const listed = await journal.findArchived(MARCH, everything);
      expect(listed.ok ? '' : listed.failure.message).toMatch(said);
      writeFileSync(march(), bytes);
      expect(value(await journal.wholeEvidence(intent)).archive).toEqual({ month: MARCH });
    },
  );

  it('takes no rows: they stay in the journal', () => {
    const { journal, ids } = filled();
    mkdirSync(join(harness.state.folder, 'archive'));
    writeFileSync(march(), 'x'.repeat(9_000));
    expect(() => archiveMonth(job())).toThrow(/cannot be read/);
    expect(value(journal.evidence(ids[0] ?? '')).length).toBeGreaterThan(0);
    expect(readFileSync(march(), 'utf8')).toBe('x'.repeat(9_000));
  });

  it('with another line under a number is not overwritten, and nothing is answered', () => {
    const { journal, ids } = filled();
    archiveMonth(job());
    change(march(), `UPDATE evidence SET intent_id = 'another' WHERE seq = 1`);
    expect(() => archiveMonth(job())).toThrow(/other rows under the numbers/);
    expect(existsSync(`${march()}.part`)).toBe(false);
    expect(value(journal.evidence(ids[0] ?? '')).length).toBeGreaterThan(0);
  });

  it('is not asked for an order whose lines are all in the journal', async () => {
    const { journal, ids } = filled();
    archiveMonth(job());
    writeFileSync(march(), 'x'.repeat(9_000));
    const intent = value(journal.get(ids[0] ?? ''));
    if (!intent) throw new Error('gone');
    const whole = value(await journal.wholeEvidence(intent));
    expect(whole).toEqual({ lines: value(journal.evidence(intent.intentId)) });
  });

  it('is no reason to delete: what it held when it was there stays in the journal', () => {
    const { journal, ids } = filled();
    const rows = archiveMonth(job());
    rmSync(march());
    expect(journal.dropArchived(MARCH, rows, 0).ok).toBe(false);
    expect(value(journal.evidence(ids[0] ?? '')).length).toBeGreaterThan(0);
  });

  it('takes nothing out of a journal that was moved away meanwhile', () => {
    const { journal } = filled();
    const rows = archiveMonth(job());
    renameSync(harness.path(), harness.path('moved.db'));
    expect(journal.dropArchived(MARCH, rows, 0).ok).toBe(false);
    renameSync(harness.path('moved.db'), harness.path());
  });

  it('on a disk with little room is not begun', (context) => {
    const small = mountSmall(context, 8_192);
    filled().journal.close();
    copyFileSync(harness.path(), join(small.folder, 'journal.db'));
    const there = { ...job(), folder: small.folder };
    expect(() => archiveMonth(there)).toThrow(/too little free space/);
    expect(existsSync(archivePath(there))).toBe(false);
  });

  it.each([
    ['while it is written', 1, ['before-copy', 'within-copy', 'within-copy']],
    ['by its last rows', 3, ['before-copy', ...Array<string>(4).fill('within-copy')]],
  ])('on a disk whose room it takes up %s is not finished', (_, looks, reached) => {
    const { journal, ids } = filled();
    change(
      harness.path(),
      `INSERT INTO events (at, kind, detail, text) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
         WHERE i < 2500) SELECT ${IN_MARCH}, 'desk', 'locked', 'Locked ' || i FROM n`,
    );
    value(journal.saveEvent({ kind: 'desk', detail: 'locked', text: 'The last one.' }));
    const points: string[] = [];
    let looked = 0;
    const free = () => (looked++ < looks ? 1e12 : 255 * 1024 * 1024);
    expect(() => archiveMonth(job(), (point) => points.push(point), free)).toThrow(
      /too little free space/,
    );
    expect(points).toEqual(reached);
    expect(readdirSync(join(harness.state.folder, 'archive'))).toEqual([]);
    expect(value(journal.evidence(ids[0] ?? '')).length).toBeGreaterThan(0);
  });

  it('in a place that cannot be written takes nothing', () => {
    const { journal, ids } = filled();
    writeFileSync(join(harness.state.folder, 'archive'), 'a file where the folder should be');
    expect(() => archiveMonth(job())).toThrow(/ENOTDIR/);
    expect(value(journal.evidence(ids[0] ?? '')).length).toBeGreaterThan(0);
  });
});

describe('an archive of an older version', () => {
  it('is read through a copy and stays as it is; what is added to it brings it up to date', async () => {
    const { journal, ids } = filled();
    archive(journal);
    change(
      march(),
      `DROP TABLE address_digests; DROP INDEX intents_mints; DROP INDEX executions_day; ALTER TABLE grants DROP COLUMN grant_id;
       PRAGMA user_version = ${MIGRATIONS.length - 4}`,
    );
    const bytes = readFileSync(march());
    const intent = value(journal.get(ids[0] ?? ''));
    if (!intent) throw new Error('gone');
    expect(value(await journal.wholeEvidence(intent)).archive).toEqual({ month: MARCH });
    expect(readFileSync(march()).equals(bytes)).toBe(true);
    const lines = count(march(), 'evidence');
    harness.state.time.sleep(-(NOW - CUTOFF) - 86_400_000);
    value(journal.addEvidence(intent.intentId, { kind: 'heard', text: 'late' }));
    moveTo(NOW);
    old(journal, 'accepted');
    archive(journal);
    expect(count(march(), 'evidence')).toBe(lines + 1);
    expect(value(await journal.wholeEvidence(intent)).lines.at(-1)?.text).toBe('late');
  });
});

describe('the months that are old', () => {
  const monthsAt = (nowMs: number, cutoffMs: number) => {
    const db = new DatabaseSync(harness.path(), { readOnly: true });
    try {
      return findOldMonths(db, { nowMs, cutoffMs });
    } finally {
      db.close();
    }
  };

  it('are whole ones before the limit, oldest first', () => {
    const journal = journalAt(Date.UTC(2019, 3, 2));
    old(journal, 'accepted');
    moveTo(Date.UTC(2019, 4, 2));
    old(journal, 'accepted');
    moveTo(IN_MARCH);
    old(journal, 'accepted');
    // The clock was set back between this confirmation and its lines.
    intentIn(journal, 'accepted', { confirmedAt: Date.UTC(2019, 7, 1) });
    moveTo(NOW - 2 * 86_400_000);
    old(journal, 'accepted');
    moveTo(NOW);
    expect(monthsAt(NOW, Date.UTC(2019, 4, 31))).toEqual({ months: [MARCH, '2019-04'] });
    expect(monthsAt(NOW, Date.UTC(2019, 3, 1))).toEqual({ months: [MARCH] });
    expect(monthsAt(NOW, Date.UTC(2019, 2, 31))).toEqual({ months: [] });
  });

  it('are none where the clock says that years have passed in which nothing was written', () => {
    const journal = journalAt();
    old(journal, 'accepted');
    const years = Date.UTC(2030, 0, 1);
    moveTo(years);
    old(journal, 'accepted');
    expect(monthsAt(years, Date.UTC(2028, 0, 1))).toMatchObject({ newestBefore: IN_MARCH });
    // A day of use later it is not the first of it.
    expect(monthsAt(years + 2 * 86_400_000, Date.UTC(2028, 0, 1))).toEqual({ months: [MARCH] });
  });
});

it('a month is of UTC', () => {
  expect(monthOf(Date.UTC(2019, 2, 31, 23, 59))).toBe(MARCH);
  expect(monthOf(Date.UTC(2019, 3, 1))).toBe('2019-04');
  expect(monthOf(Number.NaN)).toBeUndefined();
  expect(monthOf(Date.UTC(-5, 1))).toBeUndefined();
  expect(spanOf('2019-12')).toEqual({ from: Date.UTC(2019, 11), to: Date.UTC(2020, 0) });
});
