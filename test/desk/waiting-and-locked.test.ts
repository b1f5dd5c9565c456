// A whole desk at a broker that cuts every request to cancel, over a restart; and what is notified behind the lock.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import type { CancelWait } from '#contract/cancel-waits.ts';
import { DEFAULT_ALERTS } from '#main/desk/alerts/alert-store.ts';
import {
  createAccountDesk,
  hostsOf,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { until } from '#test/faults/support/desk.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { limitOrder } from '#test/faults/support/slips.ts';

const PASSPHRASE = 'open sesame';
const notified: Alert[] = [];
/** What main asked, which nobody answers. */
const questions: { title: string; ended: AbortSignal | undefined }[] = [];
let folder: string;
let paper: Paper;
let desk: AccountDesk;
let accountId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-waiting-'));
  paper = await startPaper({ folder, seed: 11 });
  desk = await createAccountDesk({
    notify: (alert) => void notified.push(alert),
    ask: ({ title }, ended) =>
      new Promise((resolve) => {
        questions.push({ title, ended });
        ended?.addEventListener('abort', () => resolve(undefined));
      }),
  });
  const credentials = { keyId: 'waiting', secretKey: 'waiting' };
  await paper.control('POST', '/accounts', credentials);
  ({ accountId } = await desk.must('accounts.connect', {
    label: 'Waiting',
    environment: 'paper',
    hosts: hostsOf(paper),
    credentials,
    ...KEEP,
  }));
  await desk.must('accounts.open', { accountId });
  await untilTrading(desk, accountId);
}, 60_000);
afterAll(async () => {
  await desk?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Far below what F costs. */
async function rest(): Promise<string> {
  const intentId = await desk.openTicket(accountId);
  const placed = await desk.must('orders.submit', {
    accountId,
    intentId,
    draft: limitOrder('F', 'buy', 1, 1),
    confirmations: [],
  });
  expect(placed).toMatchObject({ state: 'accepted' });
  return placed.resultId ?? '';
}

const trayTexts = () =>
  desk.desk.summary().accounts.flatMap(({ openOrders }) => openOrders.map(({ text }) => text));

it('a cancel that cannot leave is told with its age, over a restart, until it is over', async () => {
  const orderId = await rest();
  const match = { method: 'DELETE', path: '/v2/orders/*' };
  await paper.control('POST', '/faults', {
    match,
    act: { kind: 'reset', when: 'before' },
    times: 1_000,
  });
  await desk.call('orders.cancel', { accountId, orderId });
  const waits = desk.watch('cancels', { accountId });
  const last = (): CancelWait | undefined => waits.items().findLast(({ id }) => id === orderId);
  await until('it waits', () => last()?.state === 'waiting');
  const since = last()?.since;
  await until('the tray says so', () =>
    trayTexts().some((text) => text.startsWith('Cancel waiting for the broker, under 1 min: Buy')),
  );
  waits.stop();

  await desk.restart();
  await desk.must('accounts.open', { accountId });
  const again = desk.watch('cancels', { accountId });
  await until('it waits again', () => again.items().length > 0);
  expect(again.items()[0]).toMatchObject({ id: orderId, state: 'waiting' });
  // The journal notes whole milliseconds, a moment before the request is made.
  expect(Math.abs((again.items()[0]?.since ?? 0) - (since ?? 0))).toBeLessThan(1_000);
  await paper.control('DELETE', '/faults');
  await until('it is over', () => again.items().at(-1)?.state === 'over');
  again.stop();
  expect(trayTexts().filter((text) => text.includes('waiting'))).toEqual([]);
});

it('behind the lock a notification says what was chosen, and no more', async () => {
  await untilTrading(desk, accountId);
  const ways = { ...DEFAULT_ALERTS.ways, cancel: 'notify' as const };
  await desk.must('lock.configure', { next: PASSPHRASE, lockAfterMinutes: 0 });
  for (const whileLocked of ['nothing', 'happened', 'all'] as const) {
    await desk.must('alerts.configure', { settings: { ...DEFAULT_ALERTS, ways, whileLocked } });
    const orderId = await rest();
    notified.length = 0;
    const heard = desk.watch('alerts', {});
    await desk.must('lock.now', {});
    await cancelElsewhere(orderId);
    await until('the desk knows that it ended', () => desk.desk.summary().openOrders === 0);
    await desk.must('lock.unlock', { passphrase: PASSPHRASE });
    await until('it is in the list', () =>
      heard.items().some(({ target }) => target.orderId === orderId),
    );
    heard.stop();
    const told = notified.filter(({ target }) => target.orderId === orderId);
    expect([whileLocked, ...told.map(({ title }) => title)]).toEqual(
      {
        nothing: ['nothing'],
        happened: ['happened', 'Ballast'],
        all: ['all', 'Canceled: Buy 1 F'],
      }[whileLocked],
    );
  }
});

it('a question of main goes away with the lock, and its answer is a no', async () => {
  const asked = desk.call('secondPerson.set', {});
  await until('it stands', () => questions.length === 1);
  expect(questions[0]?.ended?.aborted).toBe(false);
  await desk.must('lock.now', {});
  expect(questions[0]?.ended?.aborted).toBe(true);
  expect(JSON.stringify(await asked)).toContain('the desk was locked in the meantime');
  // The page that asked is gone by then: the desk says it when it is open again.
  const { notes } = await desk.must('lock.unlock', { passphrase: PASSPHRASE });
  expect(notes.join()).toContain(`“${questions[0]?.title}” was answered. Nothing was done.`);
});

/** Another program of the same account. */
async function cancelElsewhere(orderId: string): Promise<void> {
  const answer = await fetch(`${paper.hosts.rest}/v2/orders/${orderId}`, {
    method: 'DELETE',
    headers: { 'APCA-API-KEY-ID': 'waiting', 'APCA-API-SECRET-KEY': 'waiting' },
  });
  expect(answer.status).toBe(204);
}
