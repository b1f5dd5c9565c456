import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { MintForm, WalletAddress } from '#contract/tokenization.ts';
import type { StoredBatch, StoredHead } from '#main/journal/batch-rows.ts';
import { createFaultyDisk, createHarness, disk, intentIn, value } from './harness.ts';

const harness = createHarness();

const batch = (batchId: string, more: Partial<StoredBatch> = {}): StoredBatch => ({
  batchId,
  createdAt: 1_000,
  state: 'dry',
  name: 'week 7',
  rows: [
    {
      line: 2,
      form: MintForm.parse({
        underlyingSymbol: 'AAPL',
        qty: '1.5',
        issuer: 'xstocks',
        network: 'ethereum',
        walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        label: '',
      }),
      issues: [],
      intentId: '018f0000-0000-7000-8000-000000000001',
    },
    { line: 3, issues: ['no quantity'], note: 'skipped' },
  ],
  ...more,
});
const address = (name: string) =>
  WalletAddress.parse({ name, network: 'ethereum', address: `0x${name}` });
const idsOf = (batches: StoredHead[]) => batches.map(({ batchId }) => batchId);

describe('a batch of mints', () => {
  it('is found again by the next run with the keys of its rows, newest first', () => {
    const first = harness.open();
    value(first.saveBatch(batch('a')));
    value(first.saveBatch(batch('b', { createdAt: 2_000.7 })));
    value(first.saveBatch(batch('a', { state: 'running' })));
    first.close();
    const next = harness.open();
    const { rows, ...head } = batch('a', { state: 'running' });
    expect(value(next.batches())).toEqual([
      { ...head, batchId: 'b', createdAt: 2_000, state: 'dry' },
      head,
    ]);
    expect(value(next.batchRows('a'))).toEqual(rows);
    expect(value(next.batchKeys('a'))).toMatchObject([{ line: 2, intentId: rows[0]?.intentId }]);
    expect(value(next.batchRows('c'))).toBeUndefined();
  });

  it('whose rows cannot be read is known by its head alone', () => {
    const journal = harness.open();
    value(journal.saveBatch(batch('a')));
    const db = new DatabaseSync(harness.path());
    db.exec(`UPDATE batches SET record = json_set(record, '$.rows', json('["x", {"line": "1"}]'))`);
    db.close();
    expect(idsOf(value(journal.batches()))).toEqual(['a']);
    expect(value(journal.batchRows('a'))).toBeUndefined();
    expect(value(journal.batchKeys('a'))).toEqual([]);
  });

  it('that cannot be read is left out, and the log says so', () => {
    const lines: unknown[] = [];
    const journal = harness.open({ log: (...line) => void lines.push(line) });
    value(journal.saveBatch(batch('a')));
    value(journal.saveBatch(batch('b')));
    value(journal.saveBatch(batch('c')));
    const db = new DatabaseSync(harness.path());
    db.exec(`UPDATE batches SET record = '{' WHERE batch_id = 'b'`);
    db.exec(`UPDATE batches SET state = 'odd' WHERE batch_id = 'c'`);
    db.close();
    expect(idsOf(value(journal.batches()))).toEqual(['a']);
    const line = ['warn', 'a saved batch could not be read'];
    expect(lines).toEqual([line, line]);
  });

  it('that could not be synced is not kept, and is said not to be', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    state.fault = { errcode: 13, at: 'commit' };
    expect(disk(journal.saveBatch(batch('a')))).toMatchObject({ cause: 'full', isKept: false });
    expect(journal.health()).toMatchObject({ writable: false, cause: 'full' });
    // What waited is written before it: the disk takes writes again, or nothing is.
    const waiting = journal.saveGap({ stream: 'orders', from: 1, to: 2 });
    expect(disk(waiting).isKept).toBe(true);
    expect(disk(journal.saveBatch(batch('b'))).cause).toBe('full');
    state.fault = undefined;
    value(journal.saveBatch(batch('c')));
    expect(journal.health()).toEqual({ writable: true });
    expect(idsOf(value(journal.batches()))).toEqual(['c']);
    expect(value(journal.load()).gaps).toHaveLength(1);
  });

  it('is not written into a journal that is not there any more', () => {
    const journal = harness.open();
    intentIn(journal, 'unknown');
    journal.close();
    expect(disk(journal.saveBatch(batch('a')))).toMatchObject({ cause: 'gone', isKept: false });
  });
});

describe('the address book', () => {
  it('is replaced as a whole and keeps its order', () => {
    const first = harness.open();
    value(first.saveAddresses([address('c'), address('a'), address('b')]));
    value(first.saveAddresses([address('b'), address('a')]));
    first.close();
    expect(value(harness.open().addresses()).map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('leaves out what cannot be read', () => {
    const journal = harness.open();
    value(journal.saveAddresses([address('a'), address('b')]));
    const db = new DatabaseSync(harness.path());
    db.exec(`UPDATE addresses SET name = '' WHERE name = 'a'`);
    db.close();
    expect(value(journal.addresses()).map(({ name }) => name)).toEqual(['b']);
  });

  it('leaves out what is not as it was saved, and says so once in each run', () => {
    const journal = harness.open();
    value(journal.saveAddresses([address('a'), address('b'), address('c')]));
    const db = new DatabaseSync(harness.path());
    db.exec(`UPDATE addresses SET address = '0xd' WHERE name = 'a'`);
    db.exec(`UPDATE addresses SET network = 'base', name = 'the\nother' WHERE name = 'c'`);
    db.close();
    for (let time = 0; time < 2; time++) expect(value(journal.addresses())).toEqual([address('b')]);
    const { lines } = value(journal.activity({ kinds: ['desk'], text: '', limit: 9 }));
    expect(lines.map(({ text }) => text)).toEqual([
      'Entries of the address book were damaged and are left out: a, the other. Save them again.',
    ]);
    // What the page was told is saved with what it adds, and nothing damaged comes back with it.
    value(journal.saveAddresses([...value(journal.addresses()), address('e')]));
    journal.close();
    const next = harness.open();
    expect(value(next.addresses())).toEqual([address('b'), address('e')]);
    expect(value(next.activity({ kinds: ['desk'], text: '', limit: 9 })).lines).toHaveLength(1);
  });
});
