// Which session runs at a moment, by the hours of the coming days. The exchange's sessions count before the night's,
// which begins and ends where they do.
import type { MarketSession, SessionPhase, SessionSpan } from '#contract/market-state.ts';

/** Undefined where no hours are known at all. */
export function sessionAt(spans: readonly SessionSpan[], at: number): MarketSession | undefined {
  if (spans.length === 0) return undefined;
  const running = spans.filter(({ from, to }) => from <= at && at < to);
  const span = running.find(({ phase }) => phase !== 'overnight') ?? running[0];
  if (span) return { phase: span.phase, ...endOf(spans, span.phase, span.to) };
  const next = Math.min(...spans.filter(({ from }) => from > at).map(({ from }) => from));
  return { phase: 'closed', ...(next < Infinity && { until: next }) };
}

/** Hours that follow each other without a break, for as long as any are known, have no end. */
export function endOf(
  spans: readonly SessionSpan[],
  phase: SessionPhase,
  until: number,
): Pick<MarketSession, 'until' | 'isEndless'> {
  let end = until;
  for (;;) {
    const next = spans.find(
      ({ phase: its, from, to }) => its === phase && from === end && to > end,
    );
    if (!next) break;
    end = next.to;
  }
  const isEndless = end > until && spans.every(({ to }) => to <= end);
  return isEndless ? { isEndless } : { until: end };
}
