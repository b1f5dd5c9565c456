import { expect, it } from 'vitest';
import { whyClosed } from '#main/account/prices/why-closed.ts';
import { newYorkTime } from '#main/domain/new-york.ts';

const at = (text: string): number => Date.parse(text);
const MONDAY_OPEN = at('2026-11-16T09:30:00-05:00');

const hoursAt = (text: string, isOpen: boolean | undefined, isTradingDay: boolean) => ({
  isOpen: () => isOpen,
  exchangeMinute: () => (isTradingDay ? newYorkTime(at(text)).minute : undefined),
  now: () => at(text),
  nextOpen: () => MONDAY_OPEN,
});

it.each([
  ['2026-11-13T12:00:00-05:00', true, true, undefined],
  ['2026-11-13T16:30:00-05:00', false, true, undefined],
  ['2026-11-13T19:59:00-05:00', false, true, undefined],
  ['2026-11-13T20:00:00-05:00', false, true, 'Closed until Monday 09:30 New York time.'],
  ['2026-11-14T12:00:00-05:00', false, false, 'Closed until Monday 09:30 New York time.'],
  ['2026-11-16T03:59:00-05:00', false, true, 'Closed until 09:30 New York time.'],
  ['2026-11-16T04:00:00-05:00', false, true, undefined],
  ['2026-11-14T12:00:00-05:00', undefined, false, undefined],
])('at %s, open: %s, trading day: %s, is told as %s', (time, isOpen, isTradingDay, words) => {
  expect(whyClosed(hoursAt(time, isOpen, isTradingDay))).toBe(words);
});

it('is closed too when nobody knows until when', () => {
  const hours = {
    ...hoursAt('2026-11-14T12:00:00-05:00', false, false),
    nextOpen: () => undefined,
  };
  expect(whyClosed(hours)).toBe('The market is closed.');
});
