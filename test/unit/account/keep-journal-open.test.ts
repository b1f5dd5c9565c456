import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { keepJournalOpen } from '#main/account/keep-journal-open.ts';
import type { CheckAnswer } from '#main/journal/later-checks.ts';
import type { Connect } from '#main/journal/types.ts';
import {
  createFaultyDisk,
  createHarness,
  disk,
  draft,
  intentIn,
  value,
  type Fault,
} from '#test/unit/journal/harness.ts';

const harness = createHarness();
const IO = 10;
const FULL = 13;
const BUSY = 5;

function setUp(isFolderReadOnly = false, other?: Connect) {
  const { connect: faulty, state } = createFaultyDisk();
  const connect = other ?? faulty;
  const reopened: boolean[] = [];
  const { time } = harness.state;
  const journal = keepJournalOpen(harness.open({ connect }), {
    ...time,
    folder: harness.state.folder,
    log: () => undefined,
    isFolderReadOnly,
    onReopened: (isFirst) => reopened.push(isFirst),
  });
  const why = () => {
    const health = journal.health();
    return health.writable ? '' : health.reason;
  };
  const events = () =>
    value(journal.activity({ kinds: [], text: 'working again', limit: 10 })).lines.map(
      ({ text }) => text,
    );
  return { journal, state, time, why, events, reopened };
}

const clockAt = (ms: number) => new Date(ms).toTimeString().slice(0, 8);

it('one I/O error: the journal is opened again by itself, and orders are recorded again', () => {
  const { journal, state, time, why, events, reopened } = setUp();
  let changes = 0;
  journal.onHealth(() => changes++);
  state.fault = { errcode: IO, at: 'commit', times: 1 };
  expect(disk(journal.record(draft())).intent?.state).toBe('not-sent');
  expect(why()).toMatch(/^The disk failed/);
  expect(why()).toContain(`Ballast will try again at ${clockAt(time.clock.wall() + 1_000)}.`);
  time.advance(1_000);
  expect(journal.health()).toEqual({ writable: true });
  expect(value(journal.record(draft())).isNew).toBe(true);
  expect(reopened).toEqual([false]);
  expect(changes).toBeGreaterThanOrEqual(2);
  expect(events()).toEqual([
    expect.stringMatching(/^The journal could not be written from .*\. It is working again,/),
  ]);
  expect(time.pending()).toBe(0);
});

it('a disk that stays broken is tried ever more seldom, and each time says when', () => {
  const { journal, state, time, why } = setUp();
  state.fault = { errcode: IO, at: 'begin' };
  disk(journal.record(draft()));
  const waits = [1, 2, 4, 8, 16, 32, 60, 60];
  for (const seconds of waits) {
    expect(why()).toContain(`again at ${clockAt(time.clock.wall() + seconds * 1_000)}.`);
    time.advance(seconds * 1_000);
    expect(journal.health().writable).toBe(false);
  }
  state.fault = undefined;
  time.advance(60_000);
  expect(journal.health()).toEqual({ writable: true });
});

it('a full disk is tried again too, although nothing is written meanwhile', () => {
  const { journal, state, time } = setUp();
  state.fault = { errcode: FULL, at: 'begin' };
  disk(journal.record(draft()));
  state.fault = undefined;
  expect(journal.health().writable).toBe(false);
  time.advance(1_000);
  expect(journal.health()).toEqual({ writable: true });
});

it('a journal that could not be opened at the start is read when it can be, and that is told', () => {
  const before = harness.open();
  const intentId = intentIn(before, 'unknown');
  before.close();
  const { connect: open } = createFaultyDisk();
  let isBroken = true;
  const connect: Connect = (...args) => {
    if (isBroken) throw Object.assign(new Error('simulated'), { errcode: IO });
    return open(...args);
  };
  const { journal, time, reopened } = setUp(false, connect);
  expect([journal.health().writable, journal.unsettled()]).toEqual([false, []]);
  isBroken = false;
  time.advance(1_000);
  expect(reopened).toEqual([true]);
  expect(journal.unsettled()).toMatchObject([{ intentId }]);
});

it.each(['by itself', 'by another write', 'once it is opened again'])(
  'one that could be read and not written is told when it can be written %s, with all that was found',
  (how) => {
    const isAgain = how === 'once it is opened again';
    const before = harness.open();
    const intentId = intentIn(before, 'sent');
    const address = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    value(before.saveAddresses([{ name: 'Mine', network: 'solana', address }]));
    before.close();
    const db = new DatabaseSync(harness.path());
    db.exec(`INSERT INTO intents SELECT 'none', account_id, kind, state, body, symbol, title, confirmed_at, result_id,
      cancel_when_found, is_conflict, unanswered, reason, changed_at, target_id, is_exit FROM intents`);
    db.close();
    const { connect: open, state } = createFaultyDisk();
    let isBroken = true;
    const connect: Connect = (...args) => {
      if (isBroken) throw Object.assign(new Error('simulated'), { errcode: IO });
      return open(...args);
    };
    const { journal, time, reopened } = setUp(false, connect);
    isBroken = false;
    // The intents that were left open cannot be written as unknown.
    harness.state.onProbe = (point) => {
      if (point === 'before-recover') state.fault = { errcode: isAgain ? IO : BUSY, at: 'begin' };
    };
    time.advance(1_000);
    expect([reopened, journal.health().writable]).toEqual([[], false]);
    expect(journal.health()).toMatchObject({ needsReopen: isAgain });
    harness.state.onProbe = undefined;
    state.fault = undefined;
    if (how !== 'by another write') time.advance(2_000);
    else value(journal.saveEvent({ kind: 'desk', detail: 'test', text: 'Something happened.' }));
    expect([reopened, journal.health().writable]).toEqual([[true], true]);
    expect(journal.unsettled()).toMatchObject([{ intentId, state: 'unknown' }]);
    const { lines } = value(journal.activity({ kinds: ['desk'], text: 'damaged', limit: 9 }));
    expect(lines).toMatchObject([
      {
        detail: 'journal-set-aside',
        text: expect.stringMatching(/1 of its orders were .* Saved addresses recovered: 1 of 1\./),
      },
    ]);
  },
);

it('in a data folder that nobody owns it stays closed', () => {
  const { journal, state, time, why } = setUp(true);
  state.fault = { errcode: 8, at: 'begin', times: 1 };
  disk(journal.record(draft()));
  expect(why()).toMatch(/^The journal is not writable here\..*Then restart Ballast\.$/);
  expect(time.pending()).toBe(0);
});

it('is not tried any more once it was closed', () => {
  const { journal, state, time } = setUp();
  state.fault = { errcode: IO, at: 'begin' };
  disk(journal.record(draft()));
  journal.close();
  expect(time.pending()).toBe(0);
});

describe('a journal that is checked while it is in use', () => {
  function setUpLater(fault?: Fault) {
    harness.open().close();
    const reopened: boolean[] = [];
    const lines: string[] = [];
    const checks: ((answer: CheckAnswer) => void)[] = [];
    const { connect, state } = createFaultyDisk();
    state.fault = fault;
    const opened = harness.open({ isCheckedLater: true, checkedAtOnceBytes: 0, connect });
    const { time } = harness.state;
    const journal = keepJournalOpen(opened, {
      ...time,
      log: (_level, line) => void lines.push(line),
      folder: harness.state.folder,
      checkLater: () => new Promise((resolve) => checks.push(resolve)),
      onReopened: (isFirst) => reopened.push(isFirst),
    });
    const heard: boolean[] = [];
    journal.onHealth(() => heard.push(isUnchecked()));
    const isUnchecked = (): boolean => journal.health().isUnchecked === true;
    const end = async (damage?: string): Promise<void> => {
      await answer(damage === undefined ? { is: 'sound' } : { is: 'damaged', how: damage });
    };
    const answer = async (said: CheckAnswer): Promise<void> => {
      checks.at(-1)?.(said);
      await Promise.resolve();
    };
    return { journal, state, time, reopened, lines, checks, heard, isUnchecked, end, answer };
  }

  it('and is sound is told to whoever listens', async () => {
    const { reopened, heard, isUnchecked, end } = setUpLater();
    expect(isUnchecked()).toBe(true);
    await end();
    expect([heard, reopened]).toEqual([[false], []]);
  });

  it('and is damaged is opened again at once, and read anew', async () => {
    const { reopened, lines, isUnchecked, end } = setUpLater();
    await end('row 7 missing from index');
    expect([isUnchecked(), reopened]).toEqual([false, [true]]);
    expect(lines).toEqual(['damage was found in the journal']);
  });

  it('and had to be opened again meanwhile was checked with that: nothing else is done', async () => {
    const { journal, reopened, lines, isUnchecked, end } = setUpLater();
    value(journal.reopen());
    expect(isUnchecked()).toBe(false);
    await end('row 7 missing from index');
    expect([lines, reopened]).toEqual([[], []]);
  });

  it('and was closed meanwhile stays closed', async () => {
    const { journal, reopened, lines, end } = setUpLater();
    journal.close();
    await end('row 7 missing from index');
    expect([lines, reopened]).toEqual([[], []]);
  });

  it.each([
    ['full', FULL],
    ['busy', BUSY],
  ])('and is found sound while its disk is %s counts as checked', async (_cause, errcode) => {
    const { journal, state, time, checks, isUnchecked, end } = setUpLater();
    state.fault = { errcode, at: 'begin' };
    disk(journal.record(draft()));
    await end();
    expect([journal.health().writable, isUnchecked()]).toEqual([false, false]);
    state.fault = undefined;
    time.advance(1_000);
    expect(journal.health()).toEqual({ writable: true });
    expect(checks).toHaveLength(1);
  });

  it('and is found damaged while its disk is full is opened again once there is room', async () => {
    const { journal, state, time, checks, reopened, end } = setUpLater();
    state.fault = { errcode: FULL, at: 'begin' };
    disk(journal.record(draft()));
    await end('row 7 missing from index');
    time.advance(1_000);
    expect([journal.health().writable, reopened]).toEqual([false, []]);
    state.fault = undefined;
    time.advance(2_000);
    expect([journal.health(), reopened]).toEqual([{ writable: true }, [true]]);
    expect(checks).toHaveLength(1);
  });

  it.each([
    ['full', FULL],
    ['busy', BUSY],
  ])('is checked although its disk is %s when it is opened', async (_cause, errcode) => {
    const fault: Fault = { errcode, at: 'begin' };
    const { journal, state, time, checks, isUnchecked, end } = setUpLater(fault);
    expect([journal.health().writable, isUnchecked(), checks.length]).toEqual([false, true, 1]);
    state.fault = undefined;
    time.advance(1_000);
    expect([journal.health(), checks.length]).toEqual([{ writable: true, isUnchecked: true }, 1]);
    await end();
    expect(journal.health()).toEqual({ writable: true });
  });

  it('and fails meanwhile is checked when it is opened again, and the answer is not waited for', async () => {
    const { journal, state, time, checks, lines, reopened, end } = setUpLater();
    state.fault = { errcode: IO, at: 'begin' };
    disk(journal.record(draft()));
    await end('row 7 missing from index');
    time.advance(3_000);
    state.fault = undefined;
    time.advance(4_000);
    expect([journal.health(), reopened]).toEqual([{ writable: true }, [true]]);
    expect([checks.length, lines]).toEqual([1, []]);
  });

  it('and could not be checked is neither sound nor opened again: it is tried ever more seldom', async () => {
    const { journal, time, checks, lines, heard, reopened, end, answer } = setUpLater();
    const unknown = { is: 'unknown', why: 'no more handles' } as const;
    for (const [n, seconds] of [5, 10, 20, 40, 80, 160, 320, 600, 600].entries()) {
      expect(checks).toHaveLength(n + 1);
      await answer(unknown);
      expect(journal.health()).toEqual({
        writable: true,
        isUnchecked: true,
        whyUnchecked: `The journal could not be checked (no more handles). Ballast will try again at ${clockAt(time.clock.wall() + seconds * 1_000)}.`,
      });
      expect(heard).toHaveLength(n + 1);
      value(journal.record(draft(), true));
      time.advance(seconds * 1_000);
    }
    expect(journal.health()).toEqual({ writable: true, isUnchecked: true });
    expect([reopened, new Set(lines)]).toEqual([[], new Set(['the journal could not be checked'])]);
    await end();
    expect(journal.health()).toEqual({ writable: true });
    expect(time.pending()).toBe(0);
  });

  it('and could not be checked is not tried any more once it was closed', async () => {
    const { journal, time, answer } = setUpLater();
    await answer({ is: 'unknown', why: 'no more handles' });
    journal.close();
    expect(time.pending()).toBe(0);
  });
});
