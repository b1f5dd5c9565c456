import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { chartAddress, readChartAddress, type ChartWindow } from '#contract/chart-window.ts';

const CHART: ChartWindow = {
  accountId: '00000000-0000-4000-8000-000000000001',
  symbol: 'BRK.B',
  timeframe: '5Min',
  style: 'area',
  hasVolume: false,
  hasHours: false,
  isLinked: true,
  indicators: [
    { kind: 'sma', periods: [20] },
    { kind: 'macd', periods: [12, 26, 9] },
    { kind: 'vwap', periods: [] },
  ],
};
const GOOD = chartAddress(CHART);

describe('the address of a chart', () => {
  it.each([
    ['with everything', CHART],
    ['with a ticket beside it', { ...CHART, hasTicket: true as const }],
    ['with nothing chosen', { ...CHART, indicators: [], hasVolume: true, isLinked: false }],
    [
      'with as much as there may be',
      {
        ...CHART,
        indicators: Array.from({ length: 12 }, () => ({
          kind: 'bollinger' as const,
          periods: [500, 500, 500],
        })),
      },
    ],
  ])('says the whole chart, %s', (_what, chart) => {
    expect(readChartAddress(`#${chartAddress(chart)}`)).toEqual(chart);
  });

  it('may leave out how the chart is drawn', () => {
    const hash = `#/chart?account=${CHART.accountId}&symbol=aapl`;
    expect(readChartAddress(hash)).toEqual({
      accountId: CHART.accountId,
      symbol: 'AAPL',
      timeframe: '1Min',
      style: 'candles',
      hasVolume: true,
      hasHours: true,
      isLinked: false,
      indicators: [],
    });
  });

  it.each(['', '#', '#link=ballast%3A%2F%2Fx', '#chart', 'chart?symbol=AAPL'])(
    'leaves %j to others',
    (hash) => expect(readChartAddress(hash)).toBeUndefined(),
  );

  it.each([
    ['another place', '/ticket?symbol=AAPL'],
    ['a place below', GOOD.replace('/chart', '/chart/../desk')],
    ['nothing', '/chart'],
    ['no account', '/chart?symbol=AAPL'],
    ['an account that is none', GOOD.replace(/account=[^&]+/, 'account=me')],
    ['no symbol', GOOD.replace(/&symbol=[^&]+/, '')],
    ['a symbol that is none', GOOD.replace(/symbol=[^&]+/, 'symbol=%3Cscript%3E')],
    ['a symbol too long', GOOD.replace(/symbol=[^&]+/, `symbol=${'A'.repeat(40)}`)],
    ['a timeframe that is none', GOOD.replace('5Min', '7Min')],
    ['a style that is none', GOOD.replace('area', 'pie')],
    ['a word that is neither yes nor no', GOOD.replace('volume=no', 'volume=maybe')],
    ['a study that is none', GOOD.replace('sma.20', 'magic.20')],
    ['a period of nothing', GOOD.replace('sma.20', 'sma.')],
    ['a period below one', GOOD.replace('sma.20', 'sma.-1')],
    ['a period that is no number', GOOD.replace('sma.20', 'sma.x')],
    ['a name that nobody knows', `${GOOD}&token=abc`],
    ['a name of the prototype', `${GOOD}&__proto__=x`],
    ['a name twice', `${GOOD}&symbol=AAPL`],
    ['more than an address holds', `${GOOD}&indicators=${'sma.20+'.repeat(200)}`],
  ])('is nonsense with %s', (_what, address) => {
    expect(address).not.toBe(GOOD);
    expect(readChartAddress(`#${address}`)).toBe('nonsense');
  });
});

describe('windows.openChart', () => {
  const { input } = calls['windows.openChart'];
  it('takes a chart', () => expect(input.parse(CHART)).toEqual(CHART));
  it.each([
    ['no account', { accountId: undefined }],
    ['an account that is none', { accountId: 'me' }],
    ['a symbol that is an address', { symbol: 'https://example.com' }],
    ['a timeframe that is none', { timeframe: '7Min' }],
    ['an address beside it', { url: 'https://example.com' }],
    ['a hash beside it', { hash: '#/x' }],
    [
      'too many studies',
      { indicators: Array.from({ length: 13 }, () => ({ kind: 'vwap', periods: [] })) },
    ],
  ])('refuses %s', (_what, change) => {
    expect(input.safeParse({ ...CHART, ...change }).success).toBe(false);
  });
});
