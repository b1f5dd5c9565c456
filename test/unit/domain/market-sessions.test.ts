import { describe, expect, it } from 'vitest';
import type { SessionSpan } from '#contract/market-state.ts';
import { momentText, sessionText, type SessionPhase } from '#contract/market-state.ts';
import { sessionAt } from '#main/domain/market-sessions.ts';

const at = (text: string): number => Date.parse(`${text}:00-05:00`);
const span = (phase: SessionSpan['phase'], from: string, to: string): SessionSpan => ({
  phase,
  from: at(from),
  to: at(to),
});

/** The week of Thanksgiving 2026: nothing on Thursday, a half day on Friday. */
const WEEK: readonly SessionSpan[] = [
  span('pre', '2026-11-25T04:00', '2026-11-25T09:30'),
  span('regular', '2026-11-25T09:30', '2026-11-25T16:00'),
  span('post', '2026-11-25T16:00', '2026-11-25T20:00'),
  span('overnight', '2026-11-26T20:00', '2026-11-27T04:00'),
  span('pre', '2026-11-27T04:00', '2026-11-27T09:30'),
  span('regular', '2026-11-27T09:30', '2026-11-27T13:00'),
  span('post', '2026-11-27T13:00', '2026-11-27T17:00'),
  span('overnight', '2026-11-29T20:00', '2026-11-30T04:00'),
  span('pre', '2026-11-30T04:00', '2026-11-30T09:30'),
];

describe('the session at a moment', () => {
  it.each<[string, SessionPhase, string | undefined]>([
    ['2026-11-25T04:00', 'pre', '2026-11-25T09:30'],
    ['2026-11-25T09:30', 'regular', '2026-11-25T16:00'],
    ['2026-11-25T19:59', 'post', '2026-11-25T20:00'],
    ['2026-11-25T20:00', 'closed', '2026-11-26T20:00'],
    ['2026-11-27T01:00', 'overnight', '2026-11-27T04:00'],
    ['2026-11-27T13:00', 'post', '2026-11-27T17:00'],
    ['2026-11-27T17:00', 'closed', '2026-11-29T20:00'],
    ['2026-11-30T10:00', 'closed', undefined],
  ])('%s is %s until %s', (time, phase, until) => {
    expect(sessionAt(WEEK, at(time))).toEqual({
      phase,
      ...(until !== undefined && { until: at(until) }),
    });
  });

  it('is nobody’s to say where no hours are known', () => {
    expect(sessionAt([], at('2026-11-25T10:00'))).toBeUndefined();
  });

  it('is the exchange’s own where the night’s hours overlap it', () => {
    const both = [span('overnight', '2026-11-25T20:00', '2026-11-26T05:00'), ...WEEK.slice(0, 3)];
    const early = both.map((each) => ({ ...each, from: each.from - 3_600_000 }));
    expect(sessionAt(early, at('2026-11-25T19:30'))?.phase).toBe('post');
  });

  it('has no end where hours follow each other for as long as any are known', () => {
    const around = [25, 26, 27].map((day) =>
      span('regular', `2026-11-${day}T00:00`, `2026-11-${day + 1}T00:00`),
    );
    expect(sessionAt(around, at('2026-11-25T10:00'))).toEqual({
      phase: 'regular',
      isEndless: true,
    });
    const ended = [...around, span('pre', '2026-11-30T04:00', '2026-11-30T09:30')];
    expect(sessionAt(ended, at('2026-11-25T10:00'))).toEqual({
      phase: 'regular',
      until: at('2026-11-28T00:00'),
    });
  });
});

describe('its words', () => {
  const saturday = at('2026-11-28T12:00');
  it('name the day where the time alone would mislead', () => {
    const closed = { phase: 'closed' as const, until: at('2026-11-30T04:00') };
    expect(sessionText(closed, saturday)).toBe('Closed until Monday 04:00');
    expect(sessionText(closed, at('2026-11-29T21:00'))).toBe('Closed until 04:00');
    const early = { phase: 'pre' as const, until: at('2026-11-30T09:30') };
    expect(sessionText(early, at('2026-11-30T08:00'))).toBe('Pre-market until 09:30');
    expect(sessionText({ phase: 'regular' }, saturday)).toBe('Regular hours');
    // After every close of the exchange, too.
    expect(sessionText({ phase: 'regular', isEndless: true }, saturday)).toBe(
      'Open around the clock',
    );
  });

  it('are in New York time in summer too', () => {
    const july = Date.parse('2026-07-06T13:30:00Z');
    expect(momentText(july, july - 60_000)).toBe('09:30');
  });
});
