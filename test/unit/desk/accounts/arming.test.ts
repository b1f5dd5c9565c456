import { describe, expect, it } from 'vitest';
import { describeFailure, type Failure } from '#contract/failure.ts';
import { NUMBER, setUp } from './harness.ts';

const words = (result: { ok: boolean; failure?: Failure }): string =>
  result.failure ? describeFailure(result.failure) : '';

async function withLive(options: Parameters<typeof setUp>[0] = {}) {
  const all = setUp(options);
  const { accountId } = await all.connect({ environment: 'live', label: 'Real money' });
  const profile = () => {
    const found = all.profiles.get(accountId);
    if (!found.ok) throw new Error('no such account');
    return found.value;
  };
  return { ...all, accountId, profile };
}

describe('the arming', () => {
  it('holds a live account back until its number was typed, and no other', async () => {
    const { accountId, arming, profile, connect, must, answers, questions, profiles, answerWith } =
      await withLive();
    answerWith('PA2222222222');
    const paper = await connect({ label: 'Paper' });
    const paperProfile = profiles.all().find((one) => one.accountId === paper.accountId);
    if (!paperProfile) throw new Error('no paper account');
    expect(arming.heldBack(paperProfile)).toBeUndefined();
    expect(arming.heldBack(profile())).toContain('not armed');
    answers.push(NUMBER);
    expect(await must('accounts.arm', { accountId })).toMatchObject({ isArmed: true });
    expect(arming.heldBack(profile())).toBeUndefined();
    expect(questions).toEqual([
      expect.objectContaining({ title: 'Arm live account', label: 'Account number' }),
    ]);
    expect(JSON.stringify(questions)).not.toContain(NUMBER);
  });

  it.each([
    [undefined, 'nothing was typed'],
    ['', 'not its account number'],
    [NUMBER.toLowerCase(), 'not its account number'],
    [`${NUMBER}0`, 'not its account number'],
  ])('stays shut when %j is typed', async (typed, why) => {
    const { accountId, call, answers, arming, profile } = await withLive();
    answers.push(typed);
    expect(words(await call('accounts.arm', { accountId }))).toContain(why);
    expect(arming.heldBack(profile())).toContain('not armed');
  });

  it('asks nothing about a number that nobody knows yet', async () => {
    const all = setUp();
    all.failWith({ kind: 'offline', message: 'no network' });
    const { accountId } = await all.connect({ environment: 'live', isUnverifiedAllowed: true });
    expect(words(await all.call('accounts.arm', { accountId }))).toContain('not been checked');
    expect(all.questions).toEqual([]);
  });

  it('stays shut when the desk was locked while the question stood', async () => {
    const { accountId, call, answers, lock, arming, profile } = await withLive();
    answers.push(NUMBER);
    const armed = call('accounts.arm', { accountId });
    lock();
    expect(words(await armed)).toContain('locked');
    expect(arming.isArmed(profile())).toBe(false);
  });

  it('asks one question at a time', async () => {
    const { accountId, call, answers } = await withLive();
    answers.push(NUMBER);
    const [first, second] = await Promise.all([
      call('accounts.arm', { accountId }),
      call('accounts.arm', { accountId }),
    ]);
    expect(first.ok).toBe(true);
    expect(words(second)).toContain('the same question is already waiting');
  });

  it('is shut again by hand, and by the lock for all', async () => {
    const { accountId, must, answers, lock, arming, profile } = await withLive();
    answers.push(NUMBER, NUMBER);
    await must('accounts.arm', { accountId });
    expect(await must('accounts.disarm', { accountId })).toMatchObject({ isArmed: false });
    await must('accounts.arm', { accountId });
    lock();
    expect(arming.isArmed(profile())).toBe(false);
  });

  it('that ended by the lock does not hold back an exit that was confirmed before; by hand it does', async () => {
    const { accountId, must, answers, lock, unlock, arming, profile } = await withLive();
    expect(arming.heldBack(profile(), true)).toContain('not armed');
    answers.push(NUMBER, NUMBER);
    await must('accounts.arm', { accountId });
    lock();
    expect(arming.heldBack(profile(), true)).toBeUndefined();
    expect(arming.heldBack(profile())).toContain('not armed');
    unlock();
    await must('accounts.arm', { accountId });
    await must('accounts.disarm', { accountId });
    expect(arming.heldBack(profile(), true)).toContain('not armed');
  });

  it('tells in a browser where the question is asked', async () => {
    const { accountId, call } = await withLive({ shell: 'web' });
    expect(words(await call('accounts.arm', { accountId }))).toContain('terminal');
  });

  it('reaches no live account from a shell that may not', async () => {
    const first = await withLive();
    const careful = setUp({ stored: first.file(), isLiveAllowed: false });
    const { accountId } = first;
    for (const result of [
      await careful.call('accounts.open', { accountId }),
      await careful.call('accounts.arm', { accountId }),
    ])
      expect(words(result)).toContain('--allow-live');
    expect(careful.opened).toEqual([]);
    expect(careful.keys.log).toEqual([]);
    expect(careful.asked).toEqual([]);
  });
});
