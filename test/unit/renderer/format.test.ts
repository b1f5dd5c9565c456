import { expect, it } from 'vitest';
import {
  directionOf,
  formatExchangeMoment,
  formatMoney,
  formatPrice,
  formatSigned,
  formatSignedPercent,
  formatSignedPrice,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';

it('writes a moment in local time, as the system does, and in the world’s', () => {
  const moment = Date.parse('2026-07-05T08:07:06.005Z');
  const local = new Date(moment).toLocaleString();
  expect(formatTimeTooltip(moment)).toBe(`${local} local · 2026-07-05T08:07:06.005Z`);
});

it.each([
  ['-0.23', '-0.23', '-23.00%'],
  ['0.00002', '0.00', '0.00%'],
  ['-0.00002', '0.00', '0.00%'],
  ['1234.5', '+1,234.50', '+123,450.00%'],
])('writes %s with a sign, and none where nothing is left of it', (value, number, percent) => {
  expect([formatSigned(value), formatSignedPercent(value)]).toEqual([number, percent]);
});

it.each([
  ['190', '190.00'],
  ['0.5', '0.50'],
  ['1234.56789', '1,234.5679'],
  ['0.0123', '0.0123'],
  ['0.00001234567', '0.00001235'],
  ['-0.000012', '-0.000012'],
  ['0.0000', '0.00'],
  ['1e-7', '0.0000001'],
])('writes the price %s as %s', (value, text) => {
  expect(formatPrice(value)).toBe(text);
});

it.each([
  ['2026-11-16T15:04:05Z', '10:04:05'],
  ['2026-11-16T04:30:00Z', 'Nov 15, 23:30'],
  ['2026-01-02T15:04:05Z', 'Jan 2, 10:04'],
  ['2025-11-16T15:04:05Z', 'Nov 16, 2025'],
])('on 16 November 2026 writes %s as %s', (moment, text) => {
  const now = Date.parse('2026-11-16T20:00:00Z');
  expect(formatExchangeMoment(Date.parse(moment), now)).toBe(text);
});

it.each([
  ['0.00004', '0.00', '+0.00004', undefined],
  ['-0.004', '0.00', '-0.004', undefined],
  ['0.005', '+0.01', '+0.005', 'up'],
  ['-0.0312', '-0.03', '-0.0312', 'down'],
  ['0', '0.00', '0.00', undefined],
])('colors %s as money by what is read, and writes it as fine as a price', (value, ...expected) => {
  const money = formatSigned(value);
  expect([money, formatSignedPrice(value), directionOf(money)]).toEqual(expected);
});

it('gives no color to what reads as nothing, and no sign to nothing', () => {
  expect(directionOf(` (${formatSigned('-0.003')}%)`)).toBeUndefined();
  expect(directionOf('–')).toBeUndefined();
  expect([formatMoney('-0.001'), formatPrice('-0')]).toEqual(['0.00', '0.00']);
});
