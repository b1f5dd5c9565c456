import { expect, it } from 'vitest';
import { createRounds } from '#main/tools/rounds.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { flush } from '#test/unit/account/orders/world.ts';

function setUp(run: (key: string, round: number) => Promise<boolean>) {
  const time = createFakeTime();
  const log: unknown[] = [];
  const rounds = createRounds({
    what: 'work',
    run,
    delay: time.delay,
    log: (...line) => void log.push(line),
  });
  return { time, rounds, log };
}

const FAILED = ['error', 'work failed', { key: 'a', error: 'Error: broken' }];

it('goes on after a round that throws', async () => {
  let count = 0;
  const { time, rounds, log } = setUp(() => {
    if (++count < 3) throw new Error('broken');
    return Promise.resolve(true);
  });
  rounds.begin('a');
  for (let step = 0; step < 10; step++) {
    time.advance(200);
    await flush();
  }
  expect([count, rounds.has('a'), time.pending()]).toEqual([3, false, 0]);
  expect(log).toEqual([FAILED, FAILED]);
});

it('goes on when it cannot be told how long to wait', async () => {
  const time = createFakeTime();
  const log: unknown[] = [];
  let count = 0;
  const rounds = createRounds({
    what: 'work',
    run: () => Promise.resolve(++count === 2),
    waitMs() {
      throw new Error('broken');
    },
    delay: time.delay,
    log: (...line) => void log.push(line),
  });
  await rounds.now('a');
  time.advance(30_000);
  await flush();
  expect([count, rounds.has('a')]).toEqual([2, false]);
  expect(log).toEqual([FAILED]);
});

it('never runs two rounds of one key at a time, and never spins', async () => {
  let running = 0;
  let count = 0;
  const { time, rounds } = setUp(async () => {
    expect(++running).toBe(1);
    await flush();
    running--;
    count++;
    return false;
  });
  rounds.begin('a');
  await Promise.all([rounds.now('a'), rounds.now('a')]);
  rounds.hurry();
  rounds.begin('a');
  await flush();
  await flush();
  expect(count).toBe(2);
  for (let step = 0; step < 600; step++) {
    time.advance(1_000);
    await flush();
    await flush();
  }
  expect(count).toBeLessThan(40);
  expect(time.pending()).toBe(1);
  rounds.stop();
  expect(time.pending()).toBe(0);
});

it('runs once more when it was asked for during the round that finished it', async () => {
  let count = 0;
  const { time, rounds } = setUp(() => {
    if (++count === 1) void rounds.now('a');
    return Promise.resolve(true);
  });
  rounds.begin('a');
  time.advance(0);
  await flush();
  expect([count, rounds.has('a')]).toEqual([1, true]);
  time.advance(0);
  await flush();
  expect([count, rounds.has('a')]).toEqual([2, false]);
});

it('leaves nothing behind when it ends while a round is running', async () => {
  const { time, rounds } = setUp(async () => {
    await flush();
    return false;
  });
  rounds.begin('a');
  time.advance(0);
  rounds.end('a');
  await flush();
  await flush();
  expect([rounds.has('a'), time.pending()]).toEqual([false, 0]);
});

it('is over after the round that finished it, however it was asked for', async () => {
  let count = 0;
  const { time, rounds } = setUp(() => Promise.resolve(++count > 0));
  rounds.begin('a');
  time.advance(0);
  await flush();
  await rounds.now('b');
  expect([count, rounds.has('a'), rounds.has('b'), time.pending()]).toEqual([2, false, false, 0]);
});

it('ends what was never begun, and what runs for the first time, without a word', async () => {
  const { time, rounds } = setUp(async () => {
    await flush();
    return false;
  });
  rounds.end('never');
  const running = rounds.now('a');
  rounds.end('a');
  await running;
  expect([rounds.has('a'), time.pending()]).toEqual([false, 0]);
});

it('does nothing any more once it was stopped', async () => {
  let count = 0;
  const { time, rounds } = setUp(() => Promise.resolve(++count > 9));
  rounds.stop();
  rounds.begin('a');
  await rounds.now('b');
  rounds.hurry();
  time.advance(60_000);
  await flush();
  expect([count, rounds.has('a'), rounds.has('b'), time.pending()]).toEqual([0, false, false, 0]);
});
