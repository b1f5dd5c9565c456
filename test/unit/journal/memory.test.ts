// What the journal answers while the disk does not take writes, or cannot be read at all: memory on top of the disk,
// in the same order and by the same filters.
import { describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { IntentQuery } from '#main/journal/types.ts';
import {
  createFaultyDisk,
  createHarness,
  disk,
  draft,
  failure,
  intentIn,
  value,
} from './harness.ts';

const harness = createHarness();
const FULL = 13;
const IO = 10;
const LINE = { kind: 'answered', text: 'words' } as const;
const ids = (intents: Intent[]) => intents.map(({ intentId }) => intentId);

function setUp() {
  const { connect, state } = createFaultyDisk();
  const lines: unknown[] = [];
  const journal = harness.open({ connect, log: (...line) => void lines.push(line) });
  return { journal, state, lines };
}

/** A change that the disk does not take: it is kept as not sent. */
function keptChange({ journal }: ReturnType<typeof setUp>, confirmedAt: number, symbol = 'AAPL') {
  const asked = draft({ kind: 'replace', targetId: 'o', confirmedAt, symbol });
  disk(journal.record(asked));
  return asked.intentId;
}

describe('intents that are only in memory', () => {
  it('stand in their place among those on the disk, and every filter counts for them', () => {
    const world = setUp();
    const { journal, state } = world;
    const old = intentIn(journal, 'recorded', { confirmedAt: 10, kind: 'replace', targetId: 'o' });
    const late = intentIn(journal, 'recorded', { confirmedAt: 30, kind: 'replace', targetId: 'o' });
    state.fault = { errcode: FULL, at: 'commit' };
    const kept = keptChange(world, 20);
    const twin = keptChange(world, 20, 'MSFT');
    const found = (query: IntentQuery) => ids(value(journal.list(query)).intents);
    expect(found({})).toEqual([late, twin, kept, old]);
    expect(found({ symbol: 'MSFT' })).toEqual([twin]);
    expect(found({ kinds: ['place'] })).toEqual([]);
    expect(found({ kinds: ['replace'], symbol: 'AAPL' })).toEqual([late, kept, old]);
    expect(found({ states: ['sent'] })).toEqual([]);
    expect(found({ from: 20 })).toEqual([late, twin, kept]);
    expect(found({ from: 21 })).toEqual([late]);
    expect(found({ to: 20 })).toEqual([old]);
    expect(found({ to: 21 })).toEqual([twin, kept, old]);
    expect(found({ before: { confirmedAt: 20, intentId: twin } })).toEqual([kept, old]);
    expect(found({ before: { confirmedAt: 20, intentId: kept } })).toEqual([old]);
    expect(ids(value(journal.about('o')))).toEqual([late, twin, kept, old]);
    expect(ids(journal.unsettled())).toEqual([old, late]);
    expect(value(journal.counts())).toMatchObject({ recorded: 2, 'not-sent': 2 });
    const page = value(journal.list({ limit: 2 }));
    expect(ids(page.intents)).toEqual([late, twin]);
    expect(page.next).toEqual({ confirmedAt: 20, intentId: twin });
    expect(value(journal.list({ limit: 4 })).next).toBeUndefined();
  });

  it('are newer than the same ones on the disk', () => {
    const { journal, state } = setUp();
    const intentId = intentIn(journal, 'sent');
    const other = intentIn(journal, 'accepted');
    state.fault = { errcode: FULL, at: 'commit' };
    disk(journal.advance(intentId, { step: 'accepted', resultId: 'o' }, LINE));
    expect(ids(value(journal.about('o')))).toEqual([intentId]);
    expect(ids(value(journal.about(`order of ${other}`)))).toEqual([other]);
    expect(value(journal.list()).intents).toHaveLength(2);
    expect(value(journal.counts())).toMatchObject({ accepted: 2, sent: 0 });
    disk(journal.repeatEvidence(intentId, { kind: 'found', text: 'again' }));
    disk(journal.repeatEvidence(intentId, { kind: 'found', text: 'again' }));
    expect(value(journal.evidence(intentId)).map(({ text, times }) => [text, times])).toEqual([
      [expect.stringMatching(/^Recorded before sending: /), 1],
      ['step sent', 1],
      ['words', 1],
      ['again', 2],
    ]);
  });

  it('answer alone when the disk cannot be read; without any it is said that it cannot', () => {
    const world = setUp();
    const { journal, state } = world;
    const onDisk = intentIn(journal, 'recorded', { confirmedAt: 10 });
    state.fault = { errcode: FULL, at: 'commit' };
    const kept = keptChange(world, 20);
    state.fault = { errcode: IO, at: 'read' };
    expect(ids(value(journal.list()).intents)).toEqual([kept]);
    expect(ids(value(journal.about('o')))).toEqual([kept]);
    expect(value(journal.evidence(kept))).toMatchObject([
      {
        kind: 'not-sent',
        text: expect.stringMatching(/^Not sent: The disk is full/),
      },
    ]);
    expect(disk(journal.evidence(onDisk)).cause).toBe('io');
    expect(disk(journal.counts()).cause).toBe('io');
    expect(disk(journal.list({ kinds: ['mint'] })).cause).toBe('io');
  });
});

describe('cancels to carry out', () => {
  it('are those of orders that are open or may appear, oldest first', () => {
    const { journal } = setUp();
    const late = intentIn(journal, 'unknown', { confirmedAt: 30 });
    const early = intentIn(journal, 'accepted', { confirmedAt: 20 });
    const refused = intentIn(journal, 'refused', { confirmedAt: 10 });
    intentIn(journal, 'unknown');
    for (const intentId of [late, early, refused])
      value(journal.markCancelWhenFound(intentId, 'Cancel it.'));
    expect(ids(journal.pendingCancels())).toEqual([early, late]);
    expect(ids(journal.unsettled())).not.toContain(early);
    value(journal.clearCancelWhenFound(early, 'Done.'));
    expect(ids(journal.pendingCancels())).toEqual([late]);
  });
});

describe('a disk that fails', () => {
  it('is told once in the log, and so is that it works again', () => {
    const { journal, state, lines } = setUp();
    const intentId = intentIn(journal, 'unknown');
    state.fault = { errcode: FULL, at: 'commit' };
    const reason = disk(journal.addEvidence(intentId, LINE)).message;
    expect(journal.health()).toEqual({
      writable: false,
      cause: 'full',
      reason,
      needsReopen: false,
    });
    disk(journal.addEvidence(intentId, LINE));
    expect(journal.health()).toEqual({
      writable: false,
      cause: 'full',
      reason,
      needsReopen: false,
    });
    state.fault = undefined;
    value(journal.addEvidence(intentId, LINE));
    value(journal.addEvidence(intentId, LINE));
    expect(journal.health()).toEqual({ writable: true });
    expect(lines).toEqual([
      ['error', 'the journal cannot be written', { cause: 'full', reason }],
      ['info', 'the journal can be written again'],
    ]);
  });

  it('keeps its first reason until the file was opened again', () => {
    const { journal, state } = setUp();
    const intentId = intentIn(journal, 'unknown');
    state.fault = { errcode: IO, at: 'commit' };
    disk(journal.addEvidence(intentId, LINE));
    state.fault = { errcode: FULL, at: 'read' };
    failure(journal.counts());
    expect(journal.health()).toMatchObject({ cause: 'io', needsReopen: true });
    state.fault = undefined;
    expect(disk(journal.addEvidence(intentId, LINE))).toMatchObject({ cause: 'io', isKept: true });
    value(journal.reopen());
    expect(journal.health()).toEqual({ writable: true });
    expect(value(journal.evidence(intentId))).toHaveLength(5);
  });

  it('is not waited for by an order: nothing is recorded before what waits is written', () => {
    const { journal, state } = setUp();
    const intentId = intentIn(journal, 'sent');
    state.fault = { errcode: FULL, at: 'commit' };
    disk(journal.advance(intentId, { step: 'lost' }, { kind: 'lost', text: 'Lost.' }));
    const asked = draft();
    expect(disk(journal.record(asked))).toMatchObject({
      onDisk: 'no',
      intent: { state: 'not-sent' },
    });
    expect(value(journal.evidence(asked.intentId)).at(-1)).toMatchObject({ kind: 'not-sent' });
    state.fault = undefined;
    value(journal.record(draft()));
    journal.close();
    const again = harness.open();
    expect(value(again.get(intentId))).toMatchObject({ state: 'unknown', reason: 'Lost.' });
    expect(value(again.get(asked.intentId))?.state).toBe('not-sent');
  });
});

describe('lines that say the same', () => {
  it('are counted up until something else happened', () => {
    const { journal } = setUp();
    const intentId = intentIn(journal, 'unknown');
    const again = { kind: 'not-found', text: 'Not there.' } as const;
    for (let n = 0; n < 3; n++) value(journal.repeatEvidence(intentId, again));
    value(journal.repeatEvidence(intentId, { ...again, kind: 'lost' }));
    value(journal.addEvidence(intentId, LINE));
    value(journal.repeatEvidence(intentId, again));
    expect(
      value(journal.evidence(intentId))
        .slice(3)
        .map(({ kind, times }) => [kind, times]),
    ).toEqual([
      ['not-found', 3],
      ['lost', 1],
      ['answered', 1],
      ['not-found', 1],
    ]);
  });

  it('take the place of an older one of their kind when there are too many', () => {
    const { journal } = setUp();
    const intentId = intentIn(journal, 'unknown');
    for (let n = 0; n < 100; n++)
      value(
        journal.repeatEvidence(intentId, { kind: n % 2 ? 'lost' : 'not-found', text: `no ${n}` }),
      );
    const repeats = value(journal.evidence(intentId)).slice(3);
    expect(repeats.length).toBeLessThan(50);
    expect(repeats.reduce((sum, { times }) => sum + times, 0)).toBe(100);
    for (const { kind, text } of repeats)
      expect(kind).toBe(Number(text.slice(3)) % 2 ? 'lost' : 'not-found');
    value(journal.repeatEvidence(intentId, { kind: 'found', text: 'new kind' }));
    expect(value(journal.evidence(intentId)).slice(3)).toHaveLength(repeats.length);
  });
});
