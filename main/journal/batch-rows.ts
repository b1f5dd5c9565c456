// Batches of mints and the address book as rows of one connection. A batch holds the keys of its rows; what became of
// each row is its intent's state and is never stored twice.
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { DecimalMark, TableColumn } from '#contract/mint-table.ts';
import { MintForm, SaidCells, WalletAddress } from '#contract/tokenization.ts';
import { parseJson } from '#main/tools/json.ts';

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

const BatchRecord = z.object({
  name: z.string(),
  rows: z.array(StoredBatchRow),
  /** SHA-256 of its text, however it was saved and its lines end. */
  fingerprint: z.string().optional(),
  /** What the person chose for its headings and numbers. */
  chosen: z
    .object({ headings: z.record(z.string(), TableColumn), decimal: DecimalMark.optional() })
    .optional(),
});
const BatchState = z.enum(['dry', 'running', 'paused', 'done']);

export type StoredBatch = z.infer<typeof BatchRecord> & {
  batchId: string;
  createdAt: number;
  state: z.infer<typeof BatchState>;
};

export type BatchRows = {
  save(batch: StoredBatch): void;
  /** `skip` hears of rows that cannot be read as what they should be. */
  list(limit: number, skip: () => void): StoredBatch[];
  saveAddresses(addresses: readonly WalletAddress[]): void;
  addresses(): WalletAddress[];
};

export function createBatchRows(db: DatabaseSync): BatchRows {
  const save = db.prepare(
    `INSERT INTO batches (batch_id, created_at, state, record) VALUES (?, ?, ?, ?) ON CONFLICT (batch_id)
     DO UPDATE SET state = excluded.state, record = excluded.record`,
  );
  // What is not over is never left out, however old it is.
  const newest = 'ORDER BY created_at DESC, batch_id DESC';
  const list = db.prepare(
    `SELECT * FROM batches WHERE state IN ('running', 'paused')
       OR batch_id IN (SELECT batch_id FROM batches ${newest} LIMIT ?) ${newest}`,
  );
  const clearAddresses = db.prepare('DELETE FROM addresses');
  const addAddress = db.prepare('INSERT INTO addresses VALUES (?, ?, ?, ?)');
  const addresses = db.prepare('SELECT name, network, address FROM addresses ORDER BY place');

  return {
    save({ batchId, createdAt, state, ...record }) {
      save.run(batchId, Math.trunc(createdAt), state, JSON.stringify(record));
    },
    list: (limit, skip) =>
      list.all(limit).flatMap((row) => {
        const record = BatchRecord.safeParse(parseJson(String(row['record'])));
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
    saveAddresses(all) {
      clearAddresses.run();
      all.forEach(({ name, network, address }, place) =>
        addAddress.run(place, name, network, address),
      );
    },
    addresses: () =>
      addresses.all().flatMap((row) => {
        const address = WalletAddress.safeParse(row);
        return address.success ? [address.data] : [];
      }),
  };
}
