import type { Clock, Delay, Random } from '#main/ports.ts';

export type FakeTime = {
  clock: Clock;
  delay: Delay;
  /** Moves time on and runs what falls due, in order. */
  advance(ms: number): void;
  /** Moves the date without letting any timer run, as sleep does. */
  sleep(ms: number): void;
  pending(): number;
};

type Timer = { at: number; order: number; run: () => void };

/** Time that moves only when a test says so. */
export function createFakeTime(startMs = Date.UTC(2026, 0, 5, 15)): FakeTime {
  let wall = startMs;
  let elapsed = 0;
  let order = 0;
  const timers = new Set<Timer>();
  return {
    clock: { wall: () => wall, elapsed: () => elapsed },
    delay(ms, run) {
      const timer = { at: elapsed + ms, order: order++, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = elapsed + ms;
      for (;;) {
        const next = [...timers]
          .filter((timer) => timer.at <= end)
          .sort((a, b) => a.at - b.at || a.order - b.order)[0];
        if (!next) break;
        timers.delete(next);
        wall += next.at - elapsed;
        elapsed = next.at;
        next.run();
      }
      wall += end - elapsed;
      elapsed = end;
    },
    sleep(ms) {
      wall += ms;
    },
    pending: () => timers.size,
  };
}

/** Randomness that a test can predict: a small generator with a seed. */
export function createFakeRandom(seed = 1): Random {
  let state = seed >>> 0;
  let count = 0;
  const float = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    float,
    uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    secret: (bytes) => 'ab'.repeat(bytes),
  };
}
