// Every gap in what a stream said leaves exactly one record: opened when the stream is lost, closed when it is live
// again, and marked as filled once everything was read that could have been missed.
import type { StreamPhase } from '#contract/records.ts';
import type { Gap } from '#contract/trading.ts';
import type { Clock } from '#main/ports.ts';

type StreamGaps = {
  /** Feed it every change of the stream's phase. Answers true when the stream came (back) to life. */
  onPhase(phase: StreamPhase): boolean;
  /** Everything was read, from `since` on (now when left out): gaps that were closed by then are filled. */
  onFilled(since?: number): void;
};

export function createStreamGaps(
  stream: Gap['stream'],
  clock: Clock,
  save: (gap: Gap) => void,
): StreamGaps {
  let wasLive = false;
  let lostAt: number | undefined;
  let closed: Gap[] = [];
  return {
    onPhase(phase) {
      const isLive = phase === 'live';
      const cameAlive = isLive && !wasLive;
      if (cameAlive && lostAt !== undefined) {
        const gap = { stream, from: lostAt, to: clock.wall() };
        closed.push(gap);
        save(gap);
        lostAt = undefined;
      }
      // Stale is still connected: it becomes a gap only if the connection has to be given up.
      if (wasLive && !isLive && phase !== 'stale') lostAt ??= clock.wall();
      wasLive = isLive || (wasLive && phase === 'stale');
      return cameAlive;
    },
    onFilled(since = clock.wall()) {
      const filled = closed.filter(({ to }) => to <= since);
      closed = closed.filter((gap) => !filled.includes(gap));
      for (const gap of filled) save({ ...gap, filledAt: clock.wall() });
    },
  };
}
