// Work that repeats after the wait it answers, at once when asked, and never twice at a time.
import type { Delay, Log } from '#main/ports.ts';

export type Refresh = {
  /** Runs soon; asked while it runs, it runs once more afterwards. */
  now(): void;
  stop(): void;
};

type Deps = {
  /** Answers how long to wait before the next run; undefined waits to be asked. */
  work: () => Promise<number | undefined>;
  /** After a run that threw. */
  retryMs: number;
  delay: Delay;
  log: Log;
};

export function createRefresh({ work, retryMs, delay, log }: Deps): Refresh {
  let isRunning = false;
  let isAskedAgain = false;
  let isStopped = false;
  let cancel: (() => void) | undefined;

  async function run(): Promise<void> {
    cancel?.();
    cancel = undefined;
    isRunning = true;
    const waitMs = await work().catch((error: unknown) => {
      log('error', 'a refresh failed', { error: String(error) });
      return retryMs;
    });
    isRunning = false;
    if (isStopped) return;
    if (isAskedAgain) {
      isAskedAgain = false;
      return run();
    }
    if (waitMs !== undefined) cancel = delay(waitMs, start);
  }

  function start(): void {
    if (isStopped) return;
    if (isRunning) isAskedAgain = true;
    else void run();
  }

  return {
    now: start,
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
