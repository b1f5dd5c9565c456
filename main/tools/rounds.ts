// Work that is repeated until it is done, one line of it per key: looking for an order, cancelling one, reading one. A
// round that throws is a round without a result: following never ends by an exception, and never spins.
import type { Delay, Log } from '#main/ports.ts';

export type Rounds = {
  /** Follows the key from now on; the first round runs at once. One that is followed already goes on as it is. */
  begin(key: string): void;
  /** A round now, or the one that is running; answers at its end. Waits start small again. */
  now(key: string): Promise<void>;
  /** Every key, now. */
  hurry(): void;
  has(key: string): boolean;
  end(key: string): void;
  stop(): void;
};

type Deps = {
  /** For the log. */
  what: string;
  /** Whether it is done. Must answer or throw in bounded time, as every call of the client does. */
  run: (key: string, round: number) => Promise<boolean>;
  waitMs?: (key: string, round: number) => number;
  delay: Delay;
  log: Log;
};

type Line = {
  round: number;
  running: Promise<void> | undefined;
  /** Asked for while a round was running: what that one found to be done may not be any more. */
  isAskedAgain: boolean;
  cancelTimer: (() => void) | undefined;
};

const FIRST_MS = 100;
export const LONGEST_WAIT_MS = 30_000;

export function createRounds(deps: Deps): Rounds {
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
      isAskedAgain: false,
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
    const isDone = await attempt(key, line);
    const { isAskedAgain } = line;
    line.running = undefined;
    line.isAskedAgain = false;
    if (lines.get(key) !== line) return;
    if (isStopping || (isDone && !isAskedAgain)) lines.delete(key);
    else if (isDone) schedule(key, line, 0);
    else schedule(key, line, safeWaitMs(key, line.round));
  }

  async function attempt(key: string, line: Line): Promise<boolean> {
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
      line.isAskedAgain = line.running !== undefined;
      await run(key, line);
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

/** At once, then growing without an end. */
export const growingWaitMs = (round: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_MS * 2 ** Math.min(round, 12));
