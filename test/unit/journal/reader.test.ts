// The thread that reads journals, and what main does without it.
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLaterChecks } from '#main/journal/later-checks.ts';
import { AnsweredError, createReader } from '#main/journal/reader.ts';
import { systemDelay } from '#main/shell/common/system.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { createHarness, hideFromIndex, intentIn } from '#test/unit/journal/harness.ts';

const harness = createHarness();

type FakeThread = {
  asked: { id: number }[];
  isEnded: boolean;
  postMessage: (question: { id: number }) => void;
};

/** A thread that does what the test says. */
function createFakeThreads() {
  const threads: (EventEmitter & FakeThread)[] = [];
  const start = () => {
    const thread = Object.assign(new EventEmitter(), {
      asked: [] as { id: number }[],
      isEnded: false,
      postMessage: (question: { id: number }) => void thread.asked.push(question),
      terminate: async () => {
        thread.isEnded = true;
        return 0;
      },
    });
    threads.push(thread);
    return thread;
  };
  return { start: start as unknown as Parameters<typeof createReader>[1], threads };
}

function fill(): string {
  const journal = harness.open();
  for (const state of ['recorded', 'sent', 'accepted'] as const) intentIn(journal, state);
  return harness.path();
}

const spoil = (sql: string): void => {
  const db = new DatabaseSync(harness.path());
  db.exec(sql);
  db.close();
};

describe('a real thread', () => {
  const reader = createReader(systemDelay);

  it('finds nothing wrong with a journal that is being written', async () => {
    expect(await reader.ask('findDamage', fill())).toBeUndefined();
  });

  it('finds a word that is none, and an id that is none', async () => {
    const path = fill();
    spoil(`UPDATE intents SET kind = 'plaze' WHERE state = 'accepted'`);
    expect(await reader.ask('findDamage', path)).toBe('1 rows are damaged');
    spoil(`UPDATE intents SET intent_id = 'gone' WHERE state = 'sent'`);
    expect(await reader.ask('findDamage', path)).toBe('2 rows are damaged');
  });

  it('finds an index that hides an open intent', async () => {
    const first = harness.open();
    intentIn(first, 'unknown');
    first.close();
    const path = harness.path();
    hideFromIndex(path, 'unknown');
    expect(await reader.ask('findDamage', path)).toContain('missing from index');
  });

  it('finds a file that is no database, and says why one cannot be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-reader-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'journal.db');
    const refused = reader.ask('findDamage', path);
    await expect(refused).rejects.toThrow('unable to open database file');
    await expect(refused).rejects.toMatchObject({ isDamage: false });
    writeFileSync(path, 'x'.repeat(8192));
    expect(await reader.ask('findDamage', path)).toContain('not a database');
  });
});

it('every question is answered by the thread that was asked, in whatever order', async () => {
  const { start, threads } = createFakeThreads();
  const reader = createReader(createFakeTime().delay, start);
  const [one, two] = [reader.ask('findDamage', 'one'), reader.ask('findDamage', 'two')];
  const [thread] = threads;
  expect([threads.length, thread?.asked.length]).toEqual([1, 2]);
  thread?.emit('message', { id: thread.asked[1]?.id, value: 'of two' });
  thread?.emit('message', { id: thread.asked[0]?.id, error: 'of one' });
  expect(await two).toBe('of two');
  await expect(one).rejects.toThrow('of one');
  await expect(one).rejects.toBeInstanceOf(AnsweredError);
});

it('a thread that dies fails what it was asked, and the next question starts another', async () => {
  const { start, threads } = createFakeThreads();
  const reader = createReader(createFakeTime().delay, start);
  const lost = reader.ask('findDamage', 'one');
  threads[0]?.emit('error', new Error('out of memory'));
  threads[0]?.emit('exit', 1);
  await expect(lost).rejects.toThrow('out of memory');
  await expect(lost).rejects.not.toBeInstanceOf(AnsweredError);
  const next = reader.ask('findDamage', 'two');
  threads[0]?.emit('exit', 1);
  threads[1]?.emit('message', { id: 2, value: undefined });
  expect(await next).toBeUndefined();
});

it('a thread that nobody asks for a minute ends, and one that is asked does not', async () => {
  const { start, threads } = createFakeThreads();
  const time = createFakeTime();
  const reader = createReader(time.delay, start);
  const answer = async (id: number): Promise<unknown> => {
    const asked = reader.ask('findDamage', 'one');
    threads[0]?.emit('message', { id, value: undefined });
    return asked;
  };
  await answer(1);
  time.advance(59_000);
  await answer(2);
  time.advance(59_000);
  expect(threads[0]?.isEnded).toBe(false);
  time.advance(1_000);
  expect(threads[0]?.isEnded).toBe(true);
});

it('a question that cannot be sent fails, and keeps no thread from its rest', async () => {
  const { start, threads } = createFakeThreads();
  const time = createFakeTime();
  const reader = createReader(time.delay, start);
  const first = reader.ask('findDamage', 'one');
  const [thread] = threads;
  if (!thread) throw new Error('no thread was started');
  const { postMessage } = thread;
  thread.postMessage = () => {
    throw new Error('could not be cloned');
  };
  await expect(reader.ask('findDamage', 'two')).rejects.toThrow('could not be cloned');
  thread.postMessage = postMessage;
  thread.emit('message', { id: 1, value: undefined });
  expect(await first).toBeUndefined();
  time.advance(60_000);
  expect(thread.isEnded).toBe(true);
});

describe('checks of files that are in use', () => {
  it('are made one after another, and their thread ends with the last', async () => {
    const asked: string[] = [];
    let stops = 0;
    const stop = () => void stops++;
    const answers: (() => void)[] = [];
    const ask = (_kind: string, path: string) => {
      asked.push(path);
      return new Promise((resolve) => answers.push(() => resolve(`of ${path}`)));
    };
    const check = createLaterChecks({ ask: ask as never, stop }, () => undefined);
    const both = [check('one'), check('two')];
    await Promise.resolve();
    expect(asked).toEqual(['one']);
    answers[0]?.();
    expect(await both[0]).toEqual({ is: 'damaged', how: 'of one' });
    await Promise.resolve();
    expect(asked).toEqual(['one', 'two']);
    expect(stops).toBe(0);
    answers[1]?.();
    expect(await both[1]).toEqual({ is: 'damaged', how: 'of two' });
    expect(stops).toBe(1);
  });

  it('are made by main itself where there is no thread', async () => {
    const path = fill();
    const ask = async (): Promise<never> => {
      throw new Error('no threads here');
    };
    const lines: string[] = [];
    const check = createLaterChecks(
      { ask, stop: () => undefined },
      (_level, line) => void lines.push(line),
    );
    expect(await check(path)).toEqual({ is: 'sound' });
    spoil(`UPDATE intents SET kind = 'plaze' WHERE state = 'accepted'`);
    expect(await check(path)).toEqual({ is: 'damaged', how: '1 rows are damaged' });
    const none = join(harness.state.folder, 'none.db');
    expect(await check(none)).toEqual({ is: 'unknown', why: 'unable to open database file' });
    expect(new Set(lines)).toEqual(new Set(['a journal is checked without a thread']));
  });

  it('are not repeated by main when the thread could not make them', async () => {
    const ask = async (): Promise<never> => {
      throw new AnsweredError('disk I/O error');
    };
    const check = createLaterChecks({ ask, stop: () => undefined }, () => undefined);
    // Main would find it sound.
    expect(await check(fill())).toEqual({ is: 'unknown', why: 'disk I/O error' });
  });
});
