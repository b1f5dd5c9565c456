// What is kept for a disk that does not take it: which of it goes out, in which shape, and what stays in sight.
import { describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import type { Connection } from '#main/journal/file.ts';
import type { StoredLine } from '#main/journal/intent-rows.ts';
import { createMemory } from '#main/journal/memory.ts';
import { draft } from './harness.ts';

const intent = (intentId: string, state: Intent['state'] = 'refused'): Intent => ({
  ...draft({ intentId }),
  state,
  cancelWhenFound: false,
  isConflict: false,
  unanswered: 0,
  changedAt: 0,
});
const line = (seq: number, intentId: string): StoredLine => ({
  seq,
  intentId,
  at: 0,
  kind: 'sent',
  text: `line ${seq}`,
  isRepeat: false,
  times: 1,
  lastAt: 0,
});

/** What would have been written, by name. */
function disk() {
  const written: string[] = [];
  const write = (what: string) => (of: { intentId?: string; text?: string }) =>
    void written.push(`${what} ${of.text ?? of.intentId}`);
  const intents = {
    saveIntent: write('intent'),
    saveUnsent: write('unsent'),
    saveLine: write('line'),
  };
  return { written, connection: { intents, records: {} } as unknown as Connection };
}

const refuse = (row: string, error: unknown): void => {
  throw new Error(`${row} was refused`, { cause: error });
};

function setUp() {
  const memory = createMemory();
  const { written, connection } = disk();
  const writeAll = () => {
    memory.writeTo(connection, refuse, () => void written.push('between'));
    return written.splice(0);
  };
  const writeSent = () => {
    const clear = memory.writeSent(connection, refuse);
    return { wrote: written.splice(0), clear };
  };
  return { memory, writeAll, writeSent };
}

describe('settled intents', () => {
  it('stay in sight up to a thousand of them, the longest settled goes first', () => {
    const { memory } = setUp();
    for (let n = 0; n < 1_000; n++) memory.hold(intent(`i${n}`));
    expect(memory.find('i0')).toBeDefined();
    memory.hold(intent('i1000'));
    expect([memory.find('i0'), memory.find('i1')?.intentId]).toEqual([undefined, 'i1']);
  });

  it('count as settled anew when more is heard of them', () => {
    const { memory } = setUp();
    for (let n = 0; n < 1_000; n++) memory.hold(intent(`i${n}`));
    memory.hold(intent('i0', 'accepted'));
    memory.hold(intent('i1000'));
    expect([memory.find('i0')?.state, memory.find('i1')]).toEqual(['accepted', undefined]);
  });

  it('are not followed, unless they are to be canceled', () => {
    const { memory } = setUp();
    memory.hold(intent('over'));
    memory.hold(intent('open', 'unknown'));
    memory.hold({ ...intent('to cancel', 'accepted'), cancelWhenFound: true });
    expect(memory.held().map(({ intentId }) => intentId)).toEqual(['open', 'to cancel']);
  });
});

describe('what waits for the disk', () => {
  it('is counted: intents, lines and whatever else is to be saved', () => {
    const { memory } = setUp();
    memory.keep(intent('a'));
    memory.keepLine(line(1, 'a'));
    expect(memory.keptCount()).toBe(2);
    memory.keepSave('mark', () => undefined);
    expect([memory.keptCount(), memory.hasSaves()]).toEqual([3, true]);
    memory.dropSave('mark');
    expect([memory.keptCount(), memory.hasSaves()]).toEqual([2, false]);
    memory.clearKept();
    expect(memory.keptCount()).toBe(0);
  });

  it('goes out as never sent only while it is that', () => {
    const { memory, writeAll } = setUp();
    memory.keep(intent('a'), true);
    memory.keepLine(line(1, 'a'));
    expect(writeAll()).toEqual(['unsent a', 'between', 'line line 1']);
    memory.keep(intent('a'));
    expect(writeAll()).toEqual(['intent a', 'between', 'line line 1']);
  });

  it('goes out on a full disk where it may have reached the broker; the rest stays', () => {
    const { memory, writeAll, writeSent } = setUp();
    memory.keep(intent('sent'));
    memory.keepLine(line(1, 'sent'));
    memory.keep(intent('never'), true);
    memory.keepLine(line(2, 'never'));
    const { wrote, clear } = writeSent();
    expect(wrote).toEqual(['intent sent', 'line line 1']);
    expect(memory.keptCount()).toBe(4);
    clear();
    expect(writeAll()).toEqual(['unsent never', 'between', 'line line 2']);
  });

  it('is everything of this run once another file is there, and what never left stays that', () => {
    const { memory, writeAll } = setUp();
    memory.hold(intent('open', 'unknown'));
    memory.hold(intent('over'));
    memory.keep(intent('never'), true);
    memory.keepAll(7);
    expect(writeAll()).toEqual(['unsent never', 'intent open', 'intent over', 'between']);
  });

  it('and is in no list any more when the disk knew better', () => {
    const { memory } = setUp();
    memory.keep(intent('a', 'unknown'));
    memory.keep(intent('b'));
    memory.forget('a');
    expect(memory.find('a')).toBeUndefined();
    expect([memory.held(), memory.dirty().map(({ intentId }) => intentId)]).toEqual([[], ['b']]);
  });
});

describe('lines', () => {
  const words = { kind: 'sent', text: 'Sent.' } as const;

  it('have no member that nobody told', () => {
    const { memory } = setUp();
    const rest = { at: 5, isRepeat: false, times: 1, lastAt: 5, intentId: 'a' };
    expect(memory.newLine(5, 'a', words, false)).toStrictEqual({ seq: 1, ...rest, ...words });
    const told = { ...words, status: 200, requestId: 'r' };
    expect(memory.newLine(5, 'a', told, false)).toStrictEqual({ seq: 2, ...rest, ...told });
  });

  it('are numbered behind those of the file that came', () => {
    const { memory } = setUp();
    memory.keepAll(7);
    expect(memory.newLine(0, 'a', words, false).seq).toBe(8);
    memory.keepAll(3);
    expect(memory.newLine(0, 'a', words, false).seq).toBe(9);
  });

  it('of the time without a file are numbered behind its own', () => {
    const { memory } = setUp();
    memory.keepLine(memory.newLine(0, 'a', words, false));
    memory.keepLine(memory.newLine(0, 'b', words, false));
    memory.renumberAfter(10);
    expect(memory.allKeptLines().map(({ seq }) => seq)).toEqual([11, 12]);
    expect(memory.keptLines('b').map(({ seq }) => seq)).toEqual([12]);
    expect(memory.newLine(0, 'a', words, false).seq).toBe(13);
  });
});
