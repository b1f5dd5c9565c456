// Every gap in what a stream said leaves exactly one record: opened when the stream is lost, from the last moment at which
// it is known to have told everything, closed when it is live
// again or the desk closes, and marked as filled once everything was read that could have been missed. A loss in which
// nothing can have been said is none; that is known for sure only once everything was read. What came before what is
// decided on the clock that nobody sets; the record has the time of the wall.
import { isHearing, type StreamPhase } from '#contract/records.ts';
import type { Gap } from '#contract/trading.ts';
import type { Clock } from '#main/ports.ts';
import { markOf, type ClockMark } from '#main/tools/either-clock.ts';

type StreamGaps = {
  /**
   * Feed it every change of the stream's phase. Answers true when the stream came (back) to life. A loss begins where the
   * stream is known to have told everything until then, which may be long before the loss is seen.
   */
  onPhase(phase: StreamPhase, known?: ClockMark): boolean;
  /** Everything was read, from this elapsed time on (now when left out): gaps that were closed by then are filled. */
  onFilled(since?: number): void;
  /** Another stream takes its place, and what this one told counts no more: it left no gap. */
  forget(): void;
  /** The desk is closing. One that is still down leaves its record, which the next run fills. */
  end(): void;
};

/** `mark`: nothing was said meanwhile, unless what is read tells otherwise. */
type Closed = { gap: Gap; at: number; mark?: string };

/** A stream of prices that is lost so shortly before the desk closes is lost by the closing itself. */
const CLOSING_MS = 1_000;

/**
 * `left` are those of an earlier run that were not filled when it ended. Orders are read whole, heard or not; of prices
 * such a gap goes on until they are heard again, and nothing that was read before fills it.
 */
export function createStreamGaps(
  stream: Gap['stream'],
  clock: Clock,
  save: (gap: Gap) => void,
  left: readonly Gap[] = [],
  /** While nothing can be said: what is known, which nothing that was said would leave as it is. */
  silentMark: () => string | undefined = () => undefined,
): StreamGaps {
  let wasLive = false;
  let lost: (ClockMark & { seenAt: number; mark: string | undefined }) | undefined;
  let closed: Closed[] = left
    .filter((gap) => gap.stream === stream && gap.filledAt === undefined)
    .map((gap) => ({ gap, at: stream === 'prices' ? Infinity : -Infinity }));

  function close(): void {
    if (!lost) return;
    const { wall: to, elapsed: at } = markOf(clock);
    // A clock that was set back meanwhile must not make it end before it began.
    const gap = { stream, from: Math.min(lost.wall, to - (at - lost.elapsed)), to };
    const mark = silentMark();
    const isSilent = mark !== undefined && mark === lost.mark;
    closed.push({ gap, at, ...(isSilent && { mark }) });
    if (!isSilent) save(gap);
    lost = undefined;
  }

  function endLeft(): void {
    const { wall, elapsed } = markOf(clock);
    closed = closed.map((one) => {
      if (one.at !== Infinity) return one;
      const gap = { ...one.gap, to: Math.max(one.gap.to, wall) };
      save(gap);
      return { gap, at: elapsed };
    });
  }

  return {
    onPhase(phase, known = markOf(clock)) {
      const cameAlive = isHearing(phase) && !wasLive;
      if (cameAlive) {
        endLeft();
        close();
      }
      // Stale is still connected: it becomes a gap only if the connection has to be given up.
      const isConnected = isHearing(phase) || (wasLive && phase === 'stale');
      if (wasLive && !isConnected)
        lost ??= { ...known, seenAt: clock.elapsed(), mark: silentMark() };
      wasLive = isConnected;
      return cameAlive;
    },
    onFilled(since = clock.elapsed()) {
      const filled = closed.filter(({ at }) => at <= since);
      closed = closed.filter((gap) => !filled.includes(gap));
      for (const { gap, mark } of filled)
        if (mark === undefined || mark !== silentMark()) save({ ...gap, filledAt: clock.wall() });
    },
    end() {
      if (stream === 'prices' && lost && clock.elapsed() - lost.seenAt < CLOSING_MS)
        lost = undefined;
      close();
      for (const { gap, mark } of closed) if (mark !== undefined) save(gap);
      closed = [];
    },
    forget() {
      wasLive = false;
      lost = undefined;
    },
  };
}
