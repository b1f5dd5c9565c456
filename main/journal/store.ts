// Between the journal's verbs and its file: what is written when, what a failing disk means, and what a file that is
// opened, again or for the first time, has to do with what memory knows.
import type { Intent } from '#contract/intents.ts';
import {
  diskFailure,
  done,
  failed,
  needsReopen,
  toDiskFailure,
  type DiskFailure,
  type JournalFailure,
  type JournalResult,
} from '#main/journal/failure.ts';
import { openFile, type Check, type Connection, type JournalFile } from '#main/journal/file.ts';
import type { StoredLine } from '#main/journal/intent-rows.ts';
import { createMemory } from '#main/journal/memory.ts';
import type { Salvage } from '#main/journal/set-aside.ts';
import type { Health, JournalOptions, Line } from '#main/journal/types.ts';

export type Through = 'synced' | 'relaxed';
export type Attached = {
  setAside: string | undefined;
  salvaged: number;
  /** What an earlier run left open. Empty when the file was merely opened again. */
  leftOpen: Intent[];
};
/** Reading fails for the disk's reasons alone. */
export type ReadResult<T> = { ok: true; value: T } | { ok: false; failure: DiskFailure };
export type Flushed = { ok: true } | { ok: false; failure: DiskFailure };
/** `phase` tells whether the disk may have taken it all the same. */
type Committed = { ok: true } | { ok: false; failure: DiskFailure; phase: 'work' | 'commit' };

export type Store = ReturnType<typeof createStore>;

export function createStore(options: JournalOptions) {
  const { clock, log } = options;
  const memory = createMemory();
  const probe = options.probe ?? (() => undefined);
  let file: JournalFile | undefined;
  let wasOpen = false;
  let health: Health = { writable: true };
  function setHealth(next: Health): void {
    const isChange = JSON.stringify(next) !== JSON.stringify(health);
    health = next;
    if (!isChange) return;
    if (next.writable) log('info', 'the journal can be written again');
    else log('error', 'the journal cannot be written', { cause: next.cause, reason: next.reason });
  }

  function failWith(failure: DiskFailure): DiskFailure {
    const { cause, message } = failure;
    const isStuck = !health.writable && health.needsReopen;
    if (!isStuck)
      setHealth({
        writable: false,
        cause,
        reason: message,
        needsReopen: needsReopen(cause) || file === undefined,
      });
    return failure;
  }

  const currentFailure = (): DiskFailure =>
    health.writable
      ? diskFailure('gone', '')
      : { kind: 'disk', cause: health.cause, message: health.reason, isKept: false };

  /** Writes all that is kept, in one transaction. With nothing kept it still proves that the disk takes writes. */
  function flush(through: Through, isForced = false): Flushed {
    if (!file || (!health.writable && health.needsReopen && !isForced))
      return { ok: false, failure: currentFailure() };
    if (!file.isInPlace()) return { ok: false, failure: failWith(diskFailure('gone', '')) };
    const committed = file[through].transaction((connection) => {
      memory.writeTo(connection, () => probe('within-write'));
      if (!health.writable || memory.keptCount() === 0) connection.intents.touch();
    });
    if (!committed.ok) return { ok: false, failure: failWith(toDiskFailure(committed.error)) };
    memory.clearKept();
    if (!isForced) setHealth({ writable: true });
    return { ok: true };
  }

  /** Something of its own, synced when this returns well. Nothing of it is kept otherwise. */
  function commit(work: (connection: Connection) => void): Committed {
    const isWaiting = memory.keptCount() > 0 || !health.writable;
    const flushed: Flushed = isWaiting ? flush('synced') : { ok: true };
    if (!flushed.ok) return { ...flushed, phase: 'work' };
    if (!file?.isInPlace())
      return { ok: false, failure: failWith(diskFailure('gone', '')), phase: 'work' };
    const committed = file.synced.transaction(work);
    if (committed.ok) return committed;
    const { error, phase } = committed;
    return { ok: false, failure: failWith(toDiskFailure(error)), phase };
  }

  /** One new intent with its line. */
  function insert(intent: Intent, line: StoredLine): Committed {
    const committed = commit(({ intents }) => {
      intents.insertIntent(intent);
      probe('within-record');
      intents.saveLine(line);
    });
    if (committed.ok) memory.hold(intent);
    return committed;
  }

  function read<T>(query: (connection: Connection) => T): ReadResult<T> {
    if (!file) return { ok: false, failure: currentFailure() };
    try {
      return { ok: true, value: query(file.relaxed) };
    } catch (error) {
      return { ok: false, failure: failWith(toDiskFailure(error)) };
    }
  }

  function find(intentId: string): ReadResult<Intent | undefined> {
    const inMemory = memory.find(intentId);
    return inMemory ? { ok: true, value: inMemory } : read(({ intents }) => intents.get(intentId));
  }

  /** Opens the file and takes over what it knows. What memory knows of this run is newer and stays. */
  function attach(check: Check): JournalResult<Attached> {
    const opened = openFile(options, check);
    if (!opened.ok) return failed(notAttached(opened.failure));
    file = opened.value.file;
    let leftOpen: Intent[];
    try {
      leftOpen = adopt(file.relaxed, opened.value.salvage);
    } catch (error) {
      detach();
      return failed(failWith(toDiskFailure(error)));
    }
    wasOpen = true;
    const { setAside, salvage } = opened.value;
    return done({ setAside, salvaged: salvage.intents.length, leftOpen });
  }

  function notAttached(failure: JournalFailure): JournalFailure {
    if (failure.kind === 'disk') return failWith(failure);
    failWith(diskFailure('io', failure.message));
    return failure;
  }

  function adopt({ intents }: Connection, saved: Salvage): Intent[] {
    const lastSeq = Math.max(intents.lastSeq(), saved.lines.at(-1)?.seq ?? 0);
    const leftOpen = wasOpen ? [] : [...intents.open(), ...saved.intents];
    if (wasOpen) {
      const isKnown = new Set(saved.intents.filter(({ intentId }) => memory.find(intentId)));
      memory.keepAll(lastSeq);
      for (const intent of saved.intents) if (!isKnown.has(intent)) memory.keep(intent);
    } else {
      memory.renumberAfter(lastSeq);
      for (const { intentId } of memory.dirty()) if (intents.get(intentId)) forget(intentId);
      for (const intent of leftOpen) memory.hold(intent);
      for (const intent of saved.intents) memory.keep(intent);
    }
    const isKept = new Set(memory.allKeptLines().map(({ seq }) => seq));
    for (const line of saved.lines) if (!isKept.has(line.seq)) memory.keepLine(line);
    return leftOpen;
  }

  /** The disk knew it from an earlier run all along, and knows better. */
  function forget(intentId: string): void {
    log('warn', 'an intent made without the journal was in it already', { intentId });
    memory.forget(intentId);
  }

  function detach(): void {
    file?.close();
    file = undefined;
  }

  return {
    ...memory,
    probe,
    attach,
    detach,
    insert,
    commit,
    flush,
    read,
    find,
    newLine: (intentId: string, line: Line, isRepeat = false): StoredLine =>
      memory.newLine(Math.trunc(clock.wall()), intentId, line, isRepeat),
    health: () => health,
    /** Lets the next write be tried after the file was opened again. */
    retry(): void {
      if (!health.writable) health = { ...health, needsReopen: false };
    },
  };
}
