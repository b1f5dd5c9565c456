import { describe, expect, it } from 'vitest';
import { describeFailure, notAllowed, type Failure } from '#contract/failure.ts';
import { createLock } from '#main/desk/lock.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';
import { createMemoryDisk, lockOn } from '#test/support/memory-document.ts';

const PASSPHRASE = 'correct horse battery';
const MINUTE_MS = 60_000;
const words = (result: { ok: boolean; failure?: Failure }): string =>
  result.failure ? describeFailure(result.failure) : '';

function setUp(stored?: unknown) {
  const time = createFakeTime();
  const disk = createMemoryDisk(stored);
  const asked: string[] = [];
  const person = { saysYes: true };
  const answer = async (kind: string) => {
    asked.push(kind);
    return person.saysYes ? undefined : notAllowed('it was not confirmed.');
  };
  const lock = createLock({
    document: lockOn(disk),
    questions: { firstLock: () => answer('first'), lockOff: () => answer('off') },
    log: () => undefined,
    notes: () => ['a note'],
    clock: time.clock,
    delay: time.delay,
    random: createFakeRandom(),
    cost: 1_024,
  });
  return { time, lock, disk, asked, person, file: () => disk.file };
}

async function withPassphrase(lockAfterMinutes = 0) {
  const all = setUp();
  await all.lock.configure({ next: PASSPHRASE, lockAfterMinutes });
  return all;
}

describe('the lock', () => {
  it('cannot be used before it has a passphrase', () => {
    const { lock } = setUp();
    expect(words(lock.lock())).toContain('passphrase');
    expect(lock.state()).toEqual({
      isLocked: false,
      canLock: false,
      lockAfterMinutes: 0,
      notes: ['a note'],
    });
  });

  it('opens with its passphrase alone, and tells of both', async () => {
    const { lock } = await withPassphrase();
    let told = 0;
    lock.onChange(() => told++);
    expect(lock.lock()).toMatchObject({ ok: true, value: { isLocked: true } });
    expect(words(await lock.unlock('wrong'))).toContain('not the passphrase');
    expect(lock.isLocked()).toBe(true);
    expect(await lock.unlock(PASSPHRASE)).toMatchObject({ ok: true, value: { isLocked: false } });
    expect(told).toBe(2);
  });

  it('keeps a salted hash and never the passphrase', async () => {
    const { file } = await withPassphrase();
    expect(JSON.stringify(file())).not.toContain(PASSPHRASE);
    expect(file()).toMatchObject({
      secret: { salt: expect.stringMatching(/^[0-9a-f]{32}$/) as string, cost: 1_024 },
    });
  });

  it('stays locked across a restart', async () => {
    const first = await withPassphrase();
    first.lock.lock();
    const { lock } = setUp(first.file());
    expect(lock.isLocked()).toBe(true);
    expect(await lock.unlock(PASSPHRASE)).toMatchObject({ ok: true });
  });

  it('slows guessing down, more and more, and refuses without looking meanwhile', async () => {
    const { lock, time } = await withPassphrase();
    lock.lock();
    for (let count = 0; count < 3; count++) await lock.unlock('wrong');
    expect(words(await lock.unlock(PASSPHRASE))).toMatch(/Wait 1 s/);
    time.advance(1_000);
    await lock.unlock('wrong');
    expect(words(await lock.unlock(PASSPHRASE))).toMatch(/Wait 2 s/);
    for (let count = 0; count < 10; count++) {
      time.advance(60_000);
      await lock.unlock('wrong');
    }
    expect(words(await lock.unlock(PASSPHRASE))).toMatch(/Wait 60 s/);
    time.advance(60_000);
    expect(await lock.unlock(PASSPHRASE)).toMatchObject({ ok: true });
    lock.lock();
    expect(words(await lock.unlock('wrong'))).toContain('not the passphrase');
    expect(await lock.unlock(PASSPHRASE)).toMatchObject({ ok: true });
  });

  it('tells how long nothing is looked at, at once and after a restart, and no longer', async () => {
    const { lock, time, file } = await withPassphrase();
    lock.lock();
    const told: (number | undefined)[] = [];
    lock.onChange(() => told.push(lock.state().waitMs));
    for (let count = 0; count < 3; count++) await lock.unlock('wrong');
    expect(told).toEqual([1_000]);
    time.advance(400);
    expect(lock.state().waitMs).toBe(600);
    const { lock: next } = setUp(file());
    expect(next.state().waitMs).toBe(1_000);
    time.advance(600);
    expect(lock.state()).not.toHaveProperty('waitMs');
  });

  it.each([-60, 60])('waits as long when the date is set by %i minutes', async (minutes) => {
    const { lock, time, file } = await withPassphrase();
    lock.lock();
    for (let count = 0; count < 3; count++) await lock.unlock('wrong');
    time.sleep(minutes * MINUTE_MS);
    expect(lock.state().waitMs).toBe(1_000);
    expect(words(await lock.unlock(PASSPHRASE))).toMatch(/Wait 1 s/);
    // Over a restart the date is all there is: it ends a wait and never lengthens it.
    const { lock: next, time: later } = setUp(file());
    later.sleep(minutes * MINUTE_MS);
    expect(next.state().waitMs).toBe(1_000);
    later.advance(1_000);
    expect(await next.unlock(PASSPHRASE)).toMatchObject({ ok: true });
  });

  it('counts mistakes over restarts, which are no new chances', async () => {
    let { lock, time, file } = await withPassphrase();
    lock.lock();
    // A run for every guess, each with its clocks at the beginning: the date is the same, the timer starts at zero.
    const said: string[] = [];
    for (let run = 0; run < 5; run++) {
      said.push(words(await lock.unlock('wrong')));
      ({ lock, time, file } = setUp(file()));
    }
    expect(said.map((text) => /Wait \d+ s/.exec(text)?.[0] ?? 'looked at')).toEqual([
      'looked at',
      'looked at',
      'looked at',
      'Wait 1 s',
      'Wait 1 s',
    ]);
    time.advance(1_000);
    expect(words(await lock.unlock('wrong'))).toContain('not the passphrase');
    // This one's date is behind that of the mistake, as if it had been set back: that makes the wait no longer.
    const behind = setUp(file());
    expect(words(await behind.lock.unlock(PASSPHRASE))).toMatch(/Wait [23] s/);
    behind.time.advance(2_000);
    expect(await behind.lock.unlock(PASSPHRASE)).toMatchObject({ ok: true });
    expect(behind.file()).not.toHaveProperty('mistakes');
  });

  it('does not wait again for what was long ago', async () => {
    const first = await withPassphrase();
    first.lock.lock();
    for (let count = 0; count < 3; count++) await first.lock.unlock('wrong');
    const file = first.file() as { mistakes: { at: number } };
    const { lock } = setUp({
      ...file,
      mistakes: { ...file.mistakes, at: file.mistakes.at - 90_000 },
    });
    expect(await lock.unlock(PASSPHRASE)).toMatchObject({ ok: true });
  });

  it('takes one guess at a time, so that many at once are not many chances', async () => {
    const { lock } = await withPassphrase();
    lock.lock();
    const guesses = await Promise.all(['a', 'b', PASSPHRASE].map((guess) => lock.unlock(guess)));
    expect(guesses.map(({ ok }) => ok)).toEqual([false, false, false]);
    // Nobody guessed too often.
    expect(guesses.map(words)).toEqual([
      expect.stringContaining('not the passphrase'),
      expect.stringContaining('is being checked'),
      expect.stringContaining('is being checked'),
    ]);
    expect(lock.isLocked()).toBe(true);
  });

  it('locks after so many minutes without a touch', async () => {
    const { lock, time } = await withPassphrase(5);
    lock.onChange(() => lock.isLocked());
    time.advance(4 * MINUTE_MS);
    lock.touch();
    time.advance(5 * MINUTE_MS - 1);
    expect(lock.isLocked()).toBe(false);
    time.advance(1);
    expect(lock.isLocked()).toBe(true);
    time.advance(60 * MINUTE_MS);
    await lock.unlock(PASSPHRASE);
    expect(lock.isLocked()).toBe(false);
    time.advance(5 * MINUTE_MS);
    expect(lock.isLocked()).toBe(true);
  });

  it('locks and unlocks on a full disk, where a timer that fails would end the desk', async () => {
    const { time, lock, disk } = await withPassphrase(5);
    disk.isFull = true;
    time.advance(5 * MINUTE_MS);
    expect(lock.isLocked()).toBe(true);
    expect(await lock.unlock(PASSPHRASE)).toMatchObject({ ok: true, value: { isLocked: false } });
    expect(lock.lock()).toMatchObject({ ok: true, value: { isLocked: true } });
  });

  it('counts sleep as time without a touch', async () => {
    const { lock, time } = await withPassphrase(5);
    time.sleep(10 * MINUTE_MS);
    lock.wake();
    expect(lock.isLocked()).toBe(true);
  });

  it.each(['touch', 'isLocked'] as const)(
    'counts sleep as time without a touch before anybody tells of it: %s',
    async (first) => {
      const { lock, time } = await withPassphrase(5);
      time.sleep(10 * MINUTE_MS);
      lock[first]();
      expect(lock.state().isLocked).toBe(true);
      lock.wake();
      expect(lock.state().isLocked).toBe(true);
    },
  );

  it('counts the sleep that follows a date that was set back', async () => {
    const { lock, time } = await withPassphrase(5);
    time.sleep(-60 * MINUTE_MS);
    time.advance(2 * MINUTE_MS);
    time.sleep(10 * MINUTE_MS);
    lock.wake();
    expect(lock.isLocked()).toBe(true);
  });

  it('never locks by itself when it was not asked to', async () => {
    const { lock, time } = await withPassphrase(0);
    time.advance(1_000 * MINUTE_MS);
    expect(lock.isLocked()).toBe(false);
    expect(time.pending()).toBe(0);
  });

  it('changes and removes its passphrase only with the present one', async () => {
    const { lock } = await withPassphrase();
    const next = 'another passphrase';
    expect(words(await lock.configure({ next, lockAfterMinutes: 0 }))).toContain(
      'Enter the current passphrase',
    );
    const wrong = await lock.configure({ current: 'wrong', next, lockAfterMinutes: 0 });
    expect(words(wrong)).toContain('not the passphrase');
    expect(await lock.configure({ current: PASSPHRASE, next, lockAfterMinutes: 1 })).toMatchObject({
      ok: true,
      value: { canLock: true, lockAfterMinutes: 1 },
    });
    expect(words(await lock.configure({ current: next, lockAfterMinutes: 3 }))).toContain('needs');
    expect(await lock.configure({ current: next, lockAfterMinutes: 0 })).toMatchObject({
      ok: true,
      value: { canLock: false },
    });
  });
});

describe('main asks', () => {
  it('before the first passphrase, and before there is none again; a change needs only the present one', async () => {
    const { lock, asked, person } = setUp();
    person.saysYes = false;
    expect((await lock.configure({ next: PASSPHRASE, lockAfterMinutes: 0 })).ok).toBe(false);
    expect(lock.state().canLock).toBe(false);
    person.saysYes = true;
    await lock.configure({ next: PASSPHRASE, lockAfterMinutes: 0 });
    const next = 'another one of them';
    expect(await lock.configure({ current: PASSPHRASE, next, lockAfterMinutes: 5 })).toMatchObject({
      ok: true,
    });
    person.saysYes = false;
    expect((await lock.configure({ current: next, lockAfterMinutes: 0 })).ok).toBe(false);
    expect(lock.state().canLock).toBe(true);
    expect(asked).toEqual(['first', 'first', 'off']);
  });

  it('nobody who does not know the present passphrase', async () => {
    const { lock, asked } = await withPassphrase();
    await lock.configure({ current: 'wrong', lockAfterMinutes: 0 });
    expect(asked).toEqual(['first']);
  });
});
