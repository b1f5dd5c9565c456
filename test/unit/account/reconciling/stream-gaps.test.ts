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

it('a stream that is exchanged for another leaves no gap', () => {
  const time = createFakeTime();
  const saved: Gap[] = [];
  const gaps = createStreamGaps('prices', time.clock, (gap) => saved.push(gap));
  gaps.onPhase('live');
  gaps.onPhase('reconnecting');
  gaps.forget();
  for (const phase of ['off', 'connecting', 'live'] as const) gaps.onPhase(phase);
  gaps.end();
  expect(saved).toEqual([]);
});

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

  it('is filled by a reading after it, also when the clock was set back meanwhile', () => {
    const { go, saved, gaps, time } = setUp();
    go('live', 'reconnecting', 'live');
    time.sleep(-3_600_000);
    time.advance(1_000);
    gaps.onFilled(time.clock.elapsed());
    expect(saved[1]).toMatchObject({ from: 2_000, to: 3_000, filledAt: 4_000 - 3_600_000 });
  });

  it('does not end before it began when the clock was set back within it', () => {
    const { go, saved, time } = setUp();
    go('live', 'reconnecting');
    time.sleep(-3_600_000);
    go('live');
    expect(saved).toEqual([{ stream: 'orders', from: 2_000 - 3_600_000, to: 3_000 - 3_600_000 }]);
  });

  it('begins where the stream is known to have told everything, however late its loss is seen', () => {
    const { go, saved, gaps, time } = setUp();
    go('live');
    const known = { wall: time.clock.wall(), elapsed: time.clock.elapsed() };
    time.advance(57_000);
    time.sleep(3_600_000);
    gaps.onPhase('reconnecting', known);
    go('live');
    expect(saved).toEqual([{ stream: 'orders', from: 1_000, to: 59_000 + 3_600_000 }]);
  });

  it('is none where the broker goes with the desk, whatever was heard last', () => {
    const time = createFakeTime(10_000);
    const saved: Gap[] = [];
    const gaps = createStreamGaps('prices', time.clock, (gap) => saved.push(gap));
    gaps.onPhase('live');
    time.advance(10_000);
    gaps.onPhase('reconnecting', { wall: 10_000, elapsed: 0 });
    gaps.end();
    expect(saved).toEqual([]);
  });

  it('is as long as the sleep in it', () => {
    const { go, saved, time } = setUp();
    go('live', 'reconnecting');
    time.sleep(3_600_000);
    go('live');
    expect(saved).toEqual([{ stream: 'orders', from: 2_000, to: 3_000 + 3_600_000 }]);
  });

  it('that an earlier run left is filled by what this one reads', () => {
    const time = createFakeTime(10_000);
    const saved: Gap[] = [];
    const left: Gap[] = [
      { stream: 'orders', from: 1, to: 2 },
      { stream: 'orders', from: 3, to: 4, filledAt: 5 },
      { stream: 'prices', from: 6, to: 7 },
    ];
    const gaps = createStreamGaps('orders', time.clock, (gap) => saved.push(gap), left);
    gaps.onFilled();
    expect(saved).toEqual([{ stream: 'orders', from: 1, to: 2, filledAt: 10_000 }]);
  });

  it('in prices that an earlier run left ends when they are heard again, and is not filled before', () => {
    const time = createFakeTime(10_000);
    const saved: Gap[] = [];
    const left: Gap[] = [{ stream: 'prices', from: 6, to: 7 }];
    const gaps = createStreamGaps('prices', time.clock, (gap) => saved.push(gap), left);
    // Nothing is asked for yet, so there is nothing to read.
    gaps.onFilled();
    gaps.onPhase('reconnecting');
    gaps.onFilled();
    expect(saved).toEqual([]);
    time.advance(5_000);
    gaps.onPhase('live');
    expect(saved).toEqual([{ stream: 'prices', from: 6, to: 15_000 }]);
    gaps.onFilled();
    expect(saved.at(-1)).toEqual({ stream: 'prices', from: 6, to: 15_000, filledAt: 15_000 });
  });

  it('in prices is none where the broker goes with the desk', () => {
    const time = createFakeTime(10_000);
    const saved: Gap[] = [];
    const gaps = createStreamGaps('prices', time.clock, (gap) => saved.push(gap));
    gaps.onPhase('live');
    gaps.onPhase('reconnecting');
    gaps.end();
    expect(saved).toEqual([]);
  });

  it('that is still open when the desk closes leaves its record, unfilled', () => {
    const { go, saved, gaps } = setUp();
    go('live', 'reconnecting', 'connecting');
    gaps.end();
    expect(saved).toEqual([{ stream: 'orders', from: 2_000, to: 3_000 }]);
    gaps.end();
    expect(saved).toHaveLength(1);
  });

  it('is none when the desk closes while the stream is live or stale', () => {
    const { go, saved, gaps } = setUp();
    go('live', 'stale');
    gaps.end();
    go('off');
    expect(saved).toEqual([]);
  });

  it('does not fill a gap that is still open', () => {
    const { go, saved, gaps } = setUp();
    go('live', 'reconnecting');
    gaps.onFilled();
    expect(saved).toEqual([]);
  });

  it('does not call a quiet stream a gap', () => {
    const { go, saved } = setUp();
    expect(go('live', 'quiet', 'live', 'quiet')).toEqual([true, false, false, false]);
    go('reconnecting', 'live');
    expect(saved).toEqual([{ stream: 'orders', from: 5_000, to: 6_000 }]);
  });

  describe('while nothing can be said', () => {
    const cutWhen = (...marks: (string | undefined)[]) => {
      const time = createFakeTime(0);
      const saved: Gap[] = [];
      let mark: string | undefined;
      const gaps = createStreamGaps(
        'prices',
        time.clock,
        (gap) => saved.push(gap),
        [],
        () => mark,
      );
      for (const [nth, phase] of (['live', 'reconnecting', 'live'] as const).entries()) {
        time.advance(1_000);
        if (nth > 0) mark = marks[nth - 1];
        gaps.onPhase(phase);
      }
      mark = marks[2];
      return { gaps, saved };
    };
    const gap = { stream: 'prices', from: 2_000, to: 3_000 };

    it('is none once everything was read and nothing is newer', () => {
      const { gaps, saved } = cutWhen('closed', 'closed', 'closed');
      gaps.onFilled();
      gaps.end();
      expect(saved).toEqual([]);
    });

    it.each([
      ['what is read is newer', ['closed', 'closed', 'newer'], [{ ...gap, filledAt: 3_000 }]],
      ['it was lost before', [undefined, 'closed', 'closed'], [gap, { ...gap, filledAt: 3_000 }]],
      ['it came back after', ['closed', undefined, undefined], [gap, { ...gap, filledAt: 3_000 }]],
      ['another night began', ['one', 'two', 'two'], [gap, { ...gap, filledAt: 3_000 }]],
    ])('is one when %s', (_when, marks, expected) => {
      const { gaps, saved } = cutWhen(...marks);
      gaps.onFilled();
      expect(saved).toEqual(expected);
    });

    it('is one when the desk closes before everything was read', () => {
      const { gaps, saved } = cutWhen('closed', 'closed');
      gaps.end();
      expect(saved).toEqual([gap]);
    });
  });
});
