// An account, its journal and the key of a live one go only after a yes of the person to main.
import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { Position } from '#contract/orders.ts';
import { folderOfAccount } from '#main/desk/accounts/build-unit.ts';
import { openJournal } from '#main/journal/journal.ts';
import { NUMBER, settle, setUp } from './harness.ts';

const words = (result: { ok: boolean; failure?: Failure }): string =>
  result.failure ? describeFailure(result.failure) : '';

describe('main asks', () => {
  it('before an account is removed, and says what is lost', async () => {
    const { connect, call, keys, profiles, walls, person } = setUp();
    const { accountId } = await connect();
    person.saysYes = false;
    const refused = await call('accounts.remove', { accountId, isLossAccepted: true });
    expect(words(refused)).toBe('The account was not removed: it was not confirmed.');
    expect(profiles.get(accountId).ok).toBe(true);
    expect(keys.kept.size).toBe(1);
    expect(walls[0]).toContain(`“Paper” (paper account ${NUMBER}). `);
    expect(walls[0]).toContain('Its key is deleted from the keychain.');
  });

  it('with the positions that it holds, and how long ago that was known', async () => {
    const { connect, call, must, walls, dataFolder, time } = setUp();
    const { accountId } = await connect();
    const folder = folderOfAccount(dataFolder, accountId);
    mkdirSync(folder, { recursive: true });
    const journal = openJournal({ folder, accountId, clock: time.clock, log: () => undefined });
    if (!journal.ok) throw new Error('no journal');
    const held = (symbol: string) =>
      Position.parse({ symbol, side: 'long', qty: '10', avgEntryPrice: '1' });
    journal.value.journal.savePositions([held('AAPL'), held('MSFT')], time.clock.wall());
    journal.value.journal.close();
    time.advance(180_000);
    const said = 'It holds 2 positions, last known 3 min ago: AAPL, MSFT.';
    expect((await must('accounts.losses', { accountId })).join(' ')).toContain(said);
    await call('accounts.remove', { accountId, isLossAccepted: true });
    expect(walls[0]).toContain(said);
  });

  it('nothing where the removal would be refused anyway', async () => {
    const { connect, call, must, opened, walls, profiles } = setUp();
    const { accountId } = await connect();
    await must('accounts.open', { accountId });
    const [unit] = opened;
    if (unit) unit.isAtWork = true;
    await call('accounts.remove', { accountId, isLossAccepted: false });
    const practice = profiles.all().find(({ environment }) => environment === 'embedded');
    await call('accounts.remove', {
      accountId: practice?.accountId ?? '',
      isLossAccepted: true,
    });
    expect(walls).toEqual([]);
  });

  it('and an order that came into doubt while the question stood keeps the account', async () => {
    const { connect, call, must, opened, profiles } = setUp();
    const { accountId } = await connect();
    await must('accounts.open', { accountId });
    const removing = call('accounts.remove', { accountId, isLossAccepted: false });
    const [unit] = opened;
    if (unit) unit.isAtWork = true;
    expect(words(await removing)).toContain('not settled');
    expect(profiles.get(accountId).ok).toBe(true);
  });

  it('nothing while the journal is still being checked: damage may hide an order from whoever looks', async () => {
    const { connect, call, must, opened, walls, profiles, keys } = setUp();
    const { accountId } = await connect();
    await must('accounts.open', { accountId });
    const [unit] = opened;
    if (!unit) throw new Error('it is not open');
    unit.isUnchecked = true;
    const why = 'This account’s journal is still being checked, so Ballast cannot tell yet';
    const refused = await call('accounts.remove', { accountId, isLossAccepted: false });
    expect(words(refused)).toContain(why);
    expect(words(await call('keys.remove', { accountId }))).toContain(why);
    expect([profiles.get(accountId).ok, keys.kept.size, walls]).toEqual([true, 1, []]);
    const line = 'Its journal is still being checked, so more orders in it may not be settled';
    expect((await must('accounts.losses', { accountId })).join(' ')).toContain(line);
    unit.isUnchecked = false;
    expect((await must('accounts.losses', { accountId })).join(' ')).not.toContain(line);
    await must('keys.remove', { accountId });
    await must('accounts.remove', { accountId, isLossAccepted: false });
    expect(profiles.get(accountId).ok).toBe(false);
  });

  it('and a loss that is accepted is one, also of what a check would still have found', async () => {
    const { connect, must, opened, walls, profiles } = setUp();
    const { accountId } = await connect();
    await must('accounts.open', { accountId });
    const [unit] = opened;
    if (unit) unit.isUnchecked = true;
    await must('accounts.remove', { accountId, isLossAccepted: true });
    expect(walls[0]).toContain('Its journal is still being checked');
    expect(profiles.get(accountId).ok).toBe(false);
  });

  it('before the key of a live account is forgotten; a paper one goes without', async () => {
    const { connect, call, must, keys, walls, person, answerWith } = setUp();
    const paper = await connect();
    answerWith('PA2222222222');
    const live = await connect({ label: 'Live', environment: 'live' });
    person.saysYes = false;
    const refused = await call('keys.remove', { accountId: live.accountId });
    expect(words(refused)).toContain('The key was not removed');
    await must('keys.remove', { accountId: paper.accountId });
    expect([...keys.kept.keys()]).toEqual([`${live.accountId}/credentials`]);
    expect(walls).toEqual([expect.stringContaining('“Live” (live account PA2222222222)')]);
  });

  it('before a live account gets a key that nobody could check: the one that works would be gone', async () => {
    const { connect, call, keys, walls, person, failWith } = setUp();
    const { accountId } = await connect({ label: 'Live', environment: 'live' });
    const before = [...keys.kept.values()];
    failWith({ kind: 'offline', message: 'No answer.' });
    person.saysYes = false;
    const credentials = { keyId: 'what-the-page-likes', secretKey: 'no-key-at-all' };
    const input = {
      accountId,
      credentials,
      keepIn: 'this-run',
      isUnverifiedAllowed: true,
    } as const;
    expect(words(await call('accounts.rotate', input))).toBe(
      'The key was not replaced: it was not confirmed.',
    );
    expect([...keys.kept.values()]).toEqual(before);
    expect(walls).toEqual([expect.stringContaining(`“Live” (live account ${NUMBER})`)]);
    person.saysYes = true;
    expect((await call('accounts.rotate', input)).ok).toBe(true);
  });
});

describe('an account whose key is in a keychain that is not there', () => {
  const GONE = {
    kind: 'not-allowed',
    message: 'The keychain on this computer does not respond.',
  } as const;

  /** As after the keyring service was taken away, or on a computer that has none. */
  function takeAway({ keys }: Pick<ReturnType<typeof setUp>, 'keys'>): void {
    const { status, remove } = keys;
    keys.failWith(GONE);
    // What nobody knows to be in it is not missed.
    keys.remove = async (ref, home) =>
      home === undefined ? { ok: true, value: null } : remove(ref, home);
    keys.status = () => ({
      ...status(),
      homes: status().homes.map((one) =>
        one.home === 'keychain' ? { ...one, isAvailable: false } : one,
      ),
    });
  }

  it('is removed all the same, and says before what stays and what it is called', async () => {
    const desk = setUp();
    const { accountId } = await desk.connect();
    await desk.must('accounts.rename', { accountId, label: 'Savings' });
    takeAway(desk);
    const line = expect.stringContaining('“Ballast: Paper”') as string;
    const losses = await desk.must('accounts.losses', { accountId });
    expect(losses).toContainEqual(line);
    expect(losses).not.toContain('Its key is deleted from the keychain.');
    await desk.must('accounts.remove', { accountId, isLossAccepted: true });
    expect(desk.walls[0]).toEqual(line);
    expect(desk.profiles.get(accountId).ok).toBe(false);
  });

  it('keeps its key where only that is to be forgotten', async () => {
    const desk = setUp();
    const { accountId } = await desk.connect();
    takeAway(desk);
    expect(words(await desk.call('keys.remove', { accountId }))).toContain(
      'The keychain on this computer does not respond',
    );
    expect(desk.profiles.get(accountId)).toMatchObject({ value: { keyHome: 'keychain' } });
  });

  it('stays where the keychain went only after the question: that was not said', async () => {
    const desk = setUp();
    const { accountId } = await desk.connect();
    const { promise, resolve } = Promise.withResolvers<void>();
    desk.person.thinks = promise;
    const removed = desk.call('accounts.remove', { accountId, isLossAccepted: true });
    await settle();
    takeAway(desk);
    resolve();
    expect(words(await removed)).toContain('The keychain on this computer does not respond');
    expect(desk.profiles.get(accountId).ok).toBe(true);
  });
});
