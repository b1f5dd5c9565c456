// What the journal knows without its file: intents that are followed, and everything that the disk has not taken yet.
// What is kept here wins over the disk in every read, and goes out with the next write that works.
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { causeOf } from '#main/journal/failure.ts';
import type { Connection } from '#main/journal/file.ts';
import type { StoredLine } from '#main/journal/intent-rows.ts';
import type { RecordRows } from '#main/journal/record-rows.ts';
import type { Line } from '#main/journal/types.ts';

type Save = (rows: RecordRows) => void;
/** Hears of a row that no disk would take. */
export type Refuse = (row: string, error: unknown) => void;

/** Settled intents that stay in memory, so that late evidence about them does not depend on the disk. */
const MAX_RECENT = 1000;

export function createMemory() {
  /** Unsettled, or with a cancel to carry out: following one never waits for a disk that may not answer. */
  const held = new Map<string, Intent>();
  /** Settled in this run, the newest of them. */
  const recent = new Map<string, Intent>();
  /** Not on disk yet, or newer than what is there. */
  const dirty = new Map<string, Intent>();
  /** Of the dirty ones: their record failed and nothing was sent. */
  const unsent = new Set<string>();
  const lines = new Map<number, StoredLine>();
  const saves = new Map<string, Save>();
  let seq = 0;

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

  return {
    hold,
    keep,
    keepLine: (line: StoredLine) => void lines.set(line.seq, line),
    keepSave: (key: string, save: Save) => void saves.set(key, save),
    find: (intentId: string): Intent | undefined =>
      dirty.get(intentId) ?? held.get(intentId) ?? recent.get(intentId),
    held: () => [...held.values()],
    dirty: () => [...dirty.values()],
    isDirty: (intentId: string): boolean => dirty.has(intentId),
    /** All that is known without a disk. */
    remembered: (): Intent[] => [...new Map([...recent, ...held, ...dirty]).values()],
    allKeptLines: () => [...lines.values()],
    keptLines: (intentId: string) =>
      [...lines.values()].filter((line) => line.intentId === intentId),
    /** The number of the newest line that there is, here or on disk. */
    lastSeq: () => seq,
    /** How much waits for the disk. */
    keptCount: () => dirty.size + lines.size + saves.size,
    dropSave: (key: string) => void saves.delete(key),
    hasSaves: () => saves.size > 0,
    newLine(at: number, intentId: string, line: Line, isRepeat: boolean): StoredLine {
      const { kind, text, status, requestId } = line;
      const answer = {
        ...(status !== undefined && { status }),
        ...(requestId !== undefined && { requestId }),
      };
      return { seq: ++seq, intentId, at, kind, text, ...answer, isRepeat, times: 1, lastAt: at };
    },
    /** Writes all that is kept; `between` is called between the intents and their lines. */
    writeTo({ intents, records }: Connection, refuse: Refuse, between: () => void): void {
      for (const intent of dirty.values())
        writeRow(`intent ${intent.intentId}`, refuse, () =>
          unsent.has(intent.intentId) ? intents.saveUnsent(intent) : intents.saveIntent(intent),
        );
      between();
      for (const line of lines.values())
        writeRow(`line of ${line.intentId}`, refuse, () => intents.saveLine(line));
      for (const [key, save] of saves) writeRow(key, refuse, () => save(records));
    },
    clearKept(): void {
      for (const kept of [dirty, unsent, lines, saves]) kept.clear();
    },
    /** Writes what may have reached the broker, and clears it with the answered function; the rest waits for room. */
    writeSent({ intents }: Connection, refuse: Refuse): () => void {
      const sent = [...dirty.values()].filter(({ intentId }) => !unsent.has(intentId));
      const theirs = [...lines.values()].filter(({ intentId }) => !unsent.has(intentId));
      for (const intent of sent)
        writeRow(`intent ${intent.intentId}`, refuse, () => intents.saveIntent(intent));
      for (const line of theirs)
        writeRow(`line of ${line.intentId}`, refuse, () => intents.saveLine(line));
      return () => {
        for (const { intentId } of sent) dirty.delete(intentId);
        for (const { seq: place } of theirs) lines.delete(place);
      };
    },
    /** A file was opened again: everything of this run is written to it anew. */
    keepAll(lastSeq: number): void {
      seq = Math.max(seq, lastSeq);
      for (const intent of [...held.values(), ...recent.values()])
        if (!dirty.has(intent.intentId)) keep(intent);
    },
    /** Lines of the time without a file were numbered from one. */
    renumberAfter(lastSeq: number): void {
      const early = [...lines.values()];
      lines.clear();
      for (const line of early) lines.set(line.seq + lastSeq, { ...line, seq: line.seq + lastSeq });
      seq += lastSeq;
    },
    forget(intentId: string): void {
      for (const known of [dirty, unsent, held, recent]) known.delete(intentId);
    },
  };
}

/** What is wrong with a row itself condemns the row, and not everything that waits with it. */
function writeRow(row: string, refuse: Refuse, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (causeOf(error) !== undefined) throw error;
    refuse(row, error);
  }
}
