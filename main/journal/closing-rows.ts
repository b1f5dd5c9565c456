// The ways out that were confirmed, as rows of one connection: what was confirmed, and the ids of its exits. What became
// of an exit is its intent's state and is never stored twice.
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Closing, ClosingSymbol } from '#contract/closings.ts';
import { Decimal } from '#contract/decimal.ts';
import { parseJson } from '#main/tools/json.ts';

const StoredSymbol = ClosingSymbol.extend({
  /** The orders that it set out to cancel. Those that were placed elsewhere are in no other record. */
  cancels: z.array(z.string()),
  /** Of a part that is closed: how much is to be held after it, as it was judged before its first exit. */
  stays: Decimal.optional(),
});
export type StoredSymbol = z.infer<typeof StoredSymbol>;

const StoredClosing = Closing.extend({ symbols: z.array(StoredSymbol) });
export type StoredClosing = z.infer<typeof StoredClosing>;

export type ClosingRows = {
  save(closing: StoredClosing): void;
  /** Those that did not end, oldest first. `skip` hears of rows that cannot be read as what they should be. */
  open(skip: () => void): StoredClosing[];
};

export function createClosingRows(db: DatabaseSync): ClosingRows {
  const save = db.prepare(
    `INSERT INTO closings (closing_id, confirmed_at, is_open, record) VALUES (?, ?, ?, ?) ON CONFLICT (closing_id)
     DO UPDATE SET is_open = excluded.is_open, record = excluded.record`,
  );
  const open = db.prepare('SELECT record FROM closings WHERE is_open = 1 ORDER BY confirmed_at');
  return {
    save(closing) {
      const { closingId, confirmedAt, state } = closing;
      const record = JSON.stringify(closing);
      save.run(closingId, Math.trunc(confirmedAt), Number(state !== 'ended'), record);
    },
    open: (skip) =>
      open.all().flatMap((row) => {
        const closing = StoredClosing.safeParse(parseJson(String(row['record'])));
        if (!closing.success) skip();
        return closing.success ? [closing.data] : [];
      }),
  };
}
