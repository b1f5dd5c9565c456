// What is known, read from the disk with what is kept in memory on top. Where the disk cannot be read, memory alone
// answers as far as it goes; `health` says so.
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { done, type DiskFailure, type JournalResult } from '#main/journal/failure.ts';
import type { StoredLine } from '#main/journal/intent-rows.ts';
import { toEvidenceLine } from '#main/journal/intents.ts';
import type { Store } from '#main/journal/store.ts';
import type { Counts, Cursor, IntentQuery, Journal } from '#main/journal/types.ts';

type Reads = Pick<
  Journal,
  | 'get'
  | 'about'
  | 'list'
  | 'evidence'
  | 'counts'
  | 'unsettled'
  | 'pendingCancels'
  | 'isCancelWritten'
>;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

export function createReads(store: Store): Reads {
  const dirtyIds = () => store.dirty().map(({ intentId }) => intentId);

  return {
    get: store.find,
    about(brokerId) {
      const kept = store.dirty();
      const isMine = ({ targetId, resultId }: Intent): boolean =>
        targetId === brokerId || resultId === brokerId;
      const mine = kept.filter(isMine);
      const isKept = new Set(kept.map(({ intentId }) => intentId));
      const onDisk = store.read(({ intents }) =>
        intents.about(brokerId).filter(({ intentId }) => !isKept.has(intentId)),
      );
      // A cancel must find the intent of its order on a disk that cannot be read, too.
      const here = onDisk.ok ? mine : store.remembered().filter(isMine);
      return orMemory(onDisk, here, (rows) => [...rows, ...here].sort(newestFirst));
    },
    list(query = {}) {
      const limit = Math.min(Math.max(1, Math.trunc(query.limit ?? DEFAULT_LIMIT)), MAX_LIMIT);
      const kept = store.dirty().filter((intent) => isMatch(intent, query));
      const onDisk = store.read(({ intents }) => intents.list(query, limit + 1, dirtyIds()));
      const merged = orMemory(onDisk, kept, (rows) => [...rows, ...kept].sort(newestFirst));
      if (!merged.ok) return merged;
      const intents = merged.value.slice(0, limit);
      const last = intents.at(-1);
      const next = merged.value.length > limit && last ? cursorOf(last) : undefined;
      return done({ intents, next });
    },
    evidence(intentId) {
      const lines = storedLines(store, intentId);
      return lines.ok ? done(lines.value.lines.map(toEvidenceLine)) : lines;
    },
    counts() {
      const onDisk = store.read(({ intents }) => intents.counts(dirtyIds()));
      if (!onDisk.ok) return onDisk;
      const counts = noCounts();
      for (const { state, count } of onDisk.value) counts[state] += count;
      for (const { state } of store.dirty()) counts[state]++;
      return done(counts);
    },
    unsettled: () => store.held().filter(isUnsettled).sort(oldestFirst),
    pendingCancels: () =>
      store
        .held()
        .filter((intent) => intent.cancelWhenFound)
        .filter((intent) => isUnsettled(intent) || intent.state === 'accepted')
        .sort(oldestFirst),
    isCancelWritten(intentId) {
      const found = store.isDirty(intentId)
        ? store.read(({ intents }) => intents.get(intentId))
        : store.find(intentId);
      return found.ok && found.value?.cancelWhenFound === true;
    },
  };
}

/** `unread`: the disk could not be read, and these are the lines in memory alone. */
type StoredLines = { lines: StoredLine[]; unread?: DiskFailure };

/** Of the journal alone. */
export function storedLines(store: Store, intentId: string): JournalResult<StoredLines> {
  const kept = store.keptLines(intentId);
  const isKept = new Set(kept.map(({ seq }) => seq));
  const onDisk = store.read(({ intents }) =>
    intents.lines(intentId).filter(({ seq }) => !isKept.has(seq)),
  );
  const found = orMemory(onDisk, kept, (rows) => [...rows, ...kept].sort((a, b) => a.seq - b.seq));
  if (!found.ok) return found;
  return done({ lines: found.value, ...(!onDisk.ok && { unread: onDisk.failure }) });
}

function orMemory<T>(
  onDisk: JournalResult<T[]>,
  kept: T[],
  merge: (rows: T[]) => T[],
): JournalResult<T[]> {
  if (onDisk.ok) return done(merge(onDisk.value));
  return kept.length > 0 ? done(merge([])) : onDisk;
}

const cursorOf = ({ confirmedAt, intentId }: Intent): Cursor => ({ confirmedAt, intentId });

const oldestFirst = (a: Cursor, b: Cursor): number =>
  a.confirmedAt - b.confirmedAt || (a.intentId < b.intentId ? -1 : 1);
const newestFirst = (a: Cursor, b: Cursor): number => oldestFirst(b, a);

function isMatch(intent: Intent, query: IntentQuery): boolean {
  const { states, kinds, symbol, from, to, changedFrom, before } = query;
  return (
    (states === undefined || states.includes(intent.state)) &&
    (kinds === undefined || kinds.includes(intent.kind)) &&
    (symbol === undefined || symbol === intent.symbol) &&
    (from === undefined || intent.confirmedAt >= from) &&
    (to === undefined || intent.confirmedAt < to) &&
    (changedFrom === undefined || intent.changedAt >= changedFrom) &&
    (before === undefined || newestFirst(before, intent) < 0)
  );
}

const noCounts = (): Counts => ({
  recorded: 0,
  sent: 0,
  accepted: 0,
  refused: 0,
  'not-sent': 0,
  unknown: 0,
  'set-aside': 0,
});
