// No account goes unwatched in silence: what could not be opened says so, and is opened as soon as its key can be had.
import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openJournal } from '#main/journal/journal.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import { anOrder } from '#test/unit/desk/alerts/world.ts';
import { setUp, settle } from './harness.ts';

const LOCKED = { kind: 'not-allowed', message: 'The keychain is locked.' } as const;

/** The start after one in which these were connected. */
async function nextStart(...labels: string[]) {
  const first = setUp();
  const ids: string[] = [];
  for (const [index, label] of labels.entries()) {
    first.answerWith(`PA000000000${index}`);
    ids.push((await first.connect({ label })).accountId);
  }
  const second = setUp({ stored: first.file() });
  for (const [name, kept] of first.keys.kept) second.keys.kept.set(name, kept);
  const of = (accountId: string | undefined) =>
    second.accounts.list().find((one) => one.accountId === accountId);
  return { ...second, ids, of };
}

it('opens every account at the start, out of sight, and keeps it open', async () => {
  const { accounts, opened, ids, time } = await nextStart('One', 'Two', 'Three');
  accounts.start();
  for (const _each of ids) await settle();
  time.advance(3_600_000);
  expect(opened.map(({ accountId }) => accountId).toSorted()).toEqual(ids.toSorted());
  expect(
    opened.every(({ isStarted, isStopped, isInSight }) => isStarted && !isStopped && !isInSight),
  ).toBe(true);
  accounts.stop();
});

it('asks a locked keychain once for all, says so of each, and opens them when it is unlocked', async () => {
  const { accounts, keys, ids, of, time, opened } = await nextStart('One', 'Two');
  keys.failWith(LOCKED);
  accounts.start();
  await settle();
  const reads = () => keys.log.filter((line) => line.startsWith('read')).length;
  expect(reads()).toBe(1);
  for (const id of ids)
    expect(of(id)?.unwatched).toMatchObject({
      why: 'The keychain is locked.',
      remedy: 'unlock-keychain',
    });
  for (let minute = 0; minute < 20; minute++) {
    time.advance(5_000);
    await settle();
  }
  expect([reads(), opened.length]).toEqual([1, 0]);
  // Unlocked elsewhere: nobody tells the desk, and it opens them by itself.
  keys.failWith(undefined);
  time.advance(5_000);
  await settle();
  expect(opened).toHaveLength(2);
  expect(ids.map((id) => of(id)?.unwatched)).toEqual([undefined, undefined]);
  accounts.stop();
});

it('says that the keychain waits while its question stands', async () => {
  const { accounts, keys, ids, of } = await nextStart('One', 'Two');
  const question = keys.wait();
  accounts.start();
  await settle();
  for (const id of ids) expect(of(id)?.unwatched).toBeDefined();
  expect(of(ids[0])?.unwatched).toEqual({
    why: expect.stringContaining('keychain is waiting') as string,
  });
  question.answer();
  await settle();
  expect(ids.map((id) => of(id)?.unwatched)).toEqual([undefined, undefined]);
  accounts.stop();
});

it('has what its journal knows of it, with its age', async () => {
  const { accounts, keys, ids, of, dataFolder, time } = await nextStart('One');
  const [accountId = ''] = ids;
  const folder = folderOfAccount(dataFolder, accountId);
  mkdirSync(folder, { recursive: true });
  const journal = openJournal({ folder, accountId, clock: time.clock, log: () => undefined });
  if (!journal.ok) throw new Error('no journal');
  const heardAt = time.clock.wall();
  journal.value.journal.saveOrders([anOrder({}), anOrder({ id: 'over', status: 'canceled' })]);
  journal.value.journal.close();
  time.advance(60_000);
  keys.failWith(LOCKED);
  accounts.start();
  await settle();
  expect(of(accountId)?.unwatched?.known).toEqual({
    openOrders: 1,
    unconfirmed: 0,
    positions: 0,
    lines: ['Buy 10 AAPL, working'],
    at: heardAt,
  });
  accounts.stop();
});

it('names what mends it: a key that is gone is entered', async () => {
  const { accounts, keys, ids, of } = await nextStart('One');
  keys.kept.clear();
  accounts.start();
  await settle();
  expect(of(ids[0])?.unwatched).toMatchObject({ remedy: 'enter-key' });
  accounts.stop();
});

it('an account whose order stream stays away is not watched, until it is heard', async () => {
  const { accounts, ids, of, opened, time } = await nextStart('One');
  accounts.start();
  await settle();
  const since = time.clock.wall();
  const put = (phase: 'reconnecting' | 'live') =>
    opened[0]?.book.putStream({ stream: 'orders', phase, since, message: 'no answer' });
  put('reconnecting');
  time.advance(9_999);
  expect(of(ids[0])?.unwatched).toBeUndefined();
  time.advance(1);
  expect(of(ids[0])?.unwatched).toMatchObject({
    why: 'Its order stream is down: no answer.',
    remedy: 'try-again',
  });
  put('live');
  expect(of(ids[0])?.unwatched).toBeUndefined();
  accounts.stop();
});

it('says nothing of accounts that stand in line behind one whose key is being read', async () => {
  const { accounts, keys, ids, of } = await nextStart('One', 'Two', 'Three');
  const said = new Set<string>();
  accounts.onChange(() => {
    for (const id of ids) if (of(id)?.unwatched) said.add(of(id)?.label ?? '');
  });
  const { read } = keys;
  const turns: (() => void)[] = [];
  keys.read = async (...asked) => {
    await new Promise<void>((resolve) => turns.push(resolve));
    return read(...asked);
  };
  accounts.start();
  for (let turn = 0; turn < ids.length; turn++) {
    await settle();
    for (const id of ids) if (of(id)?.unwatched) said.add(of(id)?.label ?? '');
    turns[turn]?.();
  }
  await settle();
  expect([...said]).toEqual([]);
  expect(ids.map((id) => of(id)?.isOpen)).toEqual([true, true, true]);
  accounts.stop();
});

it('looks again at an account that could not be opened, however it came to be closed', async () => {
  const { accounts, building, keys, units, ids, of, opened, time } = await nextStart('One');
  const [accountId = ''] = ids;
  accounts.start();
  await settle();
  const unit = opened.at(-1);
  // Its journal could be read late, and just then it cannot be opened, and the keychain is locked.
  keys.failWith(LOCKED);
  building.failure = { kind: 'not-allowed', message: 'The disk is away.' };
  unit?.cancels.push({ orderId: 'a leg', since: 7 });
  unit?.readLate();
  time.advance(500);
  await settle();
  expect([units.isOpen(accountId), of(accountId)?.unwatched?.why]).toEqual([
    false,
    'The disk is away.',
  ]);
  building.failure = undefined;
  time.advance(5_000);
  await settle();
  expect(of(accountId)).toMatchObject({ isOpen: true });
  // With the key and the cancels that the unit before had.
  expect(opened.at(-1)?.cancels).toEqual([{ orderId: 'a leg', since: 7 }]);
  accounts.stop();
});

it('looks again at an account whose key was about to be removed and could not be', async () => {
  const { accounts, keys, call, ids, of, time } = await nextStart('One');
  const [accountId = ''] = ids;
  keys.failWith(LOCKED);
  accounts.start();
  await settle();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { remove } = keys;
  keys.remove = async (...asked) => promise.then(() => remove(...asked));
  const removed = call('keys.remove', { accountId });
  await settle();
  time.advance(5_000);
  await settle();
  resolve();
  expect(await removed).toMatchObject({ ok: false });
  keys.failWith(undefined);
  time.advance(5_000);
  await settle();
  expect(of(accountId)).toMatchObject({ isOpen: true });
  accounts.stop();
});

it('counts the unconfirmed orders of one whose order stream is away', async () => {
  const { accounts, ids, of, opened, time } = await nextStart('One');
  accounts.start();
  await settle();
  const [unit] = opened;
  if (unit) unit.isAtWork = true;
  unit?.book.putStream({ stream: 'orders', phase: 'reconnecting', since: time.clock.wall() });
  time.advance(10_000);
  expect(of(ids[0])?.unwatched?.known).toMatchObject({ unconfirmed: 1 });
  accounts.stop();
});

it('opens with a key that was entered while the keychain still waits for the one of before', async () => {
  const { accounts, keys, must, answerWith, ids, of, opened } = await nextStart('One');
  const [accountId = ''] = ids;
  answerWith('PA0000000000');
  keys.wait();
  accounts.start();
  await settle();
  expect(of(accountId)?.unwatched).toBeDefined();
  const credentials = { token: 'a-new-token' };
  await must('accounts.rotate', {
    accountId,
    credentials,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  });
  await settle();
  expect(of(accountId)).toMatchObject({ isOpen: true });
  expect(of(accountId)).not.toHaveProperty('problem');
  expect(opened.map((unit) => unit.credentials)).toEqual([credentials]);
  // The keychain goes on asking, which is nothing to this account any more.
  keys.announce();
  expect(of(accountId)).not.toHaveProperty('problem');
  accounts.stop();
});

it('does not say of a key elsewhere that the keychain waits', async () => {
  const { accounts, keys, profiles, units, ids, of } = await nextStart('One');
  const [accountId = ''] = ids;
  profiles.change(accountId, { keyHome: 'sealed-file' });
  keys.wait();
  accounts.start();
  await settle();
  keys.announce();
  expect(units.isOpening(accountId)).toBe(true);
  expect(of(accountId)).not.toHaveProperty('problem');
  accounts.stop();
});
