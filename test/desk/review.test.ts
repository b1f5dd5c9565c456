// An order without a review is main's to refuse: a page may not have heard of the choice.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, need, remember } from '#test/e2e/support/desk-call.ts';
import { tradingState } from '#test/e2e/support/desk-trading.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';
import { until } from '#test/support/until.ts';

const DRAFT = { symbol: 'AAPL', side: 'buy', type: 'market', timeInForce: 'day', qty: '1' };

let shell: RunningShell;
beforeAll(async () => {
  shell = await startWebShell({ folder: temporaryFolder('review') });
});
afterAll(async () => {
  await shell.stop();
  rmSync(shell.folder, { recursive: true, force: true });
});

it('main refuses an order that nobody reviewed unless the choice says so', async () => {
  const [account] = await need<{ accountId: string }[]>(shell, 'accounts.list');
  const accountId = account?.accountId ?? '';
  await need(shell, 'accounts.open', { accountId });
  const { intentId } = await need<{ intentId: string }>(shell, 'tickets.open', { accountId });
  // Armed and with a price: nothing else would hold the order back.
  await until(async () => (await tradingState(shell)).isArmed, 'trading is armed');
  await until(async () => {
    const input = { accountId, intentId, draft: DRAFT };
    const { verdicts } = await need<{ verdicts: { level: string }[] }>(
      shell,
      'orders.preview',
      input,
    );
    return verdicts.every(({ level }) => level !== 'block');
  }, 'no guard holds it back');
  const order = { accountId, intentId, draft: DRAFT, confirmations: [], isUnreviewed: true };
  const before = bookedOrders(shell.folder).length;
  expect(await ask(shell, 'orders.submit', order)).toMatchObject({
    ok: false,
    failure: { kind: 'invalid', issues: [{ path: 'review' }] },
  });
  expect(bookedOrders(shell.folder)).toHaveLength(before);
  await remember(shell, 'appearance', { isReviewSkipped: true });
  expect(await ask(shell, 'orders.submit', order)).toMatchObject({
    ok: true,
    value: { state: 'accepted' },
  });
  expect(bookedOrders(shell.folder)).toHaveLength(before + 1);
  // The same id answers what became of it, whatever was chosen since.
  await remember(shell, 'appearance', { isReviewSkipped: false });
  expect(await ask(shell, 'orders.submit', order)).toMatchObject({ ok: true });
});
