import { expect, it } from 'vitest';
import { newYorkText, newYorkTime } from '#main/domain/new-york.ts';

const at = (iso: string) => Date.parse(iso);

it('is the date and the minute of the exchange, in summer and in winter', () => {
  expect(newYorkTime(at('2026-11-17T14:30:00Z'))).toEqual({ date: '2026-11-17', minute: 570 });
  expect(newYorkTime(at('2026-07-01T13:30:59Z'))).toEqual({ date: '2026-07-01', minute: 570 });
  expect(newYorkTime(at('2026-07-01T03:59:00Z'))).toEqual({ date: '2026-06-30', minute: 1_439 });
  expect(newYorkTime(at('2026-07-01T04:00:00Z'))).toEqual({ date: '2026-07-01', minute: 0 });
});

it('is said in words', () => {
  expect(newYorkText(at('2026-11-17T14:30:00Z'))).toBe('Tuesday, November 17, 09:30 New York time');
});
