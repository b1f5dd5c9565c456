// Work that is repeated, by key: looking for an order until it is found, reading an account again and again. Never two
// rounds of one key at a time. A round that throws is a round without a result: repeating never ends by an exception,
// and never spins.
import type { Delay, Log } from '#main/ports.ts';
import { doublingMs } from '#main/tools/backoff.ts';

/** Whether the work is done; or, for work that goes on, how many ms from now it is due again. */
export type RoundResult = boolean | number;

type Repeater = {
  /** Repeats the key from now on; the first round runs at once. One that is repeated already goes on as it is. */
  begin(key: string): void;
  /** A round now, or the one that is running; answers at its end. Waits start small again. */
  now(key: string): Promise<void>;
  /** A round no later than this. */
  within(key: string, ms: number): void;
  /** Every key, now. */
  hurry(): void;
  has(key: string): boolean;
  end(key: string): void;
  stop(): void;
};

type Deps = {
  /** For the log. */
  what: string;
  /** Must answer or throw in bounded time, as every call of the client does. */
  run: (key: string, round: number) => Promise<RoundResult>;
  /** After a round that was not the last one, or that threw. */
  waitMs?: (key: string, round: number) => number;
  delay: Delay;
  log: Log;
};

type Line = {
  round: number;
  running: Promise<void> | undefined;
  /** Asked for while a round was running: what that one found to be done may not be any more. */
  askedMs: number | undefined;
  /** The wait before the next round, and how to cancel it. */
  waitingMs: number;
  cancelTimer: (() => void) | undefined;
};

const FIRST_MS = 100;
const LONGEST_WAIT_MS = 30_000;
const MOST_SELDOM_MS = 900_000;

export function createRepeater(deps: Deps): Repeater {
  const { delay, log } = deps;
  const waitMs = deps.waitMs ?? ((_key, round) => growingWaitMs(round));
  const lines = new Map<string, Line>();
  let isStopping = false;

  function lineOf(key: string): Line {
    const known = lines.get(key);
    if (known) return known;
    const line: Line = {
      round: 0,
      running: undefined,
      askedMs: undefined,
      waitingMs: Infinity,
      cancelTimer: undefined,
    };
    lines.set(key, line);
    return line;
  }

  function run(key: string, line: Line): Promise<void> {
    line.cancelTimer?.();
    line.running ??= runOne(key, line);
    return line.running;
  }

  async function runOne(key: string, line: Line): Promise<void> {
    // Not at once: `running` must be set before the work begins, which may ask for a round itself.
    await Promise.resolve();
    const result = await attempt(key, line);
    const { askedMs } = line;
    line.running = undefined;
    line.askedMs = undefined;
    if (lines.get(key) !== line) return;
    if (isStopping || (result === true && askedMs === undefined)) lines.delete(key);
    else if (result === false) schedule(key, line, safeWaitMs(key, line.round));
    else schedule(key, line, Math.min(result === true ? Infinity : result, askedMs ?? Infinity));
  }

  async function attempt(key: string, line: Line): Promise<RoundResult> {
    try {
      return await deps.run(key, line.round++);
    } catch (error) {
      log('error', `${deps.what} failed`, { key, error: String(error) });
      return false;
    }
  }

  function safeWaitMs(key: string, round: number): number {
    try {
      return waitMs(key, round);
    } catch (error) {
      log('error', `${deps.what} failed`, { key, error: String(error) });
      return LONGEST_WAIT_MS;
    }
  }

  function schedule(key: string, line: Line, ms: number): void {
    line.cancelTimer?.();
    line.waitingMs = ms;
    line.cancelTimer = delay(ms, () => void run(key, line));
  }

  function end(key: string): void {
    lines.get(key)?.cancelTimer?.();
    lines.delete(key);
  }

  return {
    begin(key) {
      if (!isStopping && !lines.has(key)) schedule(key, lineOf(key), 0);
    },
    async now(key) {
      if (isStopping) return;
      const line = lineOf(key);
      line.round = 0;
      if (line.running) line.askedMs = 0;
      await run(key, line);
    },
    within(key, ms) {
      if (isStopping) return;
      const line = lineOf(key);
      if (line.running) line.askedMs = Math.min(line.askedMs ?? Infinity, ms);
      // A timer that was set earlier for no longer a wait is due sooner.
      else if (line.waitingMs > ms) schedule(key, line, ms);
    },
    hurry() {
      if (isStopping) return;
      for (const [key, line] of lines) {
        line.round = 0;
        void run(key, line);
      }
    },
    has: (key) => lines.has(key),
    end,
    stop() {
      isStopping = true;
      for (const key of lines.keys()) end(key);
    },
  };
}

/** Work of which there is only one. */
export type SingleRepeater = { now(): void; within(ms: number): void; stop(): void };

export function createSingleRepeater(
  deps: Omit<Deps, 'run' | 'waitMs'> & { run: () => Promise<RoundResult>; waitMs: () => number },
): SingleRepeater {
  const repeater = createRepeater(deps);
  return {
    now: () => void repeater.now(deps.what),
    within: (ms) => repeater.within(deps.what, ms),
    stop: repeater.stop,
  };
}

/** At once, then growing without an end. */
export const growingWaitMs = (round: number): number =>
  doublingMs({ firstMs: FIRST_MS, capMs: LONGEST_WAIT_MS }, round);

/** The same, and then ever more seldom: a tenth of its age, for what is old. */
export function seldomWaitMs(round: number, ageMs: number): number {
  const waitMs = growingWaitMs(round);
  return waitMs < LONGEST_WAIT_MS
    ? waitMs
    : Math.min(MOST_SELDOM_MS, Math.max(LONGEST_WAIT_MS, ageMs / 10));
}
