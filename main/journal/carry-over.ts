// What a damaged journal holds beside its intents and cannot be read again from the broker, or only in part: that the
// daily loss limit was hit, confirmed ways out, grants, what happened, and what is older than the broker is asked for.
// Left where they are: open orders, the account and how far it was read, which the broker tells anew; and batches of
// mints and wallet addresses, because a damaged address would be minted to and nobody would notice.
import type { DatabaseSync } from 'node:sqlite';
import { ARCHIVED_MONTHS } from '#main/journal/archived-months.ts';
import { rowsOf, type Table } from '#main/journal/columns.ts';
import type { Connect } from '#main/journal/types.ts';
import { parseJson } from '#main/tools/json.ts';

type Row = Record<string, unknown>;

const isRecord = ({ record }: Row): boolean => parseJson(String(record)) !== undefined;

/** Which rows of each, and by what they are read in order. */
const TABLES: readonly [table: Table, key: string, isWanted: (row: Row) => boolean][] = [
  ['snapshots', '1', (row) => KEPT_SNAPSHOTS.has(row['name']) && isRecord(row)],
  ['closings', 'rowid', isRecord],
  ['grants', 'rowid', () => true],
  ['events', 'rowid', () => true],
  ['orders', 'rowid', (row) => row['is_open'] === 0 && isRecord(row)],
  ['executions', '1', isRecord],
  ['tokenizations', 'rowid', isRecord],
  ['gaps', '1', () => true],
];
const KEPT_SNAPSHOTS: ReadonlySet<unknown> = new Set([
  'lossHold',
  'transfers',
  'requestMark',
  ARCHIVED_MONTHS,
]);

/** From each end of each table up to the damage. Answers how many rows came over; what cannot be read does not fail it. */
export function carryOver(from: string, to: DatabaseSync, connect: Connect): number {
  let db: DatabaseSync | undefined;
  let carried = 0;
  try {
    db = connect(from, { readOnly: true });
    to.exec('BEGIN IMMEDIATE');
    for (const [table, key, isWanted] of TABLES)
      for (const direction of ['ASC', 'DESC'] as const)
        try {
          for (const row of rowsOf(db, table, direction, key))
            if (isWanted(row)) carried += insert(to, table, row);
        } catch {
          // The rest of it cannot be read from this end.
        }
    to.exec('COMMIT');
  } catch {
    // Not opened, or no room: what the broker has is read again, and the file is kept.
    if (to.isTransaction) to.exec('ROLLBACK');
    return 0;
  } finally {
    db?.close();
  }
  return carried;
}

function insert(to: DatabaseSync, table: Table, row: Row): number {
  const names = Object.keys(row);
  const values = Object.values(row) as (string | number | null)[];
  try {
    const into = `INSERT OR IGNORE INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    return Number(to.prepare(into).run(...values).changes);
  } catch {
    return 0; // a value of the wrong kind: damage
  }
}
