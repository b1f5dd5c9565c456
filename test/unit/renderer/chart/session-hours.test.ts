import { describe, expect, it } from 'vitest';
import type { SessionSpan } from '#contract/market-state.ts';
import { createSessionHours } from '#renderer/chart/session-hours.ts';
import { sessionWords } from '#renderer/chart/session-bands.ts';

const at = (text: string): number => Date.parse(`${text}:00-05:00`);
const SPANS: SessionSpan[] = [
  { phase: 'overnight', from: at('2026-11-26T20:00'), to: at('2026-11-27T04:00') },
  { phase: 'pre', from: at('2026-11-27T04:00'), to: at('2026-11-27T09:30') },
  // The day after Thanksgiving is a half day.
  { phase: 'regular', from: at('2026-11-27T09:30'), to: at('2026-11-27T13:00') },
  { phase: 'post', from: at('2026-11-27T13:00'), to: at('2026-11-27T17:00') },
  // As a market that never closes tells its days.
  { phase: 'regular', from: at('2026-11-29T00:00'), to: at('2026-11-30T00:00') },
];
const NOON = at('2026-11-27T12:00');

function hoursOf(answers: boolean[] = []) {
  const asked: { from: number; to: number }[] = [];
  let [now, reads] = [0, 0];
  const hours = createSessionHours({
    accountId: 'a',
    now: () => now,
    onRead: () => reads++,
    bridge: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one call is asked, and answered as main does
      call: (async (
        _name: string,
        { fromMs: from, toMs: to }: { fromMs: number; toMs: number },
      ) => {
        asked.push({ from, to });
        return answers.shift() === false
          ? { ok: false, failure: { kind: 'offline', message: '' } }
          : { ok: true, value: SPANS.filter((span) => span.from < to && span.to > from) };
      }) as never,
    },
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { hours, asked, settle, wait: (ms: number) => (now += ms), reads: () => reads };
}

describe('session hours', () => {
  it('asks once for what a chart looks at, at most a hundred days at a time', async () => {
    const { hours, asked, settle, reads } = hoursOf();
    for (let n = 0; n < 5; n++) hours.want(NOON, NOON + 60_000);
    await settle();
    expect(asked.length).toBe(1);
    expect((asked[0]?.to ?? 0) - (asked[0]?.from ?? 0)).toBeLessThan(100 * 86_400_000);
    expect(reads()).toBe(1);
    expect(hours.within(NOON, NOON + 60_000).map(({ phase }) => phase)).toEqual(['regular']);
  });

  it('asks again after a failure, but not at once', async () => {
    const { hours, asked, settle, wait } = hoursOf([false]);
    hours.want(NOON, NOON);
    await settle();
    hours.want(NOON, NOON);
    expect(asked.length).toBe(1);
    wait(30_000);
    hours.want(NOON, NOON);
    await settle();
    expect(asked.length).toBe(2);
    expect(hours.within(NOON, NOON + 1).length).toBe(1);
  });

  it('does not ask for years', () => {
    const { hours, asked } = hoursOf();
    hours.want(NOON - 3_650 * 86_400_000, NOON);
    expect(asked).toEqual([]);
  });

  it.each([
    ['1Min', '2026-11-27T12:59', 'Regular hours'],
    ['1Min', '2026-11-27T13:00', 'After hours'],
    ['1Min', '2026-11-27T03:59', 'Overnight'],
    // A holiday has no session of the exchange.
    ['1Min', '2026-11-26T12:00', undefined],
    ['1Hour', '2026-11-27T09:00', 'Pre-market and Regular hours'],
    ['1Min', '2026-11-29T19:05', undefined],
    ['1Day', '2026-11-27T00:00', undefined],
  ] as const)('says of a bar of %s at %s: %s', async (timeframe, time, words) => {
    const { hours, settle } = hoursOf();
    hours.want(NOON, NOON);
    await settle();
    expect(sessionWords(hours, { timeframe }, at(time))).toBe(words);
  });
});
