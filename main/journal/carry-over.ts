// What a damaged journal holds beside its intents and cannot be read again from the broker, or only in part: that the
// daily loss limit was hit, confirmed ways out, grants, what happened, and what is older than the broker is asked for.
// Left where they are: open orders, the account and how far it was read, which the broker tells anew; and batches of
// mints, because a damaged address would be minted to and nobody would notice. Of wallets that were approved only those
// come over whose approval was taken back: without that a mint that was completed there would make them known again.
import type { DatabaseSync } from 'node:sqlite';
import { ARCHIVED_MONTHS } from '#main/journal/archived-months.ts';
import { carryAddresses, type CarriedAddresses } from '#main/journal/carry-addresses.ts';
import { rowsOf, type Table } from '#main/journal/columns.ts';
import type { Connect } from '#main/journal/types.ts';
import { isRecord, parseJson } from '#main/tools/json.ts';

type Row = Record<string, unknown>;
type Carried = { rows: number; addresses: CarriedAddresses };

const APPROVALS = 'approvedWallets';

const isJson = ({ record }: Row): boolean => parseJson(String(record)) !== undefined;

/** Which rows of each, and by what they are read in order. */
const TABLES: readonly [table: Table, key: string, isWanted: (row: Row) => boolean][] = [
  ['snapshots', '1', (row) => KEPT_SNAPSHOTS.has(row['name']) && isJson(row)],
  ['closings', 'rowid', isJson],
  ['grants', 'rowid', () => true],
  ['events', 'rowid', () => true],
  ['orders', 'rowid', (row) => row['is_open'] === 0 && isJson(row)],
  ['executions', '1', isJson],
  ['tokenizations', 'rowid', isJson],
  ['gaps', '1', () => true],
];
const KEPT_SNAPSHOTS: ReadonlySet<unknown> = new Set([
  'lossHold',
  'transfers',
  'requestMark',
  APPROVALS,
  ARCHIVED_MONTHS,
]);

/** From each end of each table up to the damage. Answers how many came over; what cannot be read does not fail it. */
export function carryOver(from: string, to: DatabaseSync, connect: Connect): Carried {
  let db: DatabaseSync | undefined;
  let rows = 0;
  let addresses: CarriedAddresses = { kept: 0, found: 0, isCut: true };
  try {
    db = connect(from, { readOnly: true });
    to.exec('BEGIN IMMEDIATE');
    for (const [table, key, isWanted] of TABLES)
      for (const direction of ['ASC', 'DESC'] as const)
        try {
          for (const row of rowsOf(db, table, direction, key))
            if (isWanted(row)) rows += insert(to, table, withoutApprovals(row));
        } catch {
          // The rest of it cannot be read from this end.
        }
    addresses = carryAddresses(db, to);
    to.exec('COMMIT');
  } catch {
    // Not opened, or no room: what the broker has is read again, and the file is kept.
    if (to.isTransaction) to.exec('ROLLBACK');
    return { rows: 0, addresses: { ...addresses, kept: 0 } };
  } finally {
    db?.close();
  }
  return { rows, addresses };
}

/** Instead of a time, zero says that the approval was taken back. */
function withoutApprovals(row: Row): Row {
  if (row['name'] !== APPROVALS) return row;
  const all = parseJson(String(row['record']));
  const takenBack = Object.entries(isRecord(all) ? all : {}).filter(([, at]) => at === 0);
  return { ...row, record: JSON.stringify(Object.fromEntries(takenBack)) };
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
