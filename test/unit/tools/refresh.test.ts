import { describe, expect, it } from 'vitest';
import { createRefresh } from '#main/tools/refresh.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp(answers: (number | undefined | Error)[]) {
  const time = createFakeTime();
  const finish: (() => void)[] = [];
  let runs = 0;
  const refresh = createRefresh({
    retryMs: 50,
    delay: time.delay,
    log: () => undefined,
    async work() {
      const answer = answers[runs++];
      await new Promise<void>((resolve) => finish.push(resolve));
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const settle = async () => {
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { refresh, time, settle, runs: () => runs };
}

describe('a refresh', () => {
  it('runs once at a time, and once more when it was asked meanwhile', async () => {
    const { refresh, settle, runs } = setUp([undefined, undefined]);
    refresh.now();
    refresh.now();
    refresh.now();
    expect(runs()).toBe(1);
    await settle();
    expect(runs()).toBe(2);
    await settle();
    expect(runs()).toBe(2);
  });

  it('repeats after the wait its work answers', async () => {
    const { refresh, settle, runs, time } = setUp([1_000, undefined]);
    refresh.now();
    await settle();
    time.advance(999);
    expect(runs()).toBe(1);
    time.advance(1);
    expect(runs()).toBe(2);
  });

  it('goes on after work that throws', async () => {
    const { refresh, settle, runs, time } = setUp([new Error('broken'), undefined]);
    refresh.now();
    await settle();
    time.advance(50);
    expect(runs()).toBe(2);
  });

  it('does nothing more once it is stopped', async () => {
    const { refresh, settle, runs, time } = setUp([10, 10]);
    refresh.now();
    refresh.stop();
    await settle();
    time.advance(100);
    refresh.now();
    expect([runs(), time.pending()]).toEqual([1, 0]);
  });
});
