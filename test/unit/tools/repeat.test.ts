import { describe, expect, it } from 'vitest';
import { createRepeater, createSingleRepeater, type RoundResult } from '#main/tools/repeat.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(run: (key: string, round: number) => Promise<RoundResult>) {
  const time = createFakeTime();
  const log: unknown[] = [];
  const repeater = createRepeater({
    what: 'work',
    run,
    delay: time.delay,
    log: (...line) => void log.push(line),
  });
  return { time, repeater, log };
}

const FAILED = ['error', 'work failed', { key: 'a', error: 'Error: broken' }];

it('goes on after a round that throws', async () => {
  let count = 0;
  const { time, repeater, log } = setUp(() => {
    if (++count < 3) throw new Error('broken');
    return Promise.resolve(true);
  });
  repeater.begin('a');
  for (let step = 0; step < 10; step++) {
    time.advance(200);
    await flush();
  }
  expect([count, repeater.has('a'), time.pending()]).toEqual([3, false, 0]);
  expect(log).toEqual([FAILED, FAILED]);
});

it('goes on when it cannot be told how long to wait', async () => {
  const time = createFakeTime();
  const log: unknown[] = [];
  let count = 0;
  const repeater = createRepeater({
    what: 'work',
    run: () => Promise.resolve(++count === 2),
    waitMs() {
      throw new Error('broken');
    },
    delay: time.delay,
    log: (...line) => void log.push(line),
  });
  await repeater.now('a');
  time.advance(30_000);
  await flush();
  expect([count, repeater.has('a')]).toEqual([2, false]);
  expect(log).toEqual([FAILED]);
});

it('never runs two repeater of one key at a time, and never spins', async () => {
  let running = 0;
  let count = 0;
  const { time, repeater } = setUp(async () => {
    expect(++running).toBe(1);
    await flush();
    running--;
    count++;
    return false;
  });
  repeater.begin('a');
  await Promise.all([repeater.now('a'), repeater.now('a')]);
  repeater.hurry();
  repeater.begin('a');
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
  repeater.stop();
  expect(time.pending()).toBe(0);
});

it('runs once more when it was asked for during the round that finished it', async () => {
  let count = 0;
  const { time, repeater } = setUp(() => {
    if (++count === 1) void repeater.now('a');
    return Promise.resolve(true);
  });
  repeater.begin('a');
  time.advance(0);
  await flush();
  expect([count, repeater.has('a')]).toEqual([1, true]);
  time.advance(0);
  await flush();
  expect([count, repeater.has('a')]).toEqual([2, false]);
});

it('leaves nothing behind when it ends while a round is running', async () => {
  const { time, repeater } = setUp(async () => {
    await flush();
    return false;
  });
  repeater.begin('a');
  time.advance(0);
  repeater.end('a');
  await flush();
  await flush();
  expect([repeater.has('a'), time.pending()]).toEqual([false, 0]);
});

it('is over after the round that finished it, however it was asked for', async () => {
  let count = 0;
  const { time, repeater } = setUp(() => Promise.resolve(++count > 0));
  repeater.begin('a');
  time.advance(0);
  await flush();
  await repeater.now('b');
  expect([count, repeater.has('a'), repeater.has('b'), time.pending()]).toEqual([
    2,
    false,
    false,
    0,
  ]);
});

it('ends what was never begun, and what runs for the first time, without a word', async () => {
  const { time, repeater } = setUp(async () => {
    await flush();
    return false;
  });
  repeater.end('never');
  const running = repeater.now('a');
  repeater.end('a');
  await running;
  expect([repeater.has('a'), time.pending()]).toEqual([false, 0]);
});

it('does nothing any more once it was stopped', async () => {
  let count = 0;
  const { time, repeater } = setUp(() => Promise.resolve(++count > 9));
  repeater.stop();
  repeater.begin('a');
  await repeater.now('b');
  repeater.hurry();
  time.advance(60_000);
  await flush();
  expect([count, repeater.has('a'), repeater.has('b'), time.pending()]).toEqual([
    0,
    false,
    false,
    0,
  ]);
});

describe('the wait before the next round', () => {
  it('is what the work answers', async () => {
    let count = 0;
    const { time, repeater } = setUp(() => Promise.resolve(++count === 1 ? 1_000 : true));
    await repeater.now('a');
    time.advance(999);
    await flush();
    expect(count).toBe(1);
    time.advance(1);
    await flush();
    expect([count, repeater.has('a')]).toEqual([2, false]);
  });

  it('is none when work that goes on was asked for meanwhile', async () => {
    let count = 0;
    const { time, repeater } = setUp(() => {
      if (++count === 1) void repeater.now('a');
      return Promise.resolve(60_000);
    });
    await repeater.now('a');
    time.advance(0);
    await flush();
    time.advance(59_999);
    await flush();
    expect(count).toBe(2);
  });

  it('is shortened by a time within which a round is due, and never lengthened', async () => {
    let count = 0;
    const { time, repeater } = setUp(() => Promise.resolve(++count < 3 ? 10_000 : true));
    repeater.within('a', 500);
    time.advance(400);
    repeater.within('a', 500);
    time.advance(100);
    await flush();
    expect(count).toBe(1);
    time.advance(1_000);
    repeater.within('a', 500);
    repeater.within('a', 20_000);
    time.advance(500);
    await flush();
    expect([count, time.pending()]).toEqual([2, 1]);
  });

  it('is kept when the round that was running is the last one otherwise', async () => {
    let count = 0;
    const { time, repeater } = setUp(() => {
      if (++count === 1) repeater.within('a', 500);
      return Promise.resolve(true);
    });
    await repeater.now('a');
    time.advance(499);
    await flush();
    expect([count, repeater.has('a')]).toEqual([1, true]);
    time.advance(1);
    await flush();
    expect([count, repeater.has('a'), time.pending()]).toEqual([2, false, 0]);
  });
});

describe('work of which there is only one', () => {
  function setUpSingle(answers: (number | true | Error)[]) {
    const time = createFakeTime();
    const finish: (() => void)[] = [];
    let runs = 0;
    const single = createSingleRepeater({
      what: 'work',
      waitMs: () => 50,
      delay: time.delay,
      log: () => undefined,
      async run() {
        const answer = answers[runs++] ?? true;
        await new Promise<void>((resolve) => finish.push(resolve));
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    /** Ends the round that is running, and lets a round begin that is due at once. */
    const settle = async () => {
      await flush();
      finish.shift()?.();
      await flush();
      time.advance(0);
      await flush();
    };
    return { single, time, settle, runs: () => runs };
  }

  it('runs once at a time, and once more when it was asked meanwhile', async () => {
    const { single, settle, runs } = setUpSingle([true, true]);
    single.now();
    single.now();
    single.now();
    await flush();
    expect(runs()).toBe(1);
    await settle();
    expect(runs()).toBe(2);
    await settle();
    expect(runs()).toBe(2);
  });

  it('repeats after the wait that it answers, and after one of its own when it throws', async () => {
    const { single, settle, runs, time } = setUpSingle([1_000, new Error('broken'), true]);
    single.now();
    await settle();
    time.advance(999);
    await flush();
    expect(runs()).toBe(1);
    time.advance(1);
    await settle();
    time.advance(50);
    await flush();
    expect(runs()).toBe(3);
  });

  it('does nothing more once it is stopped', async () => {
    const { single, settle, runs, time } = setUpSingle([10, 10]);
    single.now();
    await flush();
    single.stop();
    await settle();
    time.advance(100);
    single.now();
    single.within(10);
    time.advance(100);
    await flush();
    expect([runs(), time.pending()]).toEqual([1, 0]);
  });
});
