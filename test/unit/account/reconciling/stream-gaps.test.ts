import { describe, expect, it } from 'vitest';
import type { StreamPhase } from '#contract/records.ts';
import type { Gap } from '#contract/trading.ts';
import { createStreamGaps } from '#main/account/reconciling/stream-gaps.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp() {
  const time = createFakeTime(0);
  const saved: Gap[] = [];
  const gaps = createStreamGaps('orders', time.clock, (gap) => saved.push(gap));
  const go = (...phases: StreamPhase[]) =>
    phases.map((phase) => {
      time.advance(1_000);
      return gaps.onPhase(phase);
    });
  return { gaps, saved, go, time };
}

describe('gaps', () => {
  it('leaves none for the first connection', () => {
    const { go, saved } = setUp();
    expect(go('connecting', 'live')).toEqual([false, true]);
    expect(saved).toEqual([]);
  });

  it('leaves one for each loss, from the loss to the return, and fills it once', () => {
    const { go, saved, gaps } = setUp();
    go('connecting', 'live', 'reconnecting', 'connecting', 'live');
    expect(saved).toEqual([{ stream: 'orders', from: 3_000, to: 5_000 }]);
    gaps.onFilled();
    gaps.onFilled();
    expect(saved.slice(1)).toEqual([{ stream: 'orders', from: 3_000, to: 5_000, filledAt: 5_000 }]);
  });

  it('does not call a stale stream a gap unless it has to be given up', () => {
    const { go, saved } = setUp();
    expect(go('live', 'stale', 'live')).toEqual([true, false, false]);
    expect(saved).toEqual([]);
    go('stale', 'reconnecting', 'live');
    expect(saved).toEqual([{ stream: 'orders', from: 5_000, to: 6_000 }]);
  });

  it('does not fill a gap that is still open', () => {
    const { go, saved, gaps } = setUp();
    go('live', 'reconnecting');
    gaps.onFilled();
    expect(saved).toEqual([]);
  });
});
