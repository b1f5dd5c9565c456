// Between the journal's verbs and its file: what is written when, what a failing disk means, and what a file that is
// opened, again or for the first time, has to do with what memory knows.
import type { Intent } from '#contract/intents.ts';
import type { Check } from '#main/journal/check.ts';
import {
  causeOf,
  diskFailure,
  done,
  EXITS_GO,
  failed,
  needsReopen,
  toDiskFailure,
  type DiskFailure,
  type JournalFailure,
  type JournalResult,
} from '#main/journal/failure.ts';
import {
  journalPathIn,
  openFile,
  type Connection,
  type JournalFile,
  type OpenedFile,
} from '#main/journal/file.ts';
import type { StoredLine } from '#main/journal/intent-rows.ts';
import type { CarriedAddresses } from '#main/journal/carry-addresses.ts';
import { createMemory } from '#main/journal/memory.ts';
import { openCopy } from '#main/journal/read-only-copy.ts';
import { createReserve } from '#main/journal/reserve.ts';
import { createSearchIndexKeeper } from '#main/journal/search-index.ts';
import { createUnfitRows } from '#main/journal/unfit-rows.ts';
import type { Salvage } from '#main/journal/set-aside.ts';
import type { Health, JournalOptions, Line } from '#main/journal/types.ts';
import { createListeners } from '#main/tools/listeners.ts';

export type Through = 'synced' | 'relaxed';
type Attached = {
  setAside: string | undefined;
  salvaged: number;
  /** Of the file that was set aside. */
  addresses: CarriedAddresses | undefined;
  /** What an earlier run left open. Empty when the file was merely opened again. */
  leftOpen: Intent[];
  /** The folder may not be written: what is open can be read and nothing more. */
  isCopy: boolean;
  /** Nothing of it was known to this run, or what was had not been checked. */
  isFirst: boolean;
};
/** Reading fails for the disk's reasons alone. */
type ReadResult<T> = { ok: true; value: T } | { ok: false; failure: DiskFailure };
export type Flushed = { ok: true } | { ok: false; failure: DiskFailure };
/** `phase` tells whether the disk may have taken it all the same. */
type Committed = { ok: true } | { ok: false; failure: DiskFailure; phase: 'work' | 'commit' };

type Written = ReturnType<Connection['transaction']>;

export type Store = ReturnType<typeof createStore>;

export function createStore(options: JournalOptions) {
  const { clock, log } = options;
  const memory = createMemory();
  const probe = options.probe ?? (() => undefined);
  const reserve = createReserve(options.folder);
  const searchIndex = createSearchIndexKeeper(journalPathIn(options.folder));
  const healthListeners = createListeners();
  let file: JournalFile | undefined;
  /** Where the folder may not be written, what is open is a copy of the file, to be read. */
  let isCopy = false;
  let wasOpen = false;
  /** Of the file that is open, or was when it had to be closed. */
  let isUnchecked = false;
  let health: Health = { writable: true };
  function setHealth(next: Health): void {
    const isChange = JSON.stringify(next) !== JSON.stringify(health);
    health = next;
    if (!isChange) return;
    if (next.writable) log('info', 'the journal can be written again');
    else log('error', 'the journal cannot be written', { cause: next.cause, reason: next.reason });
    healthListeners.notify();
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

  /** The disk is full, and what is left for exits and cancels is enough, or not. */
  function setFull(failure: DiskFailure, takesExits: boolean): DiskFailure {
    const reason = takesExits ? `${failure.message} ${EXITS_GO}` : failure.message;
    const exits = takesExits && ({ takesExits } as const);
    setHealth({ writable: false, cause: 'full', reason, needsReopen: false, ...exits });
    return { ...failure, message: reason };
  }

  const currentFailure = (): DiskFailure =>
    health.writable
      ? diskFailure('gone', '')
      : { kind: 'disk', cause: health.cause, message: health.reason, isKept: false };

  /** Writes all that is kept, in one transaction. With nothing kept it still proves that the disk takes writes. */
  function flush(through: Through, isForced = false): Flushed {
    if (!file || isCopy || (!health.writable && health.needsReopen && !isForced))
      return { ok: false, failure: currentFailure() };
    if (!file.isInPlace()) return { ok: false, failure: failWith(diskFailure('gone', '')) };
    if (!isForced && reserve.take() === 'full')
      return flushSent(file, through, diskFailure('full', ''));
    const unfit = unfitRows();
    const committed = file[through].transaction((connection) => {
      memory.writeTo(connection, unfit.refuse, () => probe('within-write'));
      if (!health.writable || memory.keptCount() === 0) connection.intents.touch();
    });
    if (!committed.ok) {
      const failure = toDiskFailure(committed.error);
      return failure.cause === 'full' && !isForced
        ? flushSent(file, through, failure)
        : { ok: false, failure: failWith(failure) };
    }
    memory.clearKept();
    searchIndex.settle();
    if (!isForced) setHealth({ writable: true });
    return unfit.keepLine(memory, clock.wall()) ? flush(through, isForced) : { ok: true };
  }

  /** A line that is set aside leaves its order changed without one. */
  function unfitRows() {
    const unfit = createUnfitRows(log);
    const refuse: typeof unfit.refuse = (row, error) => {
      searchIndex.remove();
      unfit.refuse(row, error);
    };
    return { ...unfit, refuse };
  }

  /** On a full disk: what may have reached the broker, in the space that is kept for it. */
  function flushSent(open: JournalFile, through: Through, full: DiskFailure): Flushed {
    let clearSent = () => undefined as void;
    const unfit = unfitRows();
    const written = writeReserved(open, open[through], (connection) => {
      clearSent = memory.writeSent(connection, unfit.refuse);
      connection.intents.touch();
    });
    if (written.ok) {
      clearSent();
      unfit.keepLine(memory, clock.wall());
      setFull(full, true);
      return { ok: true };
    }
    const failure = toDiskFailure(written.error);
    return {
      ok: false,
      failure: failure.cause === 'full' ? setFull(failure, false) : failWith(failure),
    };
  }

  /** Gives up slice by slice until it goes, or until there is nothing left to give up. */
  function writeReserved(
    open: JournalFile,
    connection: Connection,
    work: (connection: Connection) => void,
  ): Written {
    let full: DiskFailure | undefined;
    for (let isCut = true; ;) {
      const committed = connection.transaction(work);
      if (committed.ok && full) setFull(full, true);
      // The log begins anew after each write, so that it does not grow into what is left.
      if (committed.ok && !health.writable) open.relaxed.checkpoint();
      if (committed.ok || causeOf(committed.error) !== 'full' || !isCut) return committed;
      full = toDiskFailure(committed.error);
      isCut = reserve.giveUp();
      open.relaxed.checkpoint();
    }
  }

  /** Something of its own, synced when this returns well. Nothing of it is kept otherwise. */
  function commit(work: (connection: Connection) => void, isExit = false): Committed {
    const isWaiting = memory.keptCount() > 0 || !health.writable;
    const flushed: Flushed = isWaiting ? flush('synced') : { ok: true };
    if (!flushed.ok) return { ...flushed, phase: 'work' };
    if (!health.writable && !isExit) return { ok: false, failure: currentFailure(), phase: 'work' };
    if (!file?.isInPlace())
      return { ok: false, failure: failWith(diskFailure('gone', '')), phase: 'work' };
    const committed = isExit
      ? writeReserved(file, file.synced, work)
      : file.synced.transaction(work);
    if (committed.ok) return committed;
    const { error, phase } = committed;
    const failure = toDiskFailure(error);
    const isFull = failure.cause === 'full';
    return {
      ok: false,
      failure: isFull ? setFull(failure, reserve.hasSome()) : failWith(failure),
      phase,
    };
  }

  /** One new intent with its line. */
  function insert(intent: Intent, line: StoredLine, isExit: boolean): Committed {
    const committed = commit(({ intents }) => {
      intents.insertIntent(intent);
      probe('within-record');
      intents.saveLine(line);
    }, isExit);
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
    if (opened.ok) {
      detach();
      return use(opened.value);
    }
    const failure = notAttached(opened.failure);
    const isReadOnly = failure.kind === 'disk' && failure.cause === 'read-only';
    const copy = isReadOnly && !file ? openCopy(options) : undefined;
    if (!copy) return failed(failure);
    isCopy = true;
    return use(copy);
  }

  function use(opened: OpenedFile): JournalResult<Attached> {
    file = opened.file;
    let leftOpen: Intent[];
    try {
      leftOpen = adopt(file.relaxed, opened.salvage);
    } catch (error) {
      detach();
      return failed(failWith(toDiskFailure(error)));
    }
    const isFirst = !wasOpen || isUnchecked;
    wasOpen = true;
    // Who reads a copy knows no more of the file itself than before.
    if (!isCopy) ({ isUnchecked } = file);
    const { setAside, salvage, addresses } = opened;
    const salvaged = salvage.intents.length;
    return done({ setAside, salvaged, addresses, leftOpen, isCopy, isFirst });
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
      // What this run knows is written anew, without its lines of before.
      searchIndex.remove();
      memory.keepAll(lastSeq);
      for (const intent of saved.intents) if (!isKnown.has(intent)) memory.keep(intent);
    } else {
      memory.renumberAfter(lastSeq);
      // What a transfer was worth when it was first seen, the file knows from before.
      memory.dropSave('transfers');
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

  const isAstray = (): boolean => file !== undefined && !isCopy && !file.isInPlace();

  function keepAstray({ cause, message }: DiskFailure): DiskFailure {
    const reason = `The journal was moved or deleted while in use and is not back in place yet. ${message}`;
    setHealth({ writable: false, cause, reason, needsReopen: true });
    return currentFailure();
  }

  function detach(): void {
    file?.close();
    file = undefined;
    isCopy = false;
  }

  return {
    ...memory,
    searchIndex,
    probe,
    attach,
    detach,
    /** It was moved or deleted under us: what it holds is nowhere else. */
    isAstray,
    /** The newest line, where all are on disk and no order waits for it. */
    linesOnDisk(): number | undefined {
      const isOnItsWay = ({ state }: Intent): boolean => state === 'recorded' || state === 'sent';
      const isCalm = memory.keptCount() === 0 && !memory.held().some(isOnItsWay);
      if (isCalm) searchIndex.settle();
      return isCalm && health.writable && !isUnchecked && searchIndex.isUsable()
        ? memory.lastSeq()
        : undefined;
    },
    /** Whoever opens the file at its place reads the same. */
    isReadBeside: (): boolean => file !== undefined && !isCopy && file.isInPlace(),
    /**
     * Before the file is opened again. A copy is read until then. Answers why it stays open instead: what it holds
     * cannot be written to its place yet, and would be lost with it.
     */
    letGo(): DiskFailure | undefined {
      if (isCopy) return undefined;
      const failure = isAstray() ? file?.copy() : undefined;
      if (failure) return keepAstray(failure);
      detach();
      return undefined;
    },
    currentFailure,
    onHealth: healthListeners.add,
    insert,
    commit,
    flush,
    read,
    find,
    newLine: (intentId: string, line: Line, isRepeat = false): StoredLine =>
      memory.newLine(Math.trunc(clock.wall()), intentId, line, isRepeat),
    health: (): Health => (isUnchecked ? { ...health, isUnchecked } : health),
    setChecked(): void {
      isUnchecked = false;
      healthListeners.notify();
    },
    /** Lets the next write be tried after the file was opened again. */
    retry(): void {
      if (!health.writable) health = { ...health, needsReopen: false };
    },
  };
}
