// Mints and redeems that somebody else sent: on a whole desk with a real broker, also while the desk is dead.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { marketDraft, openDoorDesk, type DoorDesk } from '#test/desk/support/door-desk.ts';
import { until } from '#test/support/until.ts';

let desk: DoorDesk;
beforeAll(async () => {
  desk = await openDoorDesk();
});
afterAll(() => desk.end());

const alertsOf = (...kinds: Alert['kind'][]): Alert[] =>
  (
    JSON.parse(readFileSync(join(desk.shell.folder, 'alerts.json'), 'utf8')) as { recent: Alert[] }
  ).recent.filter(({ kind }) => kinds.includes(kind));
const alerts = (): Alert[] => alertsOf('elsewhere', 'redeem');
/** It is the polling of requests that tells this: by then it has read the list. */
const untilCompleted = (count: number) =>
  until(
    () =>
      alertsOf('mint').filter(({ title }) => title === 'Mint completed: 1 AAPL').length >= count,
    `${count} mints are told to be completed`,
  );
const lines = async (): Promise<string[]> =>
  (
    await need<{ lines: { text: string }[] }>(desk.shell, 'activity.list', {
      accountId: desk.accountId,
      kinds: ['desk'],
      text: 'elsewhere',
      limit: 50,
    })
  ).lines.map(({ text }) => text);

async function mint(label: string): Promise<void> {
  const { shell, accountId } = desk;
  const { intentId } = await need<{ intentId: string }>(shell, 'tickets.open', { accountId });
  const form = {
    underlyingSymbol: 'AAPL',
    qty: '1',
    issuer: 'xstocks',
    network: 'solana',
    walletAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    label,
  };
  await need(shell, 'mints.submit', { accountId, intentId, form });
}

it('tells each of them once after the desk was dead, and nothing of its own', async () => {
  await desk.place(marketDraft('AAPL', 'buy', '10'));
  await desk.paper.control('PUT', '/tokenization', {
    delayMs: 0,
    redeems: { every: 0, afterMs: 0 },
  });
  await until(
    async () =>
      (await desk.paper.control<{ executions: unknown[] }>('GET', '/ledger')).executions.length > 0,
    'the shares are held',
  );
  await mint('ours');
  await untilCompleted(1);

  const restarted = desk.killAndRestart();
  for (const qty of ['1', '2', '3', '4'])
    await desk.paper.control('POST', '/tokenization/redeem', { underlying_symbol: 'AAPL', qty });
  await desk.paper.control('POST', '/tokenization/mint', { underlying_symbol: 'AAPL', qty: '5' });
  await restarted;
  await until(() => alerts().length >= 5, 'five alerts');
  expect(
    alerts()
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual([
    'Mint from elsewhere: 5 AAPL',
    'Redeem arrived: 1 AAPL',
    'Redeem arrived: 2 AAPL',
    'Redeem arrived: 3 AAPL',
    'Redeem arrived: 4 AAPL',
  ]);
  expect(alerts().every(({ way }) => way === 'notify')).toBe(true);
  expect(await lines()).toHaveLength(5);

  await desk.killAndRestart();
  await mint('again');
  await untilCompleted(2);
  expect([alerts().length, (await lines()).length]).toEqual([5, 5]);
});

it('tells a mint of another program soon after it happened, while the desk runs', async () => {
  await desk.paper.control('POST', '/tokenization/mint', { underlying_symbol: 'AAPL', qty: '0.5' });
  await until(
    () => alerts().some(({ title }) => title === 'Mint from elsewhere: 0.5 AAPL'),
    'the mint is told',
    25_000,
  );
});
