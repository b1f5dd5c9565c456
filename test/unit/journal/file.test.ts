import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '#main/journal/schema.ts';
import type { Journal } from '#main/journal/types.ts';
import {
  ACCOUNT,
  createHarness,
  draft,
  failure,
  intentIn,
  OTHER_ACCOUNT,
  value,
} from './harness.ts';

const harness = createHarness();
const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Fills the file over many pages and leaves one intent unknown, one accepted. */
function fill(journal: Journal, count = 90) {
  const unknown = intentIn(journal, 'unknown');
  for (let n = 0; n < count; n++) intentIn(journal, 'not-sent', { title: 'x'.repeat(3000) });
  const accepted = intentIn(journal, 'accepted');
  return { unknown, accepted };
}

function scribble(path: string, at: number, length: number): void {
  const handle = openSync(path, 'r+');
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(handle);
}

describe('versions', () => {
  it('gives a new file the newest schema', () => {
    harness.open().close();
    const db = new DatabaseSync(harness.path(), { readOnly: true });
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length });
    db.close();
  });

  it('refuses a file of a newer version with a sentence, and leaves every byte of it', () => {
    const first = harness.open();
    intentIn(first, 'unknown');
    first.close();
    const db = new DatabaseSync(harness.path());
    db.exec('PRAGMA user_version = 99; CREATE TABLE novelty (x); INSERT INTO novelty VALUES (1)');
    // A copy taken now still has the newer version in its log alone, as after a crash.
    cpSync(harness.path(), harness.path('copy.db'));
    cpSync(harness.path('journal.db-wal'), harness.path('copy.db-wal'));
    db.close();
    cpSync(harness.path('copy.db'), harness.path());
    cpSync(harness.path('copy.db-wal'), harness.path('journal.db-wal'));
    const before = [hash(harness.path()), hash(harness.path('journal.db-wal'))];
    const refusal = failure(harness.tryOpen());
    expect(refusal).toMatchObject({ kind: 'newer', version: 99 });
    expect(refusal.message).toMatch(/newer version of Ballast .* not changed\. Start the newer/);
    expect([hash(harness.path()), hash(harness.path('journal.db-wal'))]).toEqual(before);
    expect(readdirSync(harness.state.folder).filter((name) => name.includes('damaged'))).toEqual(
      [],
    );
  });

  it('refuses the journal of another account', () => {
    harness.open().close();
    expect(failure(harness.tryOpen({ accountId: OTHER_ACCOUNT })).kind).toBe('other-account');
    expect(harness.open().health()).toEqual({ writable: true });
  });
});

describe('a damaged file', () => {
  it.each([
    [
      'garbage instead of a database',
      (path: string) => writeFileSync(path, 'garbage '.repeat(9999)),
    ],
    ['a broken header', (path: string) => scribble(path, 0, 64)],
    [
      'a file cut in half',
      (path: string) => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096),
    ],
    ['pages overwritten in the middle', (path: string) => scribble(path, 40 * 4096, 20 * 4096)],
    [
      'tables of someone else',
      (path: string) => {
        writeFileSync(path, '');
        const db = new DatabaseSync(path);
        db.exec('CREATE TABLE intents (x)');
        db.close();
      },
    ],
  ])('is set aside and a fresh one opened: %s', (_name, damage) => {
    const first = harness.open();
    fill(first);
    first.close();
    damage(harness.path());
    const before = hash(harness.path());
    const { journal, setAside } = harness.openAll();
    expect(setAside).toBe(harness.path('journal.damaged-2026-01-05T15-00-00-000Z.db'));
    expect(hash(setAside ?? '')).toBe(before);
    expect(value(journal.record(draft())).isNew).toBe(true);
    expect(journal.health()).toEqual({ writable: true });
    expect(harness.state.log).toContain('the journal is damaged and is set aside');
  });

  it('gives up the intents that can still be read, unsettled ones included', () => {
    const first = harness.open();
    const { unknown, accepted } = fill(first);
    const total = Object.values(value(first.counts())).reduce((sum, count) => sum + count, 0);
    first.close();
    scribble(harness.path(), 60 * 4096, 8 * 4096);
    const { journal, setAside, salvaged } = harness.openAll();
    expect(setAside).toBeDefined();
    expect(salvaged).toBeGreaterThan(total / 2);
    expect(salvaged).toBeLessThan(total);
    expect(value(journal.get(unknown))?.state).toBe('unknown');
    expect(value(journal.get(accepted))?.state).toBe('accepted');
    expect(value(journal.evidence(unknown)).map(({ kind }) => kind)).toContain('lost');
    journal.close();
    const { setAside: again, journal: second } = harness.openAll();
    expect(again).toBeUndefined();
    expect(second.unsettled().map(({ intentId }) => intentId)).toEqual([unknown]);
  });

  it.each([
    ['state', 'unkmown', { state: 'unknown', unanswered: 1 }],
    ['account_id', OTHER_ACCOUNT, { accountId: ACCOUNT, state: 'unknown' }],
    ['kind', 'plbce', { kind: 'place', state: 'unknown' }],
  ])('with an unreadable %s in an intent keeps the intent in sight', (column, text, expected) => {
    const first = harness.open();
    const intentId = intentIn(first, 'unknown');
    const settled = intentIn(first, 'accepted');
    first.close();
    const db = new DatabaseSync(harness.path());
    db.prepare(`UPDATE intents SET ${column} = ? WHERE intent_id = ?`).run(text, intentId);
    db.exec(`UPDATE evidence SET kind = 'sant' WHERE kind = 'sent'`);
    db.close();
    const { journal, setAside } = harness.openAll();
    expect(setAside).toBeUndefined();
    expect(journal.unsettled()).toMatchObject([{ intentId, ...expected }]);
    expect(value(journal.get(settled))?.state).toBe('accepted');
    expect(value(journal.evidence(settled)).map(({ kind }) => kind)).not.toContain('sant');
    expect(harness.state.log).toContain('damaged records of the journal were mended');
  });

  it.each([
    ['mint', '{"underlying_symbol":"AAPL","qty":"1","wallet_address":"0x00"}'],
    ['place', '{"symbol":"AAPL","qty":"1","client_order_id":"x"}'],
    ['replace', '{"qty":"2","limit_price":"1","client_order_id":"x"}'],
  ] as const)('tells by its body that an intent was a %s', (kind, body) => {
    const first = harness.open();
    const intentId = intentIn(first, 'unknown', { kind, body });
    first.close();
    const db = new DatabaseSync(harness.path());
    db.prepare(`UPDATE intents SET kind = 'odd' WHERE intent_id = ?`).run(intentId);
    db.close();
    expect(value(harness.open().get(intentId))).toMatchObject({ kind, state: 'unknown' });
  });

  it('with a large letter in an id has the intent under its own id again, with its lines', () => {
    const first = harness.open();
    const intentId = intentIn(first, 'unknown');
    const lines = value(first.evidence(intentId)).length;
    first.close();
    const db = new DatabaseSync(harness.path());
    const large = intentId.replace('f', 'F');
    db.prepare('UPDATE intents SET intent_id = ? WHERE intent_id = ?').run(large, intentId);
    db.prepare(
      'UPDATE evidence SET intent_id = ? WHERE seq = (SELECT max(seq) FROM evidence WHERE intent_id = ?)',
    ).run(large, intentId);
    db.close();
    const { journal, setAside } = harness.openAll();
    expect(setAside).toBeUndefined();
    expect(journal.unsettled()).toMatchObject([{ intentId, state: 'unknown' }]);
    expect(value(journal.evidence(intentId))).toHaveLength(lines);
  });

  it('finds an open intent whose entry in an index was damaged', () => {
    const first = harness.open();
    const intentId = intentIn(first, 'unknown');
    first.close();
    const bytes = readFileSync(harness.path());
    let flipped = 0;
    for (let at = bytes.indexOf('unknown'); at >= 0; at = bytes.indexOf('unknown', at + 1))
      // Pages whose first byte is ten hold entries of an index, and no rows.
      if (bytes[at - (at % 4096)] === 10) flipped += bytes.write('unknowm', at, 'latin1') && 1;
    writeFileSync(harness.path(), bytes);
    expect(flipped).toBe(1);
    const { journal, setAside } = harness.openAll();
    expect(setAside).toBeUndefined();
    expect(journal.unsettled()).toMatchObject([{ intentId, state: 'unknown' }]);
    expect(harness.state.log).toContain('the indexes of the journal are made anew');
  });

  it('with an index that only a write trips over is mended at the start, and nothing is lost', () => {
    const first = harness.open();
    const left = intentIn(first, 'sent');
    const lines = value(first.evidence(left)).length;
    first.close();
    const db = new DatabaseSync(harness.path());
    const root = db
      .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'evidence_intent'`)
      .get();
    db.close();
    const bytes = readFileSync(harness.path());
    const page = bytes.subarray((Number(root?.['rootpage']) - 1) * 4096).subarray(0, 4096);
    // An entry begins with the kinds of its three values, and says now that its text is longer than it is.
    page[page.indexOf(left) - 3] = 0x75;
    writeFileSync(harness.path(), bytes);
    const { journal, setAside, problem, recovered } = harness.openAll();
    expect([setAside, problem]).toEqual([undefined, undefined]);
    expect(recovered.map(({ intentId }) => intentId)).toEqual([left]);
    expect(harness.state.log).toContain('the indexes of the journal are made anew');
    expect(journal.health()).toEqual({ writable: true });
    expect(value(journal.evidence(left))).toHaveLength(lines + 1);
  });

  it.each([
    ['another name of a column', 'changed_at', 'changed_au'],
    ['a large letter in the name of one', 'confirmed_at', 'conFirmed_at'],
  ])('with %s is set aside, and every intent is carried over', (_, name, flipped) => {
    const first = harness.open();
    const ids = (['unknown', 'accepted', 'refused'] as const).map((state) =>
      intentIn(first, state),
    );
    first.close();
    const bytes = readFileSync(harness.path());
    // The file may hold an older copy of its schema in the free part of a page.
    const table = 'CREATE TABLE intents';
    for (let at = bytes.indexOf(table); at >= 0; at = bytes.indexOf(table, at + 1))
      bytes.write(flipped, bytes.indexOf(name, at), 'latin1');
    writeFileSync(harness.path(), bytes);
    const { journal, setAside, salvaged } = harness.openAll();
    expect(setAside).toBeDefined();
    expect(salvaged).toBe(ids.length);
    expect(ids.map((id) => value(journal.get(id))?.state)).toEqual([
      'unknown',
      'accepted',
      'refused',
    ]);
    expect(value(journal.evidence(ids[0] ?? '')).length).toBeGreaterThan(1);
  });

  it('whose owner none of its intents has is set aside, and they are carried over', () => {
    const first = harness.open();
    const kept = intentIn(first, 'unknown');
    first.close();
    const db = new DatabaseSync(harness.path());
    db.prepare('UPDATE owner SET account_id = ?').run(OTHER_ACCOUNT);
    db.close();
    const { journal, setAside } = harness.openAll();
    expect(setAside).toBeDefined();
    expect(journal.unsettled().map(({ intentId }) => intentId)).toEqual([kept]);
  });

  it.each([
    ['no id at all', 'gone'],
    ['one of a kind that does not exist', '018f0000-0000-7000-e000-000000000001'],
  ])('with %s in an intent is set aside, and the others are carried over', (_, id) => {
    const first = harness.open();
    const kept = intentIn(first, 'unknown');
    const lost = intentIn(first, 'unknown');
    first.close();
    const db = new DatabaseSync(harness.path());
    db.prepare('UPDATE intents SET intent_id = ? WHERE intent_id = ?').run(id, lost);
    db.close();
    const { journal, setAside } = harness.openAll();
    expect(setAside).toBeDefined();
    expect(journal.unsettled().map(({ intentId }) => intentId)).toEqual([kept]);
  });

  it('takes its log along, and two of one moment get two names', () => {
    harness.open().close();
    for (const _ of [1, 2]) {
      writeFileSync(harness.path(), 'garbage '.repeat(999));
      writeFileSync(harness.path('journal.db-wal'), 'log of the garbage');
      harness.open().close();
    }
    const aside = readdirSync(harness.state.folder).filter((name) => name.includes('damaged'));
    expect(aside.filter((name) => name.endsWith('.db'))).toHaveLength(2);
    expect(aside.filter((name) => name.endsWith('-wal'))).toHaveLength(2);
  });
});

/** The file and its log as they are now, put in place of those of a closed journal, the log cut to `size`. */
function crashWithLog(journal: Journal, sizeOf: (now: number) => number): void {
  cpSync(harness.path(), harness.path('copy.db'));
  cpSync(harness.path('journal.db-wal'), harness.path('copy.db-wal'));
  journal.close();
  cpSync(harness.path('copy.db'), harness.path());
  cpSync(harness.path('copy.db-wal'), harness.path('journal.db-wal'));
  const path = harness.path('journal.db-wal');
  truncateSync(path, sizeOf(statSync(path).size));
}

describe('a log that lost its end', () => {
  it('torn in the middle of a commit loses that commit and nothing before it', () => {
    const journal = harness.open();
    const ids = [1, 2, 3].map(() => intentIn(journal, 'accepted'));
    crashWithLog(journal, (now) => now - 100);
    const { journal: again, setAside } = harness.openAll();
    expect(setAside).toBeUndefined();
    const states = ids.map((id) => value(again.get(id))?.state);
    expect(states).toEqual(['accepted', 'accepted', 'unknown']);
  });

  it('has every intent that was recorded, and a power failure costs the answers that were not synced', () => {
    const journal = harness.open();
    const settled = intentIn(journal, 'accepted');
    const intentId = intentIn(journal, 'recorded');
    const synced = statSync(harness.path('journal.db-wal')).size;
    const refused = { kind: 'answered', text: '403', status: 403 } as const;
    value(journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'sent' }));
    value(journal.advance(intentId, { step: 'refused' }, refused));
    crashWithLog(journal, () => synced);
    const again = harness.open();
    expect(value(again.get(settled))?.state).toBe('accepted');
    expect(value(again.get(intentId))).toMatchObject({ state: 'unknown', unanswered: 1 });
  });

  it('has every cancel that was to be carried out when found', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'unknown');
    value(journal.markCancelWhenFound(intentId, 'Cancel it when it is found.'));
    const synced = statSync(harness.path('journal.db-wal')).size;
    value(journal.advance(intentId, { step: 'set-aside' }, { kind: 'person', text: 'Set aside.' }));
    crashWithLog(journal, () => synced);
    const again = harness.open();
    expect(again.pendingCancels()).toMatchObject([{ intentId, state: 'unknown' }]);
  });
});

describe('other readers and writers', () => {
  it('lets another program read while it writes, at one moment in time', () => {
    const journal = harness.open();
    intentIn(journal, 'unknown');
    const reader = new DatabaseSync(harness.path(), { readOnly: true });
    const count = () => Number(reader.prepare('SELECT count(*) AS n FROM intents').get()?.['n']);
    reader.exec('BEGIN');
    expect(count()).toBe(1);
    for (let n = 0; n < 150; n++) intentIn(journal, 'accepted');
    expect(journal.health()).toEqual({ writable: true });
    expect(count()).toBe(1);
    reader.exec('COMMIT');
    expect(count()).toBe(151);
    reader.close();
  });

  it('says so when another program holds the file, and writes what it kept afterwards', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'sent');
    const other = new DatabaseSync(harness.path());
    other.exec('BEGIN IMMEDIATE');
    const line = { kind: 'lost', text: 'cut' } as const;
    expect(failure(journal.advance(intentId, { step: 'lost' }, line))).toMatchObject({
      kind: 'disk',
      cause: 'busy',
      isKept: true,
    });
    other.exec('ROLLBACK');
    other.close();
    intentIn(journal, 'recorded');
    expect(journal.health()).toEqual({ writable: true });
    journal.close();
    expect(value(harness.open().get(intentId))).toMatchObject({ state: 'unknown', reason: 'cut' });
  });

  it('leaves no log behind when it is closed', () => {
    const journal = harness.open();
    intentIn(journal, 'recorded');
    journal.close();
    expect(existsSync(harness.path('journal.db-wal'))).toBe(false);
  });
});
