import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { ActivityLine } from '#contract/activity.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import { AnsweredError, createReader } from '#main/journal/reader.ts';
import type { ActivityLineQuery, Journal, JournalOptions } from '#main/journal/types.ts';
import { systemDelay } from '#main/shell/common/system.ts';
import {
  createFaultyDisk,
  createHarness,
  draft,
  failure,
  intentIn,
  value,
  watchingReads,
} from '#test/unit/journal/harness.ts';

const harness = createHarness();
const FULL = 13;

const ask = (journal: Journal, query: Partial<ActivityLineQuery> = {}) =>
  value(journal.activity({ kinds: [], text: '', limit: 100, ...query }));

/** Page after page, as a screen that scrolls does. */
function readAll(journal: Journal, query: Partial<ActivityLineQuery>): ActivityLine[] {
  const lines: ActivityLine[] = [];
  for (let pages = 0; pages < 1_000; pages++) {
    const page = ask(journal, { ...query, before: lines.at(-1) });
    lines.push(...page.lines);
    if (page.isEnd) return lines;
    expect(page.lines).toHaveLength(query.limit ?? 100);
  }
  throw new Error('the pages do not end');
}

const inOrder = (lines: ActivityLine[]): ActivityLine[] =>
  lines.toSorted((a, b) => b.at - a.at || (a.lineId < b.lineId ? 1 : -1));

/** One intent refused with a request id, one gap, two events, each a second apart. */
function fill(journal: Journal): string {
  const { time } = harness.state;
  value(journal.saveEvent({ kind: 'desk', detail: 'stopped', text: 'All trading was stopped.' }));
  time.advance(1_000);
  const confirmedAt = time.clock.wall();
  const { intentId } = value(
    journal.record(draft({ symbol: 'MSFT', title: 'Buy 3 MSFT', confirmedAt })),
  ).intent;
  time.advance(1_000);
  value(journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent.' }));
  time.advance(1_000);
  const line = {
    kind: 'answered',
    text: 'Refused: no money.',
    status: 403,
    requestId: 'req-77',
  } as const;
  value(journal.advance(intentId, { step: 'refused' }, line));
  time.advance(1_000);
  const to = time.clock.wall();
  value(journal.saveGap({ stream: 'orders', from: to - 2_300, to }));
  time.advance(1_000);
  value(
    journal.saveEvent({ kind: 'stream', detail: 'live', text: 'The order stream is live again.' }),
  );
  return intentId;
}

describe('activity', () => {
  it('tells everything, newest first, with states, ids and answers', () => {
    const journal = harness.open();
    const intentId = fill(journal);
    const { lines, isEnd } = ask(journal);
    expect(isEnd).toBe(true);
    expect(lines.map(({ kind, detail, text }) => [kind, detail, text])).toEqual([
      ['stream', 'live', 'The order stream is live again.'],
      [
        'gap',
        'open',
        'The order stream was not heard for 2.3 s. What it missed has not been read yet.',
      ],
      ['evidence', 'answered', 'Refused: no money.'],
      ['evidence', 'sent', 'Sent.'],
      ['evidence', 'recorded', expect.any(String)],
      ['intent', 'refused', expect.stringMatching(/^Buy 3 MSFT/)],
      ['desk', 'stopped', 'All trading was stopped.'],
    ]);
    expect(lines[2]).toMatchObject({ intentId, symbol: 'MSFT', requestId: 'req-77', status: 403 });
    expect(lines).toEqual(inOrder(lines));
  });

  it('says when a gap was filled, in the same line', () => {
    const journal = harness.open();
    fill(journal);
    const gap = ask(journal, { kinds: ['gap'] }).lines[0];
    const to = gap?.at ?? 0;
    value(journal.saveGap({ stream: 'orders', from: to - 2_300, to, filledAt: to + 50 }));
    expect(ask(journal, { kinds: ['gap'] }).lines).toEqual([
      { ...gap, detail: 'filled', text: expect.stringContaining('was read afterwards') },
    ]);
  });

  it.each([1, 2, 3, 7, 1_000])(
    'loses and repeats nothing in pages of %i when all happened in one millisecond',
    (limit) => {
      const journal = harness.open();
      const at = harness.state.time.clock.wall();
      for (let n = 0; n < 4; n++) {
        intentIn(journal, 'refused', { confirmedAt: at });
        value(journal.saveEvent({ kind: 'desk', detail: 'locked', text: `Locked ${n}.` }));
        value(journal.saveGap({ stream: 'prices', from: at - n - 1, to: at }));
      }
      const lines = readAll(journal, { limit });
      expect(new Set(lines.map(({ at: one }) => one))).toEqual(new Set([at]));
      expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(lines.length);
      // 4 intents with 3 lines each, 4 events, 4 gaps.
      expect(lines).toHaveLength(4 + 12 + 4 + 4);
      expect(lines).toEqual(inOrder(lines));
    },
  );

  it('does not move what was paged when new lines arrive', () => {
    const journal = harness.open();
    fill(journal);
    const first = ask(journal, { limit: 3 });
    harness.state.time.advance(1);
    value(journal.saveEvent({ kind: 'desk', detail: 'locked', text: 'The desk was locked.' }));
    const rest = ask(journal, { before: first.lines.at(-1) });
    expect([...first.lines, ...rest.lines]).toHaveLength(7);
    expect(rest.lines.map(({ text }) => text)).not.toContain('The desk was locked.');
  });

  it('narrows by kind and by every word of a text, in any column and in either case', () => {
    const journal = harness.open();
    const intentId = fill(journal);
    const kindsOf = (query: Partial<ActivityLineQuery>) =>
      ask(journal, query).lines.map(({ kind }) => kind);
    expect(kindsOf({ kinds: ['desk', 'gap'] })).toEqual(['gap', 'desk']);
    expect(kindsOf({ kinds: ['stream'] })).toEqual(['stream']);
    expect(kindsOf({ text: 'REQ-77' })).toEqual(['evidence']);
    expect(kindsOf({ text: 'msft' })).toEqual(['evidence', 'evidence', 'evidence', 'intent']);
    expect(kindsOf({ text: `money 403 ${intentId}` })).toEqual(['evidence']);
    expect(kindsOf({ text: 'money req-78' })).toEqual([]);
    expect(kindsOf({ text: 'order stream', kinds: ['gap'] })).toEqual(['gap']);
    // Nothing of a text is a pattern or a statement.
    for (const text of ['%', '_', "'; DROP TABLE events; --", '"', '\\', '[]'])
      expect(kindsOf({ text })).toEqual([]);
    expect(readAll(journal, { text: 'msft', limit: 1 })).toHaveLength(4);
  });

  it('narrows to a time, the first moment in it and the last one not, page by page', () => {
    const journal = harness.open();
    fill(journal);
    const all = ask(journal).lines;
    const at = (n: number): number => all[n]?.at ?? 0;
    const within = (from?: number, to?: number, limit = 100) =>
      readAll(journal, { from, to, limit });
    expect(within(at(4))).toEqual(all.slice(0, 6));
    expect(within(undefined, at(4))).toEqual(all.slice(6));
    for (const limit of [1, 2, 100]) expect(within(at(5), at(1), limit)).toEqual(all.slice(2, 6));
    expect(within(at(4) + 0.5, at(0) + 0.5)).toEqual(all.slice(0, 4));
    expect(within(at(1), at(5))).toEqual([]);
    // Behind a line that is newer than what is wanted.
    expect(ask(journal, { before: all[0], to: at(2) }).lines).toEqual(all.slice(3));
    expect(ask(journal, { from: -1e300, to: 1e300 }).lines).toEqual(all);
  });

  it('goes on behind rows that cannot be read', () => {
    const journal = harness.open();
    fill(journal);
    const whole = ask(journal).lines;
    const db = new DatabaseSync(harness.path());
    const wall = harness.state.time.clock.wall();
    const insert = db.prepare('INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?, 0, 1, ?)');
    // Of nobody, and with a status that no number holds.
    insert.run(900, 'nobody', wall, 'heard', 'An orphan.', 2n ** 62n, null, wall);
    // A moment that no clock can show.
    insert.run(901, 'nobody', 2n ** 62n, 'heard', 'Beyond time.', null, null, 2n ** 62n);
    db.exec(`INSERT INTO gaps VALUES ('', ${wall - 5}, ${wall}, NULL)`);
    db.prepare('INSERT INTO events (at, kind, detail, text) VALUES (?, ?, ?, ?)').run(
      wall,
      'rumour',
      '',
      '',
    );
    db.close();
    const lines = readAll(journal, { limit: 1 });
    expect(harness.state.log).toContain('lines of the journal could not be read');
    expect(lines.map(({ text }) => text)).toEqual([
      expect.stringContaining('live again'),
      expect.stringContaining('The  stream was not heard'),
      'An orphan.',
      ...whole.slice(1).map(({ text }) => text),
    ]);
    expect(lines.find(({ text }) => text === 'An orphan.')).toEqual({
      lineId: '2.000000000000900',
      at: wall,
      kind: 'evidence',
      detail: 'heard',
      text: 'An orphan.',
      intentId: 'nobody',
    });
  });

  it('shows what waits for a full disk in its place, once, and the same afterwards', () => {
    const disk = createFaultyDisk();
    const journal = harness.open({ connect: disk.connect });
    const intentId = intentIn(journal, 'unknown', { symbol: 'NVDA' });
    disk.state.fault = { errcode: FULL, at: 'commit' };
    const line = { kind: 'found', text: 'The broker has it.', requestId: 'req-9' } as const;
    expect(journal.advance(intentId, { step: 'accepted', resultId: 'o-1' }, line).ok).toBe(false);
    expect(journal.saveEvent({ kind: 'desk', detail: 'locked', text: 'Locked.' }).ok).toBe(false);
    const during = ask(journal).lines;
    expect(during.filter(({ kind }) => kind === 'intent')).toMatchObject([
      { detail: 'accepted', orderId: 'o-1' },
    ]);
    expect(ask(journal, { text: 'req-9 nvda' }).lines).toMatchObject([
      { text: 'The broker has it.' },
    ]);
    expect(ask(journal, { text: 'req-9', kinds: ['intent'] }).lines).toEqual([]);
    disk.state.fault = undefined;
    value(journal.saveEvent({ kind: 'desk', detail: 'unlocked', text: 'Unlocked.' }));
    const after = ask(journal).lines;
    expect(after.filter(({ kind }) => kind === 'desk').map(({ text }) => text)).toEqual([
      'Unlocked.',
      'Locked.',
    ]);
    expect(after.filter(({ kind }) => kind !== 'desk').map(({ lineId }) => lineId)).toEqual(
      during.map(({ lineId }) => lineId),
    );
  });

  it('reads the same from memory as it will from the disk', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    const intentId = intentIn(journal, 'sent');
    state.fault = { errcode: FULL, at: 'commit' };
    journal.advance(
      intentId,
      { step: 'refused' },
      { kind: 'answered', text: 'Refused.', status: 403, requestId: 'r' },
    );
    for (let n = 0; n < 3; n++)
      journal.repeatEvidence(intentId, { kind: 'not-found', text: 'Not there.' });
    journal.record(draft({ kind: 'replace', targetId: 'o' }));
    const inMemory = ask(journal).lines;
    state.fault = undefined;
    value(journal.addEvidence(intentId, { kind: 'heard', text: 'last' }));
    expect(ask(journal).lines.filter(({ text }) => text !== 'last')).toStrictEqual(inMemory);
    expect(inMemory.map(({ text }) => text)).toContain('Not there. (3 times)');
    expect(
      inMemory.find(({ kind, detail }) => kind === 'intent' && detail === 'refused')?.text,
    ).toMatch(/^Buy \d+ AAPL\. Refused\.$/);
  });

  it('finds and shows a line in memory by the symbol and the ids of an order that is on disk', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    const ids = { kind: 'replace', targetId: 'o-1' } as const;
    const intentId = intentIn(journal, 'accepted', { ...ids, symbol: 'NVDA' });
    value(journal.repeatEvidence(intentId, { kind: 'not-found', text: 'Not there.' }));
    state.fault = { errcode: FULL, at: 'begin' };
    journal.repeatEvidence(intentId, { kind: 'not-found', text: 'Not there.' });
    journal.addEvidence(intentId, { kind: 'heard', text: 'A late word.' });
    const texts = ['there nvda', 'there o-1', 'late nvda', 'late o-1', `late ${intentId}`];
    const inMemory = texts.map((text) => ask(journal, { text }).lines);
    expect(inMemory.flat().map(({ text }) => text)).toEqual(
      ['Not there. (2 times)', 'A late word.'].flatMap((text, n) =>
        Array.from({ length: 2 + n }, () => text),
      ),
    );
    state.fault = undefined;
    value(journal.flush());
    expect(texts.map((text) => ask(journal, { text }).lines)).toStrictEqual(inMemory);
  });

  it('has its place in a journal of the version before it', () => {
    const index = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE events'));
    const db = new DatabaseSync(harness.path());
    for (const sql of MIGRATIONS.slice(0, index)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${index}`);
    db.close();
    const journal = harness.open();
    value(journal.saveEvent({ kind: 'desk', detail: 'opened', text: 'Opened.' }));
    expect(ask(journal).lines).toHaveLength(1);
  });

  it('pages a hundred thousand lines at the price of the page', { timeout: 120_000 }, () => {
    const journal = harness.open();
    const db = new DatabaseSync(harness.path());
    const wall = harness.state.time.clock.wall();
    const evidence = db.prepare('INSERT INTO evidence VALUES (?, ?, ?, ?, ?, NULL, ?, 0, 1, ?)');
    const events = db.prepare('INSERT INTO events (at, kind, detail, text) VALUES (?, ?, ?, ?)');
    db.exec('BEGIN');
    for (let n = 1; n <= 50_000; n++) {
      // A hundred lines share each moment.
      const at = wall + Math.floor(n / 100);
      evidence.run(n, 'i', at, 'heard', `Line ${n}.`, `req-${n}`, at);
      events.run(at, 'stream', 'live', `Event ${n}.`);
    }
    db.exec('COMMIT');
    db.close();
    const timed = (query: Partial<ActivityLineQuery>): number => {
      const from = performance.now();
      ask(journal, query);
      return performance.now() - from;
    };
    const deep = { at: wall + 10, lineId: '~' };
    const best = (query: Partial<ActivityLineQuery>) =>
      Math.min(...Array.from({ length: 5 }, () => timed(query)));
    // About 7 ms each here, and a pass over everything takes a quarter of a second: held against each other in the same
    // run, because a busy machine is slow at both.
    const whole = best({ limit: 200, text: 'no such line' });
    expect(best({ limit: 200 })).toBeLessThan(whole / 3);
    expect(best({ limit: 200, before: deep })).toBeLessThan(whole / 3);
    const lines = readAll(journal, { limit: 1_000 });
    expect(lines).toHaveLength(100_000);
    expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(100_000);
  });
});

describe('a search, which takes long', () => {
  const reader = createReader(systemDelay);
  const query = { kinds: [], text: 'no money', limit: 100 };
  type Given = Parameters<NonNullable<JournalOptions['findBeside']>>;

  function setUp(findBeside: JournalOptions['findBeside'], more: Partial<JournalOptions> = {}) {
    const read: string[] = [];
    const journal = harness.open({ connect: watchingReads(read), ...more, findBeside });
    fill(journal);
    const searches = (): number => read.filter((sql) => sql.includes('AS word')).length;
    return { journal, searches };
  }

  it('is made in a thread, and finds what main would find', async () => {
    const { journal, searches } = setUp((...given) => reader.ask('findActivity', ...given));
    for (const text of ['no money', 'MSFT', '403', 'req-77', 'stream live', 'zzz'])
      for (const limit of [1, 100]) {
        const before = searches();
        const found = value(await journal.findActivity({ kinds: [], text, limit }));
        expect(searches()).toBe(before);
        expect(found).toEqual(ask(journal, { text, limit }));
        expect(found.lines.length > 0).toBe(text !== 'zzz');
        journal.saveEvent({ kind: 'desk', detail: 'read', text: 'Between.' });
      }
  });

  it('has what is only in memory in it', async () => {
    const { connect, state } = createFaultyDisk();
    const beside = (...given: Given) => reader.ask('findActivity', ...given);
    const { journal } = setUp(beside, { connect });
    const intentId = intentIn(journal, 'sent');
    state.fault = { errcode: FULL, at: 'begin' };
    journal.advance(intentId, { step: 'lost' }, { kind: 'lost', text: 'Cut off at noon.' });
    const found = value(await journal.findActivity({ ...query, text: 'noon' }));
    expect(found.lines.map(({ detail }) => detail)).toEqual(['lost', 'unknown']);
    state.fault = undefined;
    expect(found).toEqual(ask(journal, { text: 'noon' }));
  });

  it('is made by main where no thread can be had', async () => {
    const { journal, searches } = setUp(() => Promise.reject(new Error('no threads here')));
    expect(value(await journal.findActivity(query)).lines).toHaveLength(2);
    expect(searches()).toBe(1);
    expect(harness.state.log).toContain('the journal is searched without a thread');
  });

  it('is not made again by main when the thread could not read: that is said', async () => {
    const { journal, searches } = setUp(() => Promise.reject(new AnsweredError('disk I/O error')));
    expect(failure(await journal.findActivity(query))).toEqual({
      kind: 'unread',
      message: 'The journal could not be searched (disk I/O error). Try again.',
    });
    expect(searches()).toBe(0);
  });

  it('leaves damage for main to meet, which has the file checked then', async () => {
    const { journal, searches } = setUp(() =>
      Promise.reject(new AnsweredError('database disk image is malformed', true)),
    );
    value(await journal.findActivity(query));
    expect(searches()).toBe(1);
  });

  it('is made by main where the file is not in its place, and for a page without words', async () => {
    const asked: Given[] = [];
    const { journal } = setUp((...given) => {
      asked.push(given);
      return Promise.resolve({ lines: [], isEnd: true, damaged: 0, isByIndex: false });
    });
    expect(value(await journal.findActivity({ ...query, text: ' ' })).lines).not.toEqual([]);
    expect(asked).toEqual([]);
    expect(value(await journal.findActivity(query)).lines).toEqual([]);
    expect(asked.map(([path]) => path)).toEqual([harness.path()]);
    renameSync(harness.path(), `${harness.path()}.away`);
    expect(value(await journal.findActivity(query)).lines).toHaveLength(2);
    expect(asked).toHaveLength(1);
  });
});
