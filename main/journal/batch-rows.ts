// Batches of mints as rows of one connection. A batch holds the keys of its rows; what became of
// each row is its intent's state and is never stored twice.
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { DecimalMark, TableColumn } from '#contract/mint-table.ts';
import { BatchCounts, MintForm, SaidCells } from '#contract/tokenization.ts';
import { isRecord, parseJson } from '#main/tools/json.ts';

const StoredBatchRow = z.object({
  line: z.number().int(),
  form: MintForm.optional(),
  said: SaidCells.optional(),
  issues: z.array(z.string()),
  note: z.string().optional(),
  intentId: z.uuid().optional(),
  /** Keys of the mints that it repeats and that the person said to be meant. */
  meant: z.array(z.string()).optional(),
});
export type StoredBatchRow = z.infer<typeof StoredBatchRow>;
export type RowKey = { line: number; intentId: string };

const HeadRecord = z.object({
  name: z.string(),
  /** SHA-256 of its text, however it was saved and its lines end. */
  fingerprint: z.string().optional(),
  decimal: z.literal('comma').optional(),
  /** What the person chose for its headings and numbers. */
  chosen: z
    .object({ headings: z.record(z.string(), TableColumn), decimal: DecimalMark.optional() })
    .optional(),
  /** Once its rows stay as they are: of one that was only tried, and of one that has ended. */
  counts: BatchCounts.optional(),
});
const BatchState = z.enum(['dry', 'running', 'paused', 'done', 'discarded']);

/** Ten thousand rows are megabytes: a batch is known by this, and its rows are read when they are needed. */
export type StoredHead = z.infer<typeof HeadRecord> & {
  batchId: string;
  createdAt: number;
  state: z.infer<typeof BatchState>;
};
export type StoredBatch = StoredHead & { rows: StoredBatchRow[] };

export type BatchRows = {
  save(batch: StoredBatch): void;
  /** `skip` hears of batches that cannot be read as what they should be. */
  heads(limit: number, skip: () => void): StoredHead[];
  rowsOf(batchId: string): StoredBatchRow[] | undefined;
  /** Rows that have a key: as quick as can be, because nothing else of them is checked. */
  keysOf(batchId: string): RowKey[];
};

export function createBatchRows(db: DatabaseSync): BatchRows {
  const save = db.prepare(
    `INSERT INTO batches (batch_id, created_at, state, record) VALUES (?, ?, ?, ?) ON CONFLICT (batch_id)
     DO UPDATE SET state = excluded.state, record = excluded.record`,
  );
  // What is not over is never left out, however old it is.
  const newest = 'ORDER BY created_at DESC, batch_id DESC';
  const heads = db.prepare(
    `SELECT batch_id, created_at, state, CASE WHEN json_valid(record) THEN json_remove(record, '$.rows') END AS head
       FROM batches WHERE state IN ('running', 'paused')
       OR batch_id IN (SELECT batch_id FROM batches ${newest} LIMIT ?) ${newest}`,
  );
  const recordOf = db.prepare('SELECT record FROM batches WHERE batch_id = ?');

  function readRows(batchId: string): unknown[] | undefined {
    const record = parseJson(String(recordOf.get(batchId)?.['record']));
    return isRecord(record) && Array.isArray(record['rows']) ? record['rows'] : undefined;
  }

  return {
    save({ batchId, createdAt, state, ...record }) {
      save.run(batchId, Math.trunc(createdAt), state, JSON.stringify(record));
    },
    heads: (limit, skip) =>
      heads.all(limit).flatMap((row) => {
        const record = HeadRecord.safeParse(parseJson(String(row['head'])));
        const state = BatchState.safeParse(row['state']);
        if (!record.success || !state.success) {
          skip();
          return [];
        }
        const batchId = String(row['batch_id']);
        return [
          { ...record.data, batchId, createdAt: Number(row['created_at']), state: state.data },
        ];
      }),
    rowsOf(batchId) {
      const rows = z.array(StoredBatchRow).safeParse(readRows(batchId));
      return rows.success ? rows.data : undefined;
    },
    keysOf: (batchId) =>
      (readRows(batchId) ?? []).filter(
        (row): row is RowKey =>
          isRecord(row) && typeof row['line'] === 'number' && typeof row['intentId'] === 'string',
      ),
  };
}
