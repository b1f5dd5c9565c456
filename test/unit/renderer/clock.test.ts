import { expect, it } from 'vitest';
import { createClock } from '#renderer/core/clock.ts';

function setUp() {
  let time = 1_000_000;
  const timers = new Map<number, () => void>();
  let started = 0;
  const clock = createClock({
    now: () => time,
    every(ms, run) {
      started++;
      timers.set(ms, run);
      return () => timers.delete(ms);
    },
  });
  return {
    clock,
    timers,
    started: () => started,
    pass(ms: number) {
      time += ms;
    },
    beat(everyMs: number) {
      time += everyMs;
      timers.get(everyMs)?.();
    },
  };
}

it('wakes a thousand listeners by one timer, at one moment', () => {
  const { clock, started, beat } = setUp();
  const seen: number[] = [];
  for (let n = 0; n < 1_000; n++) clock.on(1_000, () => seen.push(clock.at(1_000)));
  beat(1_000);
  expect(started()).toBe(1);
  expect([seen.length, new Set(seen)]).toEqual([1_000, new Set([1_001_000])]);
});

it('tells the same moment until the next beat', () => {
  const { clock, pass, beat } = setUp();
  clock.on(5_000, () => undefined);
  pass(4_000);
  expect(clock.at(5_000)).toBe(1_000_000);
  beat(5_000);
  expect(clock.at(5_000)).toBe(1_009_000);
});

it('keeps no timer for nobody, and tells whoever comes later no old moment', () => {
  const { clock, timers, pass } = setUp();
  const stops = [clock.on(1_000, () => undefined), clock.on(1_000, () => undefined)];
  stops[0]?.();
  expect(timers.size).toBe(1);
  stops[1]?.();
  expect(timers.size).toBe(0);
  pass(3_600_000);
  expect(clock.at(1_000)).toBe(4_600_000);
});

it('keeps periods apart', () => {
  const { clock, beat } = setUp();
  let wakes = 0;
  clock.on(60_000, () => wakes++);
  clock.on(1_000, () => undefined);
  beat(1_000);
  expect(wakes).toBe(0);
});
