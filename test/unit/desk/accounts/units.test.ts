import { describe, expect, it } from 'vitest';
import { keepOpenWhileLocked } from '#main/desk/desk-accounts.ts';
import { RELEASE_MS } from '#main/desk/accounts/units.ts';
import { setUp, settle } from './harness.ts';

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

  it('is closed some seconds after the last watch, and not before', async () => {
    const { units, accountId, unit, time } = await opened();
    const release = units.hold(accountId);
    const second = units.hold(accountId);
    time.advance(10 * RELEASE_MS);
    release();
    release();
    time.advance(10 * RELEASE_MS);
    expect(unit.isStopped).toBe(false);
    second();
    time.advance(RELEASE_MS - 1);
    expect(unit.isStopped).toBe(false);
    time.advance(1);
    expect([unit.isStopped, units.isOpen(accountId)]).toEqual([true, false]);
  });

  it('stays open while the desk is locked, when no page watches, and for the page that comes back', async () => {
    const { units, accountId, unit, time } = await opened();
    let isLocked = false;
    let tell = (): void => undefined;
    keepOpenWhileLocked(units, {
      isLocked: () => isLocked,
      onChange: (listener) => {
        tell = listener;
        return () => undefined;
      },
    });
    const watch = units.hold(accountId);
    isLocked = true;
    tell();
    watch();
    time.advance(10 * RELEASE_MS);
    expect(unit.isStopped).toBe(false);
    isLocked = false;
    tell();
    time.advance(RELEASE_MS - 1);
    expect(unit.isStopped).toBe(false);
    time.advance(1);
    expect(unit.isStopped).toBe(true);
  });

  it('stays open while something of it is not settled', async () => {
    const { units, accountId, unit, time } = await opened();
    unit.isNeeded = true;
    time.advance(100 * RELEASE_MS);
    expect(units.isOpen(accountId)).toBe(true);
    unit.isNeeded = false;
    time.advance(RELEASE_MS);
    expect(units.isOpen(accountId)).toBe(false);
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

  it('stays open while it is asked', async () => {
    const { units, accountId, time } = await opened();
    for (let count = 0; count < 5; count++) {
      time.advance(RELEASE_MS - 1);
      expect(units.get(accountId).ok).toBe(true);
    }
  });

  it('opens again after it was closed', async () => {
    const { units, accountId, time, must, opened: all } = await opened();
    time.advance(RELEASE_MS);
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
    expect(accounts.list()[1]?.problem).toContain('keychain waits');
    await must('accounts.remove', { accountId, isLossAccepted: false });
    keychain.answer();
    expect(await opening).toMatchObject({ ok: false });
    expect(all).toEqual([]);
  });

  it('of the practice account stays open', async () => {
    const { accounts, must, units, time } = setUp();
    const accountId = accounts.list()[0]?.accountId ?? '';
    await must('accounts.open', { accountId });
    time.advance(100 * RELEASE_MS);
    expect(units.isOpen(accountId)).toBe(true);
  });

  it('is told about when it ends', async () => {
    const { units, accountId, time } = await opened();
    const told: string[] = [];
    units.onClose((id) => told.push(id));
    time.advance(RELEASE_MS);
    expect(told).toEqual([accountId]);
  });
});
