import { expect, it } from 'vitest';
import { decimalsOf, priceFormat, timeOptions } from '#renderer/chart/chart-options.ts';
import { barPrice, formingWords, legendTexts } from '#renderer/chart/legend.ts';
import { barAt } from './bars.ts';

const bar = (open: number, close: number) => ({ ...barAt(0), open, close });

it.each([
  ['a candle that rose below the one before', bar(98, 99), 100, 'up', '-1.00 (-1.00%)', 'down'],
  ['a candle that fell above the one before', bar(102, 101), 100, 'down', '+1.00 (+1.00%)', 'up'],
  ['a candle that stands still', bar(100, 100), 100, '', '0.00 (0.00%)', ''],
  ['a change of a hundredth of a cent', bar(0.5, 0.5001), 0.5, 'up', '+0.0001 (+0.02%)', 'up'],
  ['what floating point leaves over', bar(0.1, 0.3), 0.1 + 0.2, 'up', '0.00 (0.00%)', ''],
])(
  'colors the prices as the candle and the change as it is: %s',
  (_what, now, was, ...expected) => {
    const { candle, change, direction } = legendTexts({ bar: now, before: bar(was, was) });
    expect([candle, change, direction]).toEqual(expected);
  },
);

it('says of a bar that forms only what is not known of it', () => {
  const from = Date.parse('2026-11-18T05:52:43.500Z');
  expect(formingWords({ running: { from }, timeframe: '1Min' })).toBe('forming, from 00:52:43');
  expect(formingWords({ running: { from }, timeframe: '1Hour' })).toBe(
    'forming, its last minute from 00:52:43',
  );
  for (const running of [{}, undefined])
    expect(formingWords({ running, timeframe: '1Min' })).toBe('');
});

it('counts the first bar from its own open', () => {
  expect(legendTexts({ bar: bar(10, 11), before: undefined }).change).toBe('+1.00 (+10.00%)');
});

it.each([
  [190.5, '190.50', 2],
  [0.5, '0.50', 4],
  [0.00001234, '0.00001234', 8],
  [1e-7, '0.0000001', 10],
])('writes a bar at %s as %s, its axis with %i decimals', (price, text, decimals) => {
  expect([barPrice(price), decimalsOf(price)]).toEqual([text, decimals]);
  expect(priceFormat(price).priceFormat).toMatchObject({ precision: decimals });
});

it('names the year under the crosshair, and the hour only of what is shorter than a day', () => {
  const time = Date.parse('2025-11-14T15:04:00Z') / 1_000;
  const under = (isShort: boolean) =>
    timeOptions(isShort).localization.timeFormatter(time as never);
  expect([under(true), under(false)]).toEqual(['Nov 14, 2025, 10:04', 'Fri, Nov 14, 2025']);
});
