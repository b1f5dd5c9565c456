// A desk whose folder or files cannot be used, asked over its bridge: it starts, shows what there is, and says what is
// wrong and where.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Intent } from '#contract/intents.ts';
import { ask, need } from '#test/e2e/support/desk-call.ts';
import { tradingState } from '#test/e2e/support/desk-trading.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';
import { fillUp, mountSmall } from '#test/support/small-mount.ts';
import { until } from '#test/support/until.ts';

let folder: string;
let shell: RunningShell | undefined;
beforeEach(() => {
  folder = temporaryFolder('broken-disk');
});
afterEach(async () => {
  await shell?.stop();
  shell = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(data = folder): Promise<RunningShell> {
  shell = await startWebShell({ folder: data });
  return shell;
}

async function stop(running: RunningShell): Promise<void> {
  await running.stop();
  shell = undefined;
}

async function practiceOf(running: RunningShell): Promise<AccountProfile> {
  const [profile] = await need<AccountProfile[]>(running, 'accounts.list');
  if (!profile) throw new Error('there is no account');
  return profile;
}

/** The same order twice within ten seconds is one that a guard holds back. */
async function place(running: RunningShell, accountId: string, qty = '1'): Promise<Intent> {
  const { intentId } = await need<{ intentId: string }>(running, 'tickets.open', { accountId });
  const draft = {
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    qty,
    limitPrice: '1',
  };
  const order = { accountId, intentId, draft, confirmations: ['stream-down'] };
  return need<Intent>(running, 'orders.submit', order);
}

it('a data folder that may not be written opens, shows everything, places nothing and leaves nothing behind', async (context) => {
  const disk = mountSmall(context, 16_384);
  const first = await start(disk.folder);
  const { accountId } = await practiceOf(first);
  await until(async () => (await tradingState(first)).isArmed, 'orders are taken');
  const placed = await place(first, accountId);
  await stop(first);
  disk.setReadOnly(true);
  const temporary = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('ballast-temporary-'));
  const before = temporary();

  const second = await start(disk.folder);
  expect(await practiceOf(second)).toMatchObject({ accountId, isOpen: true });
  const { lines } = await need<{ lines: { text: string }[] }>(second, 'activity.list', {
    accountId,
    kinds: [],
    text: '',
    limit: 100,
  });
  expect(JSON.stringify(lines)).toContain(placed.title);
  const { isArmed, why } = await tradingState(second);
  expect([isArmed, why]).toEqual([
    false,
    expect.stringMatching(/^The journal is not writable here\..*Then restart Ballast\.$/),
  ]);
  const refused = await place(second, accountId);
  expect(refused).toMatchObject({ state: 'not-sent' });
  await stop(second);
  expect(temporary()).toEqual(before);

  disk.setReadOnly(false);
  const third = await start(disk.folder);
  await until(async () => (await tradingState(third)).isArmed, 'orders are taken again');
  expect((await place(third, accountId, '2')).state).not.toBe('not-sent');
});

it('a desk starts on a full disk, keeps what it had, and says what is not saved', async (context) => {
  const disk = mountSmall(context, 16_384);
  const first = await start(disk.folder);
  const { accountId } = await practiceOf(first);
  await stop(first);
  const settings = readFileSync(join(disk.folder, 'settings.json'), 'utf8');
  const filler = fillUp(disk.folder);

  const second = await start(disk.folder);
  expect((await practiceOf(second)).accountId).toBe(accountId);
  const { guards } = await guardsOf(second);
  const told = await ask(second, 'guards.set', guards);
  expect(told).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/^The disk is full\. This was not saved/) as string },
  });
  expect(readFileSync(join(disk.folder, 'settings.json'), 'utf8')).toBe(settings);
  expect(await ask(second, 'trading.stop')).toMatchObject({ ok: true });
  rmSync(filler);
  expect(await ask(second, 'guards.set', guards)).toMatchObject({ ok: true });
  await until(
    async () => (await practiceOf(second)).isOpen,
    'the practice account opens by itself',
  );
  await stop(second);
  expect(JSON.parse(readFileSync(join(disk.folder, 'settings.json'), 'utf8'))).toMatchObject({
    settings: { profiles: [{ accountId }] },
  });
});

async function guardsOf(running: RunningShell) {
  const { value, version } = await need<{ value: object; version: string }>(running, 'guards.get');
  return { guards: { guards: value, from: version } };
}

it.each([
  ['damaged', (path: string) => writeFileSync(path, 'garbage '.repeat(2_000))],
  [
    'of a newer version',
    (path: string) => {
      const db = new DatabaseSync(path);
      db.exec('PRAGMA user_version = 99');
      db.close();
    },
  ],
])('a practice ledger that is %s is named, and the desk is there', async (_what, spoil) => {
  await stop(await start());
  const path = join(folder, 'embedded', 'paper.db');
  for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true });
  spoil(path);
  const running = await start();
  const { isOpen, problem, accountId } = await practiceOf(running);
  expect([isOpen, problem]).toEqual([
    false,
    expect.stringMatching(
      /^The practice account did not open: The ledger .*paper\.db (cannot be used|was written by a newer version)/,
    ),
  ]);
  expect(problem).toContain(path);
  expect(await ask(running, 'accounts.open', { accountId })).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining(path) as string },
  });
});

it('a start with too few files ends with a sentence', () => {
  const command = `ulimit -n 64; exec '${process.execPath}' main/shell/start.ts --shell web --no-open --port 0 --data '${folder}'`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    'Ballast can open only 64 files here and needs 256. Raise the limit (ulimit -n 1024) and restart it.\n',
  ]);
});
