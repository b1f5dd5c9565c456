// What the journal says of itself: in the log, to who listens to its health, and to who opened it again.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Journal } from '#main/journal/types.ts';
import {
  createFaultyDisk,
  createHarness,
  disk,
  draft,
  intentIn,
  OTHER_ACCOUNT,
  value,
} from './harness.ts';

const harness = createHarness();
const FULL = 13;
const IO = 10;
const LINE = { kind: 'answered', text: 'words' } as const;

type Said = [level: string, message: string, data?: Record<string, unknown>];

function setUp() {
  const { connect, state } = createFaultyDisk();
  const said: Said[] = [];
  const open = () => harness.openAll({ connect, log: (...line) => void said.push(line as Said) });
  return { said, open, state };
}

function change(work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(harness.path());
  work(db);
  db.close();
}

const setAsideFiles = () =>
  readdirSync(harness.state.folder).filter((name) => name.includes('damaged'));

describe('the log has', () => {
  const damage: [what: string, damage: () => void, why: string][] = [
    [
      'a database of something else',
      () => {
        rmSync(harness.path());
        change((db) => db.exec('CREATE TABLE other (x)'));
      },
      'it is the database of something else',
    ],
    [
      'another owner',
      () => change((db) => db.prepare('UPDATE owner SET account_id = ?').run(OTHER_ACCOUNT)),
      `its intents are not those of its owner, ${OTHER_ACCOUNT}`,
    ],
    [
      'lost ids',
      () => change((db) => db.exec(`UPDATE intents SET intent_id = 'gone'`)),
      '1 intents have lost their ids',
    ],
    [
      'another name of a column',
      () => {
        const bytes = readFileSync(harness.path());
        const table = 'CREATE TABLE intents';
        for (let at = bytes.indexOf(table); at >= 0; at = bytes.indexOf(table, at + 1))
          bytes.write('changed_au', bytes.indexOf('changed_at', at), 'latin1');
        writeFileSync(harness.path(), bytes);
      },
      'the columns of intents are not its own',
    ],
  ];

  it.each(damage)('why a file with %s was set aside, and what came over', (_what, harm, why) => {
    const first = harness.open();
    intentIn(first, 'unknown');
    value(first.saveEvent({ kind: 'desk', detail: 'x', text: 'y' }));
    first.close();
    harm();
    const { said, open } = setUp();
    expect(open().setAside).toBeDefined();
    expect(said[0]).toEqual([
      'error',
      'the journal is damaged and is set aside',
      { path: harness.path(), error: expect.stringContaining(why) },
    ]);
    const rows = expect.any(Number) as number;
    expect(said).toContainEqual([
      'info',
      'records of the damaged journal were carried over',
      { rows, addresses: expect.anything() },
    ]);
  });

  it('how many records were mended', () => {
    const first = harness.open();
    intentIn(first, 'unknown');
    first.close();
    change((db) => db.exec(`UPDATE intents SET state = 'unkmown'`));
    const { said, open } = setUp();
    open();
    expect(said).toEqual([['warn', 'damaged records of the journal were mended', { mended: 1 }]]);
  });

  it('what was wrong with an index', () => {
    const first = harness.open();
    intentIn(first, 'unknown');
    first.close();
    const bytes = readFileSync(harness.path());
    for (let at = bytes.indexOf('unknown'); at >= 0; at = bytes.indexOf('unknown', at + 1))
      if (bytes[at - (at % 4096)] === 10) bytes.write('unknowm', at, 'latin1');
    writeFileSync(harness.path(), bytes);
    const { said, open } = setUp();
    open();
    expect(said).toEqual([
      [
        'warn',
        'the indexes of the journal are made anew',
        { problem: expect.stringContaining('index') },
      ],
    ]);
  });

  it('that a journal was moved and is put back', () => {
    const { said, open } = setUp();
    const { journal } = open();
    intentIn(journal, 'accepted');
    renameSync(harness.path(), harness.path('elsewhere.db'));
    disk(journal.record(draft()));
    value(journal.reopen());
    expect(said).toContainEqual([
      'warn',
      'the journal was moved or deleted, and is put back in its place',
    ]);
  });

  it('that the records of a damaged file stay in it, where they cannot be carried over', () => {
    harness.open().close();
    writeFileSync(harness.path(), 'garbage '.repeat(999));
    const said: Said[] = [];
    let writers = 0;
    const { journal, setAside } = harness.openAll({
      log: (...line) => void said.push(line as Said),
      connect(path, options) {
        // The fresh file has its two; the third is to take the records over.
        if (!options.readOnly && setAsideFiles().length > 0 && ++writers === 3)
          throw new Error('no more of them');
        return new DatabaseSync(path, options);
      },
    });
    expect(setAside).toBeDefined();
    expect(said.at(-1)).toEqual([
      'warn',
      'records of the damaged journal were not carried over',
      { error: 'Error: no more of them' },
    ]);
    expect(value(journal.record(draft())).isNew).toBe(true);
  });

  it('no word of lines while all of them can be read, and how many cannot', () => {
    const { said, open } = setUp();
    const { journal } = open();
    for (const text of ['a', 'b', 'c', 'd'])
      value(journal.saveEvent({ kind: 'desk', detail: 'x', text }));
    const page = (limit: number) => {
      const { lines, isEnd } = value(journal.activity({ kinds: [], text: '', limit }));
      return { texts: lines.map(({ text }) => text), isEnd };
    };
    expect(page(4)).toEqual({ texts: ['d', 'c', 'b', 'a'], isEnd: true });
    expect(page(3)).toEqual({ texts: ['d', 'c', 'b'], isEnd: false });
    expect(said).toEqual([]);
    change((db) => db.exec(`UPDATE events SET kind = 'odd' WHERE text = 'c'`));
    expect(page(2)).toEqual({ texts: ['d', 'b'], isEnd: false });
    expect(said.splice(0)).toHaveLength(1);
    change((db) => db.exec(`UPDATE events SET kind = 'odd' WHERE text = 'd'`));
    expect(page(1)).toEqual({ texts: ['b'], isEnd: false });
    expect(page(2)).toEqual({ texts: ['b', 'a'], isEnd: true });
    const warning = ['warn', 'lines of the journal could not be read', { damaged: 2 }];
    expect(said).toEqual([warning, warning]);
  });
});

describe('events while the disk fails', () => {
  it('are kept, the newest thousand of them, and it is said that they are', () => {
    const { open, state } = setUp();
    const { journal } = open();
    state.fault = { errcode: IO, at: 'begin' };
    for (let n = 0; n < 1_002; n++) {
      const kept = disk(journal.saveEvent({ kind: 'desk', detail: 'x', text: `event ${n}.` }));
      if (n < 3) expect(kept).toMatchObject({ cause: 'io', isKept: true });
    }
    state.fault = undefined;
    value(journal.reopen());
    const { lines } = value(journal.activity({ kinds: [], text: '', limit: 2_000 }));
    expect(lines).toHaveLength(1_000);
    expect(lines.map(({ text }) => text)).not.toContain('event 1.');
    expect(lines.map(({ text }) => text)).toContain('event 1001.');
  });
});

describe('health', () => {
  const healths = (journal: Journal) => {
    const seen: unknown[] = [];
    journal.onHealth(() => seen.push(journal.health()));
    return seen;
  };

  it('is told when it changes, and only then', () => {
    const { open, state } = setUp();
    const { journal } = open();
    const intentId = intentIn(journal, 'sent');
    const seen = healths(journal);
    state.fault = { errcode: IO, at: 'begin' };
    for (const _ of [1, 2]) disk(journal.addEvidence(intentId, LINE));
    expect(seen).toMatchObject([{ writable: false, cause: 'io', needsReopen: true }]);
    state.fault = undefined;
    value(journal.reopen());
    expect(seen.at(-1)).toEqual({ writable: true });
  });

  it('stays what it was while the file has to be opened again', () => {
    const { open, state } = setUp();
    const { journal } = open();
    const intentId = intentIn(journal, 'sent');
    state.fault = { errcode: IO, at: 'begin' };
    disk(journal.addEvidence(intentId, LINE));
    const first = journal.health();
    state.fault = { errcode: FULL, at: 'read' };
    disk(journal.get('018f0000-0000-7000-8000-00000000ffff'));
    expect(journal.health()).toEqual(first);
  });

  it('is that of a full disk as long as that takes exits alone', () => {
    const { open, state } = setUp();
    const { journal } = open();
    const intentId = intentIn(journal, 'sent');
    state.fault = { errcode: FULL, at: 'commit', times: 1 };
    value(journal.addEvidence(intentId, LINE));
    expect(journal.health()).toMatchObject({ writable: false, cause: 'full', takesExits: true });
    state.fault = { errcode: FULL, at: 'commit', times: 1 };
    expect(disk(journal.flush()).message).toContain('The disk is full');
    value(journal.flush());
    expect(journal.health()).toEqual({ writable: true });
  });
});

it('a disk on which no log can be kept is none for a journal', () => {
  const opened: DatabaseSync[] = [];
  const { problem } = harness.openAll({
    connect() {
      const db = new DatabaseSync(':memory:');
      opened.push(db);
      return db;
    },
  });
  expect(problem).toMatchObject({
    cause: 'io',
    message: expect.stringContaining('no write-ahead log here, only memory'),
  });
  expect(opened.map((db) => db.isOpen)).toEqual([false]);
});

describe('a journal that is opened again', () => {
  it('is told as the first opening when there was none before, and only once', () => {
    const { open, state } = setUp();
    state.fault = { errcode: IO, at: 'read' };
    const { journal, problem } = open();
    expect(problem).toMatchObject({ cause: 'io' });
    expect(disk(journal.reopen()).cause).toBe('io');
    state.fault = undefined;
    expect(value(journal.reopen()).isFirst).toBe(true);
    expect(value(journal.reopen()).isFirst).toBe(false);
  });

  it('is told as the first one also when its first write failed', () => {
    intentIn(harness.open(), 'sent');
    const { open, state } = setUp();
    state.fault = { errcode: IO, at: 'read' };
    const { journal } = open();
    state.fault = { errcode: IO, at: 'landed' };
    expect(disk(journal.reopen()).cause).toBe('io');
    state.fault = undefined;
    expect(value(journal.reopen()).isFirst).toBe(true);
    expect(value(journal.reopen()).isFirst).toBe(false);
  });

  it('is not opened a second time by itself for a write that failed but for damage', () => {
    intentIn(harness.open(), 'sent');
    const { open, state } = setUp();
    state.fault = { errcode: IO, at: 'landed', times: 1 };
    expect(open().problem).toMatchObject({ cause: 'io' });
  });

  it('writes what it kept when it is closed', () => {
    const { open, state } = setUp();
    const { journal } = open();
    const intentId = intentIn(journal, 'sent');
    state.fault = { errcode: 5, at: 'begin' };
    disk(journal.advance(intentId, { step: 'accepted', resultId: 'o' }, LINE));
    state.fault = undefined;
    journal.close();
    expect(value(harness.open().get(intentId))?.state).toBe('accepted');
  });
});

describe('evidence that is seen again', () => {
  const found = (text: string) => ({ kind: 'found', text }) as const;
  const missing = (text: string) => ({ kind: 'not-found', text }) as const;
  const told = (journal: Journal, intentId: string) =>
    value(journal.evidence(intentId)).map(({ text, times }) => `${text} ${times}`);

  it('goes to the newest of its kind once there are too many lines', () => {
    const journal = harness.open();
    const intentId = intentIn(journal, 'recorded');
    for (let n = 0; n < 8; n++) {
      value(journal.repeatEvidence(intentId, found(`found ${n}`)));
      value(journal.repeatEvidence(intentId, missing(`missing ${n}`)));
    }
    value(journal.repeatEvidence(intentId, found('found at last')));
    value(journal.repeatEvidence(intentId, { kind: 'heard', text: 'heard' }));
    expect(told(journal, intentId).slice(-3)).toEqual([
      'missing 6 1',
      'found at last 2',
      'heard 2',
    ]);
  });

  it.each([
    ['on the disk', undefined],
    ['in memory', { errcode: 5, at: 'begin' } as const],
  ])('begins anew after a line that is no repetition, %s', (_where, fault) => {
    const { open, state } = setUp();
    const { journal } = open();
    const intentId = intentIn(journal, 'recorded');
    state.fault = fault;
    for (const _ of [1, 2]) journal.repeatEvidence(intentId, missing('missing'));
    journal.addEvidence(intentId, found('in between'));
    journal.repeatEvidence(intentId, missing('missing'));
    expect(told(journal, intentId).slice(-3)).toEqual(['missing 2', 'in between 1', 'missing 1']);
  });

  it('of an intent that the disk cannot look up is kept on the word of who tells it', () => {
    const { open, state } = setUp();
    const { journal } = open();
    const unknown = '018f0000-0000-7000-8000-00000000fffe';
    expect(journal.addEvidence(unknown, LINE)).toMatchObject({
      failure: { kind: 'no-intent' },
    });
    state.fault = { errcode: IO, at: 'read' };
    expect(disk(journal.addEvidence(unknown, LINE)).isKept).toBe(true);
  });
});
