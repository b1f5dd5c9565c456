// Numbers at main's own door: whatever a page lets through, main reads plain numbers only.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchHead, BatchRow } from '#contract/tokenization.ts';
import { watchFeed } from '#test/desk/support/watch-feed.ts';
import { ask, need } from '#test/e2e/support/desk-call.ts';
import { bookedRequests } from '#test/e2e/support/ledger.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';
import { SOLANA } from '#test/support/mint-values.ts';
import { until } from '#test/support/until.ts';
import { COMMA, REFUSED } from '#test/support/typed-texts.ts';

let shell: RunningShell;
beforeAll(async () => {
  shell = await startWebShell({ folder: temporaryFolder('numbers') });
});
afterAll(async () => {
  await shell.stop();
  rmSync(shell.folder, { recursive: true, force: true });
});

it('a table of mints has decimal commas where that is plain, and no guess where it is not', async () => {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const accountId = account?.accountId ?? '';
  const dryRun = async (csv: string): Promise<BatchRow[]> => {
    const input = { accountId, name: 'commas', csv };
    const { batchId } = await need<BatchHead>(shell, 'batches.dryRun', input);
    const { items, close } = watchFeed(shell, 'batchRows', { accountId, batchId });
    await until(() => items.length > 0, 'the rows are there');
    close();
    return items;
  };
  const to = ['xstocks', 'solana', SOLANA];
  const table = (...quantities: string[]) =>
    [
      'symbol,qty,issuer,network,wallet',
      ...quantities.map((qty) => `AAPL,"${qty}",${to.join(',')}`),
    ].join('\n');
  expect(await dryRun(table('1,5', '1,234', '1.234,5'))).toMatchObject([
    { line: 2, form: { qty: '1.5' } },
    { line: 3, form: { qty: '1.234' } },
    { line: 4, form: { qty: '1234.5' } },
  ]);
  // With points in the other rows it is a slip.
  expect(await dryRun(table('1.5', '2.5', '1,5'))).toMatchObject([
    { form: { qty: '1.5' } },
    { form: { qty: '2.5' } },
    { line: 4, state: 'wrong', issues: [COMMA] },
  ]);
  // By itself it can be meant in two ways, whatever parts the cells.
  for (const doubtful of ['1,234', '1.234'])
    expect(
      await ask(shell, 'batches.dryRun', { accountId, name: 'doubt', csv: table(doubtful) }),
    ).toMatchObject({ ok: false, failure: { kind: 'invalid' } });

  // Without quotes the comma makes one cell more, and every cell after it is another column's.
  const shifted = await dryRun(
    ['symbol,qty,issuer,network,wallet,label', `AAPL,1,5,${to.join(',')}`].join('\n'),
  );
  expect(shifted).toMatchObject([{ line: 2, state: 'wrong' }]);
  expect(shifted[0]?.issues.join(' ')).toContain('decimal comma');
  expect(bookedRequests(shell.folder)).toEqual([]);
});

it('main itself takes plain numbers only', async () => {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const accountId = account?.accountId ?? '';
  const { intentId } = await need<{ intentId: string }>(shell, 'tickets.open', { accountId });
  const draft = { symbol: 'AAPL', side: 'buy', type: 'limit', timeInForce: 'day' };
  const texts = [...REFUSED.map(([typed]) => typed), ' 5', '5 ', '5\n', '$5', '1,234', '.5', '5.'];
  for (const text of texts)
    for (const numbers of [
      { qty: text, limitPrice: '5' },
      { qty: '5', limitPrice: text },
    ])
      for (const name of ['orders.preview', 'orders.submit'])
        expect(
          await ask(shell, name, {
            accountId,
            intentId,
            draft: { ...draft, ...numbers },
            ...(name === 'orders.submit' && { confirmations: [] }),
          }),
          `${name} ${JSON.stringify(numbers)}`,
        ).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
});
