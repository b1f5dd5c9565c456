import { describe, expect, it } from 'vitest';
import { momentOf, readWhen, showWhen, stepWhen } from '#renderer/ui/when.ts';

describe('what is typed', () => {
  it.each([
    ['day', '2026-11-17', '2026-11-17'],
    ['day', ' 2026-1-5 ', '2026-01-05'],
    ['day', '2028-02-29', '2028-02-29'],
    ['moment', '2026-11-17', '2026-11-17T00:00'],
    ['moment', '2026-11-17 9:30', '2026-11-17T09:30'],
    ['moment', '2026-11-17T09:30', '2026-11-17T09:30'],
    ['time', '7:05', '07:05'],
    ['time', '23:59', '23:59'],
  ] as const)('%s %s is %s', (kind, typed, kept) => {
    expect(readWhen(kind, typed)).toBe(kept);
    expect(readWhen(kind, showWhen(kept))).toBe(kept);
  });

  it.each([
    ['day', ''],
    ['day', '2026-11'],
    ['day', '2026-02-29'],
    ['day', '2026-13-01'],
    ['day', '11/17/2026'],
    ['day', '2026-11-17 09:30'],
    ['moment', '2026-11-17 09:30 10:00'],
    ['moment', '2026-11-17 24:00'],
    ['moment', '09:30'],
    ['time', '9'],
    ['time', '9:5'],
    ['time', '12:60'],
  ] as const)('%s %j is none', (kind, typed) => {
    expect(readWhen(kind, typed)).toBeUndefined();
  });
});

it.each([
  ['day', '2026-12-31', 1, '2027-01-01'],
  ['day', '2026-03-01', -1, '2026-02-28'],
  ['moment', '2026-11-17T09:30', -1, '2026-11-16T09:30'],
  ['time', '23:50', 1, '00:05'],
  ['time', '00:00', -1, '23:45'],
] as const)('a key moves the %s %s by %i to %s', (kind, kept, by, next) => {
  expect(stepWhen(kind, kept, by)).toBe(next);
});

it('reads wall times of New York on both sides of a change of clocks', () => {
  const iso = (text: string) => new Date(momentOf(text) ?? Number.NaN).toISOString();
  expect(iso('2026-03-08T01:59')).toBe('2026-03-08T06:59:00.000Z');
  expect(iso('2026-03-08T03:00')).toBe('2026-03-08T07:00:00.000Z');
  expect(iso('2026-11-01T00:30')).toBe('2026-11-01T04:30:00.000Z');
  expect(iso('2026-11-01T02:00')).toBe('2026-11-01T07:00:00.000Z');
  expect(momentOf('')).toBeUndefined();
  expect(momentOf('soon')).toBeUndefined();
});

it('takes a day alone as the time that is asked for', () => {
  expect(readWhen('moment', '2026-11-17', '23:59')).toBe('2026-11-17T23:59');
  expect(readWhen('moment', '2026-11-17 9:30', '23:59')).toBe('2026-11-17T09:30');
});
