// Time that exists only inside a simulation. It stands still while anything can run, and then jumps to the next timer;
// so a minute of waiting costs nothing, and what happens depends on nothing but the timers and the order they were set.
import type { Schedule } from '#main/paper/clock.ts';
import type { Clock, Delay } from '#main/ports.ts';

export type VirtualTime = {
  /** Since the simulation began, in milliseconds. */
  now(): number;
  delay: Delay;
  /** The same for the broker, whose arguments come the other way round. */
  schedule: Schedule;
  sleep(ms: number): Promise<void>;
  /** A machine's own idea of the date: it runs with this time, and can be set wrong. */
  createClock(): Clock & { jump(ms: number): void };
  /** How many timers have run, without those of the broker's own machine and those that only looked. */
  timersRun(): number;
  /** Looks often, as `until` of the desk's support does; false when it did not come true in time. */
  until(isTrue: () => boolean, withinMs: number): Promise<boolean>;
  /** Lets time pass until the work is done. Ends with an error when nothing is left that could ever finish it. */
  run<T>(work: Promise<T>): Promise<T>;
};

type Timer = { at: number; order: number; run: (() => void) | undefined };

/** A Monday at 15:00 UTC, in New York the middle of a trading day. */
const STARTS_AT = Date.UTC(2026, 0, 5, 15);
const LOOK_EVERY_MS = 20;
/** As a rule nothing takes a day: whatever is still waiting then waits for something that never comes. */
const LONGEST_MS = 24 * 3_600_000;

export function createVirtualTime(startsAt = STARTS_AT, longestMs = LONGEST_MS): VirtualTime {
  const timers = createQueue();
  let timersRun = 0;
  let now = 0;
  let order = 0;

  const delay: Delay = (ms, run) => {
    const timer: Timer = { at: now + Math.max(0, ms), order: order++, run };
    timers.add(timer);
    return () => (timer.run = undefined);
  };
  const uncounted: Delay = (ms, run) =>
    delay(ms, () => {
      timersRun--;
      run();
    });
  const sleep = (ms: number) => new Promise<void>((resolve) => delay(ms, resolve));

  return {
    now: () => now,
    delay,
    schedule: (run, ms) => uncounted(ms, run),
    sleep,
    timersRun: () => timersRun,
    createClock() {
      let set = 0;
      return {
        wall: () => Math.floor(startsAt + now + set),
        elapsed: () => now,
        jump: (ms) => (set += ms),
      };
    },
    async until(isTrue, withinMs) {
      const end = now + withinMs;
      while (!isTrue()) {
        if (now >= end) return false;
        await new Promise<void>((resolve) => uncounted(LOOK_EVERY_MS, resolve));
      }
      return true;
    },
    async run(work) {
      let isDone = false;
      const ended = work.finally(() => (isDone = true));
      ended.catch(() => undefined); // told by the caller's own await below
      for (;;) {
        await quiet();
        if (isDone) return ended;
        const next = timers.take();
        if (!next) throw new Error('The simulation stands still: nothing is left to happen.');
        if (next.at > longestMs) throw new Error('The simulation does not come to an end.');
        now = next.at;
        timersRun++;
        next.run?.();
      }
    },
  };
}

/**
 * An immediate runs after every microtask and tick that is due, and after the immediates before it. Nothing in here does
 * I/O that the system could finish early or late, so a turn of the loop holds the same work in every run.
 */
const quiet = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The earliest first; of two at the same moment the one that was set first. A heap, because there are many. */
function createQueue() {
  const heap: Timer[] = [];
  const isBefore = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const at = (index: number) => heap[index] as Timer;

  function rise(index: number): void {
    const timer = at(index);
    let hole = index;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!isBefore(timer, at(parent))) break;
      heap[hole] = at(parent);
      hole = parent;
    }
    heap[hole] = timer;
  }

  function sink(timer: Timer): void {
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(at(child + 1), at(child))) child++;
      if (!isBefore(at(child), timer)) break;
      heap[hole] = at(child);
      hole = child;
    }
    heap[hole] = timer;
  }

  function pop(): Timer | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (first && last && first !== last) sink(last);
    return first;
  }

  return {
    add(timer: Timer): void {
      heap.push(timer);
      rise(heap.length - 1);
    },
    /** Those that were canceled are left out. */
    take(): Timer | undefined {
      let timer = pop();
      while (timer && !timer.run) timer = pop();
      return timer;
    },
  };
}
