// A hundred batches of ten thousand rows each, as a year of days leaves them: what a window is sent of them, through the
// web shell's own door.
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchHead } from '#contract/tokenization.ts';
import { watchFeed } from '#test/desk/support/watch-feed.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';
import { SOLANA } from '#test/support/mint-values.ts';
import { until } from '#test/support/until.ts';

const BATCHES = 100;
const ROWS = 10_000;
const KIB = 1024;

const folder = temporaryFolder('many-batches');
let shell: RunningShell;
let accountId: string;
let first: BatchHead;

beforeAll(async () => {
  shell = await startWebShell({ folder });
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  accountId = account?.accountId ?? '';
  const rows = Array.from(
    { length: ROWS },
    (_, n) =>
      `AAPL,0.${100_000 + n},xstocks,solana,${SOLANA},a label that is rather long: number ${n}`,
  );
  const csv = ['symbol,qty,issuer,network,wallet,label', ...rows].join('\n');
  first = await need<BatchHead>(shell, 'batches.dryRun', { accountId, name: 'batch 0', csv });
  await shell.stop();
  copyBatch();
  shell = await startWebShell({ folder });
}, 300_000);
afterAll(async () => {
  await shell.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Ninety-nine more: most were only tried, some stand, some have ended. */
function copyBatch(): void {
  const place = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('journal.db'),
  );
  const db = new DatabaseSync(join(folder, place ?? ''));
  const [stored] = db.prepare('SELECT created_at, record FROM batches').all();
  const record = JSON.parse(String(stored?.['record'])) as { rows: object[] };
  // The account holds nothing, so that no row of the table can go; these could once.
  const going = record.rows.map((row) => ({ ...row, issues: [], intentId: randomUUID() }));
  const records = {
    dry: { ...record, counts: first.counts },
    done: { ...record, rows: going, counts: { completed: ROWS } },
    paused: { ...record, rows: going, counts: undefined },
  };
  const add = db.prepare('INSERT INTO batches VALUES (?, ?, ?, ?)');
  for (let n = 1; n < BATCHES; n++) {
    const state = n % 50 === 1 ? 'paused' : n % 4 === 0 ? 'done' : 'dry';
    const head = { name: `batch ${n}`, fingerprint: `file ${n}` };
    const named = JSON.stringify({ ...records[state], ...head });
    add.run(randomUUID(), Number(stored?.['created_at']) + n, state, named);
  }
  db.close();
}

it('a window hears of a hundred batches of ten thousand rows in one small message', async () => {
  const heads = watchFeed(shell, 'batches', { accountId });
  await until(() => heads.items.length > 0, 'the batches are told');
  expect(heads.items).toHaveLength(BATCHES);
  expect(heads.sizes[0]).toBeLessThan(100 * KIB);
  expect(new Set(heads.items.map(({ state }) => state))).toEqual(
    new Set(['dry', 'paused', 'done']),
  );
  for (const { counts } of heads.items)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(ROWS);
  heads.close();
});

it('the rows of one come in slices, and of no other', async () => {
  const heads = await need<BatchHead[]>(shell, 'batches.list', { accountId });
  const some = ['dry', 'paused', 'done'].flatMap((state) =>
    heads.filter((head) => head.state === state).slice(0, 2),
  );
  expect(some).toHaveLength(6);
  for (const { batchId } of some) {
    const rows = watchFeed(shell, 'batchRows', { accountId, batchId });
    await until(() => rows.items.length >= ROWS, 'all rows are there');
    expect(rows.items.map(({ line }) => line)).toEqual(
      Array.from({ length: ROWS }, (_, n) => n + 2),
    );
    expect(Math.max(...rows.sizes)).toBeLessThan(1024 * KIB);
    rows.close();
  }
});
