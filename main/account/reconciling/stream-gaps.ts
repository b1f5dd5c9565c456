// Every gap in what a stream said leaves exactly one record: opened when the stream is lost, closed when it is live
// again or the desk closes, and marked as filled once everything was read that could have been missed. What came before what is decided on
// the clock that nobody sets; the record has the time of the wall.
import type { StreamPhase } from '#contract/records.ts';
import type { Gap } from '#contract/trading.ts';
import type { Clock } from '#main/ports.ts';

type StreamGaps = {
  /** Feed it every change of the stream's phase. Answers true when the stream came (back) to life. */
  onPhase(phase: StreamPhase): boolean;
  /** Everything was read, from this elapsed time on (now when left out): gaps that were closed by then are filled. */
  onFilled(since?: number): void;
  /** The desk is closing. One that is still down leaves its record, which the next run fills. */
  end(): void;
};

/** `left` are those of an earlier run that were not filled when it ended. */
export function createStreamGaps(
  stream: Gap['stream'],
  clock: Clock,
  save: (gap: Gap) => void,
  left: readonly Gap[] = [],
): StreamGaps {
  let wasLive = false;
  let lost: { wall: number; elapsed: number } | undefined;
  let closed = left
    .filter((gap) => gap.stream === stream && gap.filledAt === undefined)
    .map((gap) => ({ gap, at: -Infinity }));
  const now = () => ({ wall: clock.wall(), elapsed: clock.elapsed() });

  function close(): void {
    if (!lost) return;
    const { wall: to, elapsed: at } = now();
    // A clock that was set back meanwhile must not make it end before it began.
    const gap = { stream, from: Math.min(lost.wall, to - (at - lost.elapsed)), to };
    closed.push({ gap, at });
    save(gap);
    lost = undefined;
  }

  return {
    onPhase(phase) {
      const isLive = phase === 'live';
      const cameAlive = isLive && !wasLive;
      if (cameAlive) close();
      // Stale is still connected: it becomes a gap only if the connection has to be given up.
      if (wasLive && !isLive && phase !== 'stale') lost ??= now();
      wasLive = isLive || (wasLive && phase === 'stale');
      return cameAlive;
    },
    onFilled(since = clock.elapsed()) {
      const filled = closed.filter(({ at }) => at <= since);
      closed = closed.filter((gap) => !filled.includes(gap));
      for (const { gap } of filled) save({ ...gap, filledAt: clock.wall() });
    },
    end: close,
  };
}
