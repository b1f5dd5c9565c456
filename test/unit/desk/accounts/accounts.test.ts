import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { ALPACA_HOSTS } from '#main/domain/account-hosts.ts';
import { embeddedProfile } from '#main/desk/settings/read-settings.ts';
import { HOSTS, KEY, NUMBER, settle, setUp } from './harness.ts';

const OFFLINE: Failure = {
  kind: 'offline',
  message: 'The broker could not be reached: no network.',
};
const words = (result: { ok: boolean; failure?: Failure }): string =>
  result.failure ? describeFailure(result.failure) : '';

describe('the list of accounts', () => {
  it('begins with a practice account that nobody was asked about, and keeps it', () => {
    const first = setUp();
    const [practice] = first.accounts.list();
    expect(practice).toMatchObject({
      label: 'Practice account',
      environment: 'embedded',
      isArmed: true,
    });
    expect(setUp({ stored: first.file() }).accounts.list()).toEqual([practice]);
  });

  it('shows no key and no secret, in the list or in the settings', async () => {
    const { connect, accounts, file } = setUp();
    await connect();
    const shown = JSON.stringify([accounts.list(), file()]);
    expect(shown).not.toContain(KEY.secretKey);
    expect(shown).not.toContain(KEY.keyId);
  });

  it('is told to whoever watches it, in the order that the person chose', async () => {
    const { accounts, connect, must } = setUp();
    let told = 0;
    accounts.onChange(() => told++);
    const { accountId } = await connect();
    const ids = accounts.list().map((one) => one.accountId);
    const order = [...ids].reverse();
    await must('accounts.reorder', { accountIds: order });
    await must('accounts.rename', { accountId, label: 'Mine' });
    expect(accounts.list().map((one) => one.accountId)).toEqual(order);
    expect(accounts.list()[0]?.label).toBe('Mine');
    expect(told).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['one is missing', (ids: string[]) => ids.slice(1)],
    ['one is named twice', (ids: string[]) => [...ids, ids[0] ?? '']],
    ['one is unknown', (ids: string[]) => [...ids.slice(1), crypto.randomUUID()]],
  ])('is not reordered when %s', async (_why, spoil) => {
    const { accounts, connect, call } = setUp();
    await connect();
    const before = accounts.list();
    const accountIds = spoil(before.map((one) => one.accountId));
    expect(await call('accounts.reorder', { accountIds })).toMatchObject({ ok: false });
    expect(accounts.list()).toEqual(before);
  });

  it('refuses the name of another account', async () => {
    const { connect, call } = setUp();
    const { accountId } = await connect();
    const result = await call('accounts.rename', { accountId, label: ' practice account ' });
    expect(words(result)).toContain('already');
  });
});

describe('connecting', () => {
  it('asks the broker, then keeps the key, then the profile', async () => {
    const { connect, asked, keys } = setUp();
    const profile = await connect();
    expect(profile).toMatchObject({ accountNumber: NUMBER, isVerified: true, keyHome: 'keychain' });
    expect(asked).toHaveLength(1);
    expect(keys.log).toEqual(['save credentials']);
  });

  it('means Alpaca’s hosts of the environment when none are given', async () => {
    const { connect, asked } = setUp();
    await connect({ hosts: undefined });
    await connect({ hosts: undefined, environment: 'live', label: 'Live' });
    expect(asked.map(({ hosts }) => hosts)).toEqual([ALPACA_HOSTS.paper, ALPACA_HOSTS.live]);
  });

  it('keeps nothing when the key could not be kept', async () => {
    const { call, keys, accounts } = setUp();
    keys.failWith({ kind: 'not-allowed', message: 'The keychain is locked.' });
    const result = await call('accounts.connect', {
      label: 'Paper',
      environment: 'paper',
      hosts: HOSTS,
      credentials: KEY,
      keepIn: 'keychain',
      isUnverifiedAllowed: false,
    });
    expect(words(result)).toBe('The keychain is locked.');
    expect(accounts.list()).toHaveLength(1);
  });

  it('refuses an account that is connected already with the same kind of proof', async () => {
    const { connect, keys } = setUp();
    await connect();
    await expect(connect({ label: 'Twin' })).rejects.toThrow('already connected');
    expect(keys.kept.size).toBe(1);
    await expect(
      connect({ label: 'By token', credentials: { token: 'tok' } }),
    ).resolves.toMatchObject({ proof: 'token' });
  });

  it('keeps an unchecked key only when allowed, and only when the broker said nothing', async () => {
    const { connect, failWith, keys } = setUp();
    failWith(OFFLINE);
    await expect(connect()).rejects.toThrow('could not be reached');
    expect(keys.kept.size).toBe(0);
    expect(await connect({ isUnverifiedAllowed: true })).toMatchObject({ isVerified: false });
    failWith({ kind: 'unauthorized', status: 401, message: 'no' });
    await expect(connect({ label: 'Wrong', isUnverifiedAllowed: true })).rejects.toThrow('no');
    expect(keys.kept.size).toBe(1);
  });

  it('is not asked for again at the keychain after its question was dismissed', async () => {
    const first = setUp();
    await first.connect();
    first.answerWith('PA0000000002');
    await first.connect({ label: 'Second' });
    const { accounts, keys } = setUp({ stored: first.file() });
    for (const [name, kept] of first.keys.kept) keys.kept.set(name, kept);
    const reads = () => keys.log.filter((line) => line.startsWith('read')).length;
    const openCount = () => accounts.list().filter(({ isOpen }) => isOpen).length;
    keys.failWith({ kind: 'not-allowed', message: 'The keychain is locked.' });
    accounts.start();
    await settle();
    const asked = reads();
    for (let change = 0; change < 5; change++) {
      keys.announce();
      await settle();
    }
    expect([reads(), openCount()]).toEqual([asked, 0]);
    keys.failWith(undefined);
    keys.announce();
    await settle();
    expect(openCount()).toBe(2);
    accounts.stop();
  });
});

describe('a key', () => {
  it('is replaced: the old one goes last, and the new one is used by the open account at once', async () => {
    const { connect, must, keys, opened } = setUp();
    const { accountId } = await connect();
    await must('accounts.open', { accountId });
    keys.log.length = 0;
    const credentials = { token: 'a-new-token' };
    await must('accounts.rotate', {
      accountId,
      credentials,
      keepIn: 'sealed-file',
      isUnverifiedAllowed: false,
    });
    expect(keys.log).toEqual(['save credentials', 'remove copy credentials']);
    expect([...keys.kept.values()]).toMatchObject([{ home: 'sealed-file' }]);
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatchObject({ credentials, isStopped: false });
  });

  it('that is replaced while the account waits for the old one is the one it opens with', async () => {
    const { connect, must, keys, opened } = setUp();
    const { accountId } = await connect();
    const keychain = keys.wait();
    const opening = must('accounts.open', { accountId });
    const credentials = { token: 'a-new-token' };
    await must('accounts.rotate', {
      accountId,
      credentials,
      keepIn: 'keychain',
      isUnverifiedAllowed: false,
    });
    keychain.answer();
    await opening;
    expect(opened[0]?.credentials).toEqual(credentials);
  });

  it('for one run is gone at the next start, and that is said', async () => {
    const first = setUp();
    const { accountId } = await first.connect({ keepIn: 'this-run' });
    const second = setUp({ stored: first.file() });
    const profile = second.accounts.list().find((one) => one.accountId === accountId);
    expect(profile).toMatchObject({ keyHome: 'none' });
    expect(profile?.problem).toContain('Enter it again');
    expect(words(await second.call('accounts.open', { accountId }))).toContain('Enter it again');
    expect(second.keys.log).toEqual([]);
  });

  it('is forgotten on request, which closes the account; the account stays', async () => {
    const { connect, must, keys, opened } = setUp();
    const { accountId } = await connect();
    await must('accounts.open', { accountId });
    const profile = await must('keys.remove', { accountId });
    expect(profile).toMatchObject({ keyHome: 'none', isOpen: false, accountNumber: NUMBER });
    expect(keys.kept.size).toBe(0);
    expect(opened[0]?.isStopped).toBe(true);
  });
});

describe('removing', () => {
  it('stops when the key cannot be deleted', async () => {
    const { connect, call, keys, accounts } = setUp();
    const { accountId } = await connect();
    keys.failWith({ kind: 'not-allowed', message: 'The keychain is locked.' });
    const result = await call('accounts.remove', { accountId, isLossAccepted: true });
    expect(words(result)).toBe('The keychain is locked.');
    expect(accounts.list()).toHaveLength(2);
  });

  it('takes the secrets of its applications along, and nothing of another account', async () => {
    const { connect, must, keys, settings, answerWith } = setUp();
    const { accountId } = await connect();
    answerWith('PA0000000002');
    const other = await connect({ label: 'Other' });
    const clientId = 'f2a1c7f0aa11bb22cc33dd44ee55ff66';
    for (const account of [accountId, other.accountId]) {
      for (const name of ['broker', `client:${clientId}`] as const)
        await keys.save({ accountId: account, name }, 'a-secret', 'keychain');
      settings.update((all) => ({
        ...all,
        oauth: { ...all.oauth, [account]: { hasBrokerPair: true, clientIds: [clientId] } },
      }));
    }
    expect(await must('accounts.losses', { accountId })).toContainEqual(
      expect.stringContaining('client secrets'),
    );
    await must('accounts.remove', { accountId, isLossAccepted: false });
    expect([...keys.kept.keys()].sort()).toEqual(
      ['broker', `client:${clientId}`, 'credentials'].map((name) => `${other.accountId}/${name}`),
    );
    expect(Object.keys(settings.get().oauth)).toEqual([other.accountId]);
  });

  it('is refused while an order is in doubt, unless the loss is accepted', async () => {
    const { connect, must, call, opened } = setUp();
    const { accountId } = await connect();
    await must('accounts.open', { accountId });
    const [unit] = opened;
    if (unit) unit.isAtWork = true;
    const refused = await call('accounts.remove', { accountId, isLossAccepted: false });
    expect(words(refused)).toContain('1 order of this account is not settled');
    expect(await must('accounts.remove', { accountId, isLossAccepted: true })).toHaveLength(1);
    expect(unit?.isStopped).toBe(true);
  });

  it('holds everything back while the keychain is asked, and no longer when that fails', async () => {
    const { connect, call, keys, profiles, must } = setUp();
    const { accountId } = await connect();
    await must('accounts.open', { accountId });
    const seen: boolean[] = [];
    const { remove } = keys;
    keys.remove = async (ref, home) => {
      seen.push(profiles.isBeingRemoved(accountId));
      return remove(ref, home);
    };
    keys.failWith({ kind: 'not-allowed', message: 'The keychain is locked.' });
    await call('accounts.remove', { accountId, isLossAccepted: false });
    await call('keys.remove', { accountId });
    expect([seen, profiles.isBeingRemoved(accountId)]).toEqual([[true, true], false]);
  });

  it('deletes the secrets of its applications too, and what was remembered of it', async () => {
    const { connect, must, keys, settings, removed } = setUp();
    const { accountId } = await connect();
    const clientId = '0'.repeat(32);
    const other = crypto.randomUUID();
    const place = { hasBrokerPair: false, clientIds: [clientId] };
    settings.update((all) => ({
      ...all,
      oauth: { [accountId]: place, [other]: place },
    }));
    for (const id of [accountId, other])
      await keys.save({ accountId: id, name: `client:${clientId}` }, 'secret', 'keychain');
    await must('accounts.remove', { accountId, isLossAccepted: false });
    expect([...keys.kept.keys()]).toEqual([`${other}/client:${clientId}`]);
    expect(Object.keys(settings.get().oauth)).toEqual([other]);
    expect(removed).toEqual([accountId]);
  });

  it('needs the loss accepted when its journal cannot be read', async () => {
    const { connect, must, call, dataFolder } = setUp();
    const { accountId } = await connect();
    const folder = join(dataFolder, 'accounts', accountId);
    mkdirSync(folder, { recursive: true });
    const newer = new DatabaseSync(join(folder, 'journal.db'));
    newer.exec('PRAGMA user_version = 999');
    newer.close();
    expect((await must('accounts.losses', { accountId })).join(' ')).toContain('cannot be read');
    const refused = await call('accounts.remove', { accountId, isLossAccepted: false });
    expect(words(refused)).toContain('cannot be read');
    expect(existsSync(folder)).toBe(true);
    await must('accounts.remove', { accountId, isLossAccepted: true });
    expect(existsSync(folder)).toBe(false);
  });

  it('while its key is being replaced leaves no key behind', async () => {
    const { connect, must, keys } = setUp();
    const { accountId } = await connect();
    const { copy } = keys;
    let removed: Promise<unknown> | undefined;
    keys.copy = async (ref, secret, home) => {
      removed = must('accounts.remove', { accountId, isLossAccepted: false });
      await settle();
      return copy(ref, secret, home);
    };
    await must('accounts.rotate', {
      accountId,
      credentials: { token: 'a-new-token' },
      keepIn: 'keychain',
      isUnverifiedAllowed: false,
    });
    await removed;
    expect(keys.kept.size).toBe(0);
  });

  it('refuses the practice account', async () => {
    const stored = { version: 2, profiles: [embeddedProfile(crypto.randomUUID())] };
    const { accounts, call } = setUp({ stored });
    const accountId = accounts.list()[0]?.accountId ?? '';
    for (const result of [
      await call('accounts.remove', { accountId, isLossAccepted: true }),
      await call('accounts.losses', { accountId }),
      await call('keys.remove', { accountId }),
      await call('accounts.rotate', {
        accountId,
        credentials: KEY,
        keepIn: 'keychain',
        isUnverifiedAllowed: true,
      }),
    ])
      expect(words(result)).toContain('practice account');
  });
});
