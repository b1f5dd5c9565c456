import { describe, expect, it } from 'vitest';
import { REST_MS } from '#main/desk/accounts/units.ts';
import { KEY, setUp, settle } from './harness.ts';

async function opened() {
  const all = setUp();
  const { accountId } = await all.connect();
  await all.must('accounts.open', { accountId });
  const [unit] = all.opened;
  if (!unit) throw new Error('nothing was opened');
  return { ...all, accountId, unit };
}

describe('a unit', () => {
  it('is opened once, however many ask at once', async () => {
    const { connect, call, opened: units } = setUp();
    const { accountId } = await connect();
    await Promise.all([1, 2, 3].map(() => call('accounts.open', { accountId })));
    expect(units).toHaveLength(1);
    expect(units[0]?.isStarted).toBe(true);
  });

  it('is in sight while a window watches it and some seconds longer, and stays open without one', async () => {
    const { units, accountId, unit, time } = await opened();
    const release = units.hold(accountId);
    const second = units.hold(accountId);
    time.advance(10 * REST_MS);
    release();
    release();
    time.advance(10 * REST_MS);
    expect(unit.isInSight).toBe(true);
    second();
    time.advance(REST_MS - 1);
    expect(unit.isInSight).toBe(true);
    time.advance(1);
    expect([unit.isInSight, unit.isStopped, units.isOpen(accountId)]).toEqual([false, false, true]);
    units.hold(accountId);
    expect(unit.isInSight).toBe(true);
  });

  it('that nobody looked at yet is out of sight', async () => {
    const { connect, units, opened: all } = setUp();
    const { accountId } = await connect();
    await units.open(accountId);
    expect(all[0]).toMatchObject({ isStarted: true, isInSight: false });
  });

  it('stays in sight while something of it may be sent by itself', async () => {
    const { unit, time } = await opened();
    unit.isAtWork = true;
    time.advance(100 * REST_MS);
    expect(unit.isInSight).toBe(true);
    unit.isAtWork = false;
    time.advance(REST_MS);
    expect(unit.isInSight).toBe(false);
  });

  it('is opened anew, by itself, when its journal can be read after all', async () => {
    const { units, accountId, unit, time, opened: all } = await opened();
    const closed: string[] = [];
    units.onClose((id) => closed.push(id));
    unit.readLate();
    expect([unit.isStopped, units.isOpen(accountId), closed]).toEqual([true, false, [accountId]]);
    time.advance(500);
    await settle();
    expect(units.isOpen(accountId)).toBe(true);
    expect(all.map(({ isStarted, isStopped }) => [isStarted, isStopped])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('is opened anew with the key and the cancels of the one before, whatever the keychain says', async () => {
    const { units, accountId, unit, time, keys, opened: all } = await opened();
    keys.failWith({ kind: 'offline', message: 'no keychain answers' });
    unit.cancels = [{ orderId: 'a leg', since: 7 }];
    unit.readLate();
    const replaced = { ...KEY, keyId: 'PKANOTHERKEY00000001' };
    units.useCredentials(accountId, replaced);
    time.advance(500);
    await settle();
    expect(all[1]).toMatchObject({
      isStarted: true,
      credentials: replaced,
      cancels: [{ orderId: 'a leg', since: 7 }],
    });
  });

  it('is not opened anew once it was closed', async () => {
    const { units, accountId, unit, time, opened: all } = await opened();
    units.close(accountId);
    unit.readLate();
    time.advance(500);
    await settle();
    expect(all).toHaveLength(1);
  });

  it('stays in sight while it is asked', async () => {
    const { units, accountId, unit, time } = await opened();
    for (let count = 0; count < 5; count++) {
      time.advance(REST_MS - 1);
      expect(units.get(accountId).ok).toBe(true);
    }
    expect(unit.isInSight).toBe(true);
  });

  it('opens again after it was closed', async () => {
    const { units, accountId, must, opened: all } = await opened();
    units.close(accountId);
    expect(units.get(accountId).ok).toBe(false);
    expect(await must('accounts.open', { accountId })).toMatchObject({ isOpen: true });
    expect(all).toHaveLength(2);
  });

  it('waits for the key, says so, and does not open what was removed meanwhile', async () => {
    const { connect, call, must, keys, accounts, opened: all } = setUp();
    const { accountId } = await connect();
    const keychain = keys.wait();
    const opening = call('accounts.open', { accountId });
    await settle();
    expect(accounts.list()[1]?.problem).toContain('keychain is waiting');
    await must('accounts.remove', { accountId, isLossAccepted: false });
    keychain.answer();
    expect(await opening).toMatchObject({ ok: false });
    expect(all).toEqual([]);
  });

  it('of the practice account is in sight from the start, and rests like any other', async () => {
    const { accounts, units, opened: all, time } = setUp();
    const accountId = accounts.list()[0]?.accountId ?? '';
    await units.open(accountId);
    expect(all[0]?.isInSight).toBe(true);
    time.advance(REST_MS);
    expect(all[0]?.isInSight).toBe(false);
    const letGo = units.hold(accountId);
    time.advance(100 * REST_MS);
    expect(all[0]?.isInSight).toBe(true);
    letGo();
  });

  it('is told about when it ends', async () => {
    const { units, accountId } = await opened();
    const told: string[] = [];
    units.onClose((id) => told.push(id));
    units.close(accountId);
    expect(told).toEqual([accountId]);
  });
});
