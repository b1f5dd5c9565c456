import { expect, it } from 'vitest';
import { formatSigned, formatSignedPercent, formatTimeTooltip } from '#renderer/ui/format.ts';

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
