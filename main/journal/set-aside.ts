// A damaged journal is renamed, never deleted, and what can still be read of its intents is carried over: losing sight
// of an order that may be at the broker is the one thing a journal must not do.
import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Evidence, Intent } from '#contract/intents.ts';
import { rowsOf } from '#main/journal/columns.ts';
import { toIntent, toLine, type StoredLine } from '#main/journal/intent-rows.ts';
import type { Connect } from '#main/journal/types.ts';

export type Salvage = { intents: Intent[]; lines: StoredLine[] };

/** Answers the new path. The log of changes goes first: it is of no use, and at risk, beside a fresh file. */
export function setAsideFile(path: string, nowMs: number, why = 'damaged'): string {
  const name = `journal.${why}-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
  let target = join(dirname(path), `${name}.db`);
  for (let n = 2; existsSync(target); n++) target = join(dirname(path), `${name}-${n}.db`);
  for (const suffix of ['-wal', '-shm', ''])
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  return target;
}

export function salvage(path: string, accountId: string, connect: Connect): Salvage {
  const intents = new Map<string, Intent>();
  const lines = new Map<number, StoredLine>();
  let db: DatabaseSync | undefined;
  try {
    db = connect(path, { readOnly: true });
    readBothWays(db, 'intents', (row) => {
      const intent = Intent.safeParse(toIntent(withTarget(small(row))));
      if (intent.success && intent.data.accountId === accountId && isSound(intent.data))
        intents.set(intent.data.intentId, intent.data);
    });
    readBothWays(db, 'evidence', (row) => {
      const { seq, isRepeat, times, lastAt, ...evidence } = toLine(small(row));
      const line = Evidence.safeParse(evidence);
      if (!line.success || !Number.isSafeInteger(seq)) return;
      // What was said counts; how often it was, and when last, is guessed where it cannot be read.
      const isCounted = Number.isSafeInteger(times) && times > 0 && Number.isSafeInteger(lastAt);
      const count = isCounted ? { times, lastAt } : { times: 1, lastAt: line.data.at };
      lines.set(seq, { ...line.data, ...count, seq, isRepeat });
    });
  } catch {
    // Not even opened: there is nothing to carry over.
  } finally {
    db?.close();
  }
  return {
    intents: [...intents.values()],
    lines: [...lines.values()].sort((a, b) => a.seq - b.seq),
  };
}

type Row = Parameters<typeof toIntent>[0];

/** Ids are written small: a large letter is damage that can be undone. */
const small = (row: Row): Row => ({ ...row, intent_id: String(row['intent_id']).toLowerCase() });

/** In a file of the first edition what a change aimed at stood where its result stands now, until it was accepted. */
const withTarget = (row: Row): Row =>
  row['kind'] === 'replace' && row['state'] !== 'accepted' && row['target_id'] === null
    ? { ...row, target_id: row['result_id'] ?? null, result_id: null }
    : row;

/** From each end up to the damage. */
function readBothWays(
  db: DatabaseSync,
  table: 'intents' | 'evidence',
  onRow: (row: Row) => void,
): void {
  for (const direction of ['ASC', 'DESC'] as const)
    try {
      for (const row of rowsOf(db, table, direction)) onRow(row);
    } catch {
      // The rest of it cannot be read from this end.
    }
}

function isSound({ state, unanswered }: Intent): boolean {
  const isDone = state === 'recorded' || state === 'refused' || state === 'not-sent';
  return state === 'accepted' || isDone === (unanswered === 0);
}
