import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import type { IntentState } from '#contract/intents.ts';
import type { DiskFailure, JournalFailure, JournalResult } from '#main/journal/failure.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Connect, IntentDraft, Journal, JournalOptions, Opened } from '#main/journal/types.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

export const ACCOUNT = '11111111-1111-4111-8111-111111111111';
export const OTHER_ACCOUNT = '22222222-2222-4222-8222-222222222222';

/** A fresh folder for every test, and journals that are closed after it. */
export function createHarness() {
  const opened: Journal[] = [];
  const state = {
    folder: '',
    time: createFakeTime(),
    log: [] as string[],
    onProbe: undefined as JournalOptions['probe'],
  };
  beforeEach(() => {
    state.folder = mkdtempSync(join(tmpdir(), 'ballast-journal-'));
    state.time = createFakeTime();
    state.log = [];
    state.onProbe = undefined;
    drafts = 0;
  });
  afterEach(() => {
    for (const journal of opened.splice(0)) journal.close();
    rmSync(state.folder, { recursive: true, force: true });
  });

  const options = (more: Partial<JournalOptions> = {}): JournalOptions => ({
    folder: state.folder,
    accountId: ACCOUNT,
    clock: state.time.clock,
    log: (_level, message) => void state.log.push(message),
    probe: (point) => state.onProbe?.(point),
    ...more,
  });
  const tryOpen = (more?: Partial<JournalOptions>) => openJournal(options(more));
  function openAll(more?: Partial<JournalOptions>): Opened {
    const result = value(tryOpen(more));
    opened.push(result.journal);
    return result;
  }
  return {
    state,
    path: (name = 'journal.db') => join(state.folder, name),
    tryOpen,
    openAll,
    open: (more?: Partial<JournalOptions>) => openAll(more).journal,
  };
}

/** Of this test: what an id looks like must not depend on the tests before it. */
let drafts = 0;
export const draft = (more: Partial<IntentDraft> = {}): IntentDraft => {
  const n = ++drafts;
  return {
    intentId: `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    accountId: ACCOUNT,
    kind: 'place',
    body: `{"symbol":"AAPL","qty":"${n}"}`,
    symbol: 'AAPL',
    title: `Buy ${n} AAPL`,
    confirmedAt: 1_767_625_200_000 + n,
    ...more,
  };
};

export function value<T>(result: JournalResult<T>): T {
  if (!result.ok) throw new Error(`${result.failure.kind}: ${result.failure.message}`);
  return result.value;
}

export function failure(result: JournalResult<unknown>): JournalFailure {
  if (result.ok) throw new Error('it worked');
  return result.failure;
}

export function disk(result: JournalResult<unknown>): DiskFailure {
  const found = failure(result);
  if (found.kind !== 'disk') throw new Error(`not the disk: ${found.kind}: ${found.message}`);
  return found;
}

/** An intent brought to a state by the shortest way. */
export function intentIn(journal: Journal, state: IntentState, more?: Partial<IntentDraft>) {
  const { intentId } = value(journal.record(draft(more))).intent;
  const go = (
    step: Parameters<Journal['advance']>[1],
    kind: 'sent' | 'answered' | 'lost' = 'sent',
  ) => value(journal.advance(intentId, step, { kind, text: `step ${step.step}` }));
  if (state === 'not-sent') go({ step: 'not-sent' });
  if (state === 'recorded' || state === 'not-sent') return intentId;
  go({ step: 'sent' });
  if (state === 'accepted') go({ step: 'accepted', resultId: `order of ${intentId}` }, 'answered');
  if (state === 'refused') go({ step: 'refused' }, 'answered');
  if (state === 'unknown' || state === 'set-aside') go({ step: 'lost' }, 'lost');
  if (state === 'set-aside') go({ step: 'set-aside' });
  return intentId;
}

export type Fault = {
  /** SQLite's code to fail with. */
  errcode: number;
  /** `landed` commits first and fails then: what a sync that fails can look like. */
  at: 'begin' | 'commit' | 'landed' | 'read';
  /** Fails this often; without it until it is taken away. */
  times?: number;
};

/** Connections whose disk fails when it is told to. */
export function createFaultyDisk() {
  const state: { fault: Fault | undefined } = { fault: undefined };
  const strike = (at: Fault['at']) => {
    const { fault } = state;
    if (fault?.at !== at) return;
    if (fault.times !== undefined && --fault.times === 0) state.fault = undefined;
    throw Object.assign(new Error('simulated'), { errcode: fault.errcode });
  };
  class FaultyDatabase extends DatabaseSync {
    override exec(sql: string): void {
      if (sql.startsWith('BEGIN')) strike('begin');
      if (sql === 'COMMIT') strike('commit');
      super.exec(sql);
      if (sql === 'COMMIT') strike('landed');
    }
    override prepare(sql: string) {
      const statement = super.prepare(sql);
      if (!sql.startsWith('SELECT')) return statement;
      return new Proxy(statement, {
        get(target, name) {
          if (name === 'get' || name === 'all') strike('read');
          const member: unknown = Reflect.get(target, name, target);
          return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        },
      });
    }
  }
  const connect: Connect = (path, options) =>
    new FaultyDatabase(path, { ...options, timeout: 100 });
  return { connect, state };
}

const READS: ReadonlySet<string | symbol> = new Set(['get', 'all', 'iterate']);

/** Tells which statement is run whenever one reads. */
export function watchingReads(read: string[]): Connect {
  class WatchedDatabase extends DatabaseSync {
    override prepare(sql: string) {
      return new Proxy(super.prepare(sql), {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            if (READS.has(name)) read.push(sql);
            return member.apply(target, given) as unknown;
          };
        },
      });
    }
  }
  return (path, options) => new WatchedDatabase(path, options);
}

/** Of an intent that is open, so that a look through the index misses it. */
export function hideFromIndex(path: string, state: string): void {
  const bytes = readFileSync(path);
  let flipped = 0;
  for (let at = bytes.indexOf(state); at >= 0; at = bytes.indexOf(state, at + 1))
    // Pages whose first byte is ten hold entries of an index, and no rows.
    if (bytes[at - (at % 4096)] === 10) flipped += bytes.write('x', at, 'latin1');
  if (flipped !== 1) throw new Error(`${flipped} entries were changed`);
  writeFileSync(path, bytes);
}
