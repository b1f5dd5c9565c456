// The broker's clock. On wall time it runs at a pace that can be changed, paused and stepped; on virtual time (--start)
// nothing moves it but a fixed tick per request and steps, so that the same requests come at the same times.
import type { Metadata } from '#main/paper/server/data-folder.ts';

export type PaperClock = ReturnType<typeof createClock>;

/** Runs `run` once after `delayMs` of wall time; answers a function that cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

type Deps = { wall(): number; schedule: Schedule };
type Options = { startMs: number; virtual: boolean; speed: number };
type Timer = { timeMs: number; run: () => void };

const TICK_MS = 1;
/** Node's timers overflow beyond 2^31 ms; waking once an hour to look again costs nothing. */
const LONGEST_WAIT_MS = 3_600_000;

export function createClock({ startMs, virtual, speed: pace }: Options, deps: Deps) {
  const timers: Timer[] = [];
  const listeners = new Set<(timeMs: number) => void>();
  let speed = pace;
  let paused = false;
  let anchorMs = startMs;
  let anchorWall = deps.wall();
  let latestMs = startMs; // what has been told; never run backwards
  let ceilingMs: number | undefined; // while due timers run, time stands at the one that runs
  let disarm: (() => void) | undefined;
  let stopped = false;

  const moving = () => !virtual && !paused;
  const reached = () =>
    moving() ? anchorMs + Math.floor((deps.wall() - anchorWall) * speed) : anchorMs;

  const target = () => Math.max(reached(), latestMs);

  function now(): number {
    latestMs = Math.max(latestMs, ceilingMs ?? reached());
    return latestMs;
  }

  function runDue(): void {
    if (ceilingMs !== undefined) return; // a timer stepped the clock: the loop that runs it goes on from there
    try {
      for (let next = timers[0]; next && next.timeMs <= target(); next = timers[0]) {
        timers.shift();
        ceilingMs = next.timeMs;
        announce();
        next.run();
      }
    } finally {
      ceilingMs = undefined;
    }
    announce();
    arm();
  }

  function announce(): void {
    const nowMs = now();
    for (const listen of listeners) listen(nowMs);
  }

  function arm(): void {
    disarm?.();
    disarm = undefined;
    const next = timers[0];
    if (!next || !moving() || stopped || ceilingMs !== undefined) return;
    const waitMs = Math.max(0, Math.ceil((next.timeMs - now()) / speed));
    disarm = deps.schedule(runDue, Math.min(waitMs, LONGEST_WAIT_MS));
  }

  function reanchor(change: () => void): void {
    const nowMs = target();
    change();
    anchorMs = nowMs;
    anchorWall = deps.wall();
    arm();
  }

  function advance(ms: number): void {
    anchorMs += ms;
    runDue();
  }

  return {
    now,
    at(timeMs: number, run: () => void): () => void {
      const timer: Timer = { timeMs, run };
      const index = timers.findIndex((other) => other.timeMs > timeMs);
      timers.splice(index < 0 ? timers.length : index, 0, timer);
      if (timers[0] === timer) arm();
      return () => {
        const position = timers.indexOf(timer);
        if (position >= 0) timers.splice(position, 1);
      };
    },
    state: () => ({
      mode: virtual ? ('virtual' as const) : ('wall' as const),
      nowMs: now(),
      speed,
      paused,
    }),
    pause: () => reanchor(() => (paused = true)),
    resume: () => reanchor(() => (paused = false)),
    /** Refused on virtual time, which has no pace. */
    setSpeed(next: number): boolean {
      if (virtual) return false;
      reanchor(() => (speed = next));
      return true;
    },
    /** Jumps ahead; what falls due on the way runs in order, each at its own time. */
    step: advance,
    /** One request's worth of virtual time; nothing on wall time. */
    tick(): void {
      if (virtual && !paused) advance(TICK_MS);
    },
    /** Called with each time at which something falls due or a step ends. */
    onAdvance(listener: (timeMs: number) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop(): void {
      stopped = true;
      disarm?.();
    },
  };
}

type CheckpointDeps = { metadata: Metadata; clock: PaperClock; wall(): number; reachedMs: number };

const AHEAD_MS = 2000;

/**
 * Market time may run ahead of the wall (speed, steps, --start). How far it got is written down before it gets there, so
 * that a restart, even after a crash, never goes back behind a time that was already told.
 */
export function createClockCheckpoint({ metadata, clock, wall, reachedMs }: CheckpointDeps) {
  let reservedMs = reachedMs;
  const write = (ms: number) => metadata.set('clock', String(ms));
  return {
    reserve(): void {
      const { nowMs, speed, mode } = clock.state();
      if (mode === 'wall' && nowMs <= wall()) return; // the wall will tell
      if (nowMs < reservedMs) return;
      reservedMs = nowMs + Math.ceil(AHEAD_MS * Math.max(speed, 1));
      write(reservedMs);
    },
    /** A proper end: the next start goes on from this very time. */
    settle: () => write(clock.now()),
  };
}
