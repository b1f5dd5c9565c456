// The largest table that the page allows, through the web shell's own door to the journal and back.
import { rmSync } from 'node:fs';
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

let shell: RunningShell;
beforeAll(async () => {
  shell = await startWebShell({ folder: temporaryFolder('mint-tables') });
});
afterAll(async () => {
  await shell.stop();
  rmSync(shell.folder, { recursive: true, force: true });
});

it('ten thousand rows of a UTF-16 file are read and tried', async () => {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const accountId = account?.accountId ?? '';
  const rows = Array.from(
    { length: 10_000 },
    (_, n) => `AAPL;0,0001;xstocks;solana;${SOLANA};a label that is rather long, number ${n}`,
  );
  const text = ['sep=;', 'Ticker;Shares;Issuer;Chain;Wallet;Reference', ...rows].join('\r\n');
  const file = Buffer.from(`\uFEFF${text}`, 'utf16le').toString('base64');
  expect(await need(shell, 'batches.read', { accountId, file })).toMatchObject({
    encoding: 'UTF-16',
    headingLine: 2,
    rows: 10_000,
    decimal: 'comma',
    issues: [],
  });
  const name = 'ten thousand';
  const { batchId } = await need<BatchHead>(shell, 'batches.dryRun', { accountId, name, file });
  const { items, close } = watchFeed(shell, 'batchRows', { accountId, batchId });
  await until(() => items.length >= 10_000, 'all rows are there');
  close();
  expect(items).toHaveLength(10_000);
  expect(items.at(-1)).toMatchObject({ line: 10_002, form: { qty: '0.0001' } });
});
