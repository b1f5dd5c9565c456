// Between the journal's verbs and its file. What could not be written is kept here, wins over the disk in every read,
// and goes out with the next write that works. Unsettled intents are always held, so that following one never waits
// for a disk that may not answer.
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
import type { RecordRows } from '#main/journal/record-rows.ts';
import type { Salvage } from '#main/journal/set-aside.ts';
import { isUnsettled } from '#main/journal/transitions.ts';
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
type Inserted = { ok: true } | { ok: false; failure: DiskFailure; phase: 'work' | 'commit' };
type Save = (rows: RecordRows) => void;

/** Settled intents that stay in memory, so that late evidence about them does not depend on the disk. */
const MAX_RECENT = 1000;

export type Store = ReturnType<typeof createStore>;

export function createStore(options: JournalOptions) {
  const { clock, log } = options;
  const probe = options.probe ?? (() => undefined);
  let file: JournalFile | undefined;
  let wasOpen = false;
  let health: Health = { writable: true };
  let seq = 0;
  /** Unsettled, or with a cancel to carry out. */
  const held = new Map<string, Intent>();
  /** Settled in this run, the newest of them. */
  const recent = new Map<string, Intent>();
  /** Not on disk yet, or newer than what is there. */
  const dirty = new Map<string, Intent>();
  /** Of the dirty ones: their record failed and nothing was sent. */
  const unsent = new Set<string>();
  const lines = new Map<number, StoredLine>();
  const saves = new Map<string, Save>();

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

  function hold(intent: Intent): void {
    const { intentId } = intent;
    recent.delete(intentId);
    held.delete(intentId);
    if (isUnsettled(intent) || intent.cancelWhenFound) held.set(intentId, intent);
    else recent.set(intentId, intent);
    const [oldest] = recent.keys();
    if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
  }

  function keep(intent: Intent, isUnsent = false): void {
    dirty.set(intent.intentId, intent);
    if (isUnsent) unsent.add(intent.intentId);
    else unsent.delete(intent.intentId);
    hold(intent);
  }

  const keptCount = () => dirty.size + lines.size + saves.size;

  /** Writes all that is kept, in one transaction. With nothing kept it still proves that the disk takes writes. */
  function flush(through: Through, isForced = false): Flushed {
    if (!file || (!health.writable && health.needsReopen && !isForced))
      return { ok: false, failure: currentFailure() };
    if (!file.isInPlace()) return { ok: false, failure: failWith(diskFailure('gone', '')) };
    const committed = file[through].transaction(({ intents, records }) => {
      for (const intent of dirty.values())
        if (unsent.has(intent.intentId)) intents.saveUnsent(intent);
        else intents.saveIntent(intent);
      probe('within-write');
      for (const line of lines.values()) intents.saveLine(line);
      for (const save of saves.values()) save(records);
      if (!health.writable || keptCount() === 0) intents.touch();
    });
    if (!committed.ok) return { ok: false, failure: failWith(toDiskFailure(committed.error)) };
    for (const kept of [dirty, unsent, lines, saves]) kept.clear();
    if (!isForced) setHealth({ writable: true });
    return { ok: true };
  }

  /** One new intent with its line, synced when this returns well. Nothing of it is kept otherwise. */
  function insert(intent: Intent, line: StoredLine): Inserted {
    const isWaiting = keptCount() > 0 || !health.writable;
    const flushed: Flushed = isWaiting ? flush('synced') : { ok: true };
    if (!flushed.ok) return { ...flushed, phase: 'work' };
    if (!file?.isInPlace())
      return { ok: false, failure: failWith(diskFailure('gone', '')), phase: 'work' };
    const committed = file.synced.transaction(({ intents }) => {
      intents.insertIntent(intent);
      probe('within-record');
      intents.saveLine(line);
    });
    if (!committed.ok) {
      const { error, phase } = committed;
      return { ok: false, failure: failWith(toDiskFailure(error)), phase };
    }
    hold(intent);
    return { ok: true };
  }

  /** Something of its own, synced when this returns well. Nothing of it is kept otherwise. */
  function commit(work: (connection: Connection) => void): Flushed {
    const flushed: Flushed = keptCount() > 0 || !health.writable ? flush('synced') : { ok: true };
    if (!flushed.ok) return flushed;
    if (!file?.isInPlace()) return { ok: false, failure: failWith(diskFailure('gone', '')) };
    const committed = file.synced.transaction(work);
    if (committed.ok) return committed;
    return { ok: false, failure: failWith(toDiskFailure(committed.error)) };
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
    const inMemory = dirty.get(intentId) ?? held.get(intentId) ?? recent.get(intentId);
    return inMemory ? { ok: true, value: inMemory } : read(({ intents }) => intents.get(intentId));
  }

  function newLine(intentId: string, line: Line, isRepeat = false): StoredLine {
    const at = Math.trunc(clock.wall());
    const { kind, text, status, requestId } = line;
    return {
      seq: ++seq,
      intentId,
      at,
      kind,
      text,
      ...(status !== undefined && { status }),
      ...(requestId !== undefined && { requestId }),
      isRepeat,
      times: 1,
      lastAt: at,
    };
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
    const last = Math.max(intents.lastSeq(), saved.lines.at(-1)?.seq ?? 0);
    const leftOpen = wasOpen ? [] : [...intents.open(), ...saved.intents];
    if (wasOpen) {
      seq = Math.max(seq, last);
      const known = new Set([...dirty.keys(), ...held.keys(), ...recent.keys()]);
      for (const intent of [...held.values(), ...recent.values()])
        if (!dirty.has(intent.intentId)) keep(intent);
      for (const intent of saved.intents) if (!known.has(intent.intentId)) keep(intent);
    } else {
      renumber(last);
      for (const intentId of dirty.keys()) if (intents.get(intentId)) forget(intentId);
      for (const intent of leftOpen) hold(intent);
      for (const intent of saved.intents) keep(intent);
    }
    for (const line of saved.lines) if (!lines.has(line.seq)) lines.set(line.seq, line);
    return leftOpen;
  }

  /** Lines of the time without a file were numbered from one. */
  function renumber(last: number): void {
    const early = [...lines.values()];
    lines.clear();
    for (const line of early) lines.set(line.seq + last, { ...line, seq: line.seq + last });
    seq += last;
  }

  /** The disk knew it from an earlier run all along, and knows better. */
  function forget(intentId: string): void {
    log('warn', 'an intent made without the journal was in it already', { intentId });
    dirty.delete(intentId);
    unsent.delete(intentId);
    held.delete(intentId);
    recent.delete(intentId);
  }

  function detach(): void {
    file?.close();
    file = undefined;
  }

  return {
    probe,
    attach,
    detach,
    insert,
    commit,
    keep,
    keepLine: (line: StoredLine) => void lines.set(line.seq, line),
    keepSave: (key: string, save: Save) => void saves.set(key, save),
    flush,
    read,
    find,
    newLine,
    health: () => health,
    held: () => [...held.values()],
    dirty: () => [...dirty.values()],
    allKeptLines: () => [...lines.values()],
    keptLines: (intentId: string) =>
      [...lines.values()].filter((line) => line.intentId === intentId),
    keptCount,
    /** Lets the next write be tried after the file was opened again. */
    retry(): void {
      if (!health.writable) health = { ...health, needsReopen: false };
    },
  };
}
