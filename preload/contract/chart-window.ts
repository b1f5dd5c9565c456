// A chart in a window of its own. What it shows stands in the address of its page, so that a reload, a page that died
// and the next start bring back the same chart; nothing in it is a secret.
import { z } from 'zod';
import { AccountId, Ticker } from '#contract/records.ts';
import { ChartLook, Indicator } from '#contract/ui.ts';

export const ChartWindow = ChartLook.extend({
  accountId: AccountId,
  symbol: Ticker,
  /** It follows the symbol that is chosen on a desk of the same account. */
  isLinked: z.boolean(),
  /** An order ticket stands beside it. */
  hasTicket: z.literal(true).optional(),
});
export type ChartWindow = z.infer<typeof ChartWindow>;

/** So many at once are a wall of screens; more is a fault of whoever asks. */
export const MOST_CHART_WINDOWS = 12;

const PLACE = '/chart';
const MOST_CHARACTERS = 1_000;

/** As it stands behind the `#` of the address. */
export function chartAddress(chart: ChartWindow): string {
  const { accountId, symbol, timeframe, style, hasVolume, hasHours, isLinked, indicators } = chart;
  const told = new URLSearchParams({
    account: accountId,
    symbol,
    timeframe,
    style,
    volume: wordOf(hasVolume),
    hours: wordOf(hasHours),
    linked: wordOf(isLinked),
  });
  if (chart.hasTicket) told.set('trade', wordOf(true));
  if (indicators.length > 0)
    told.set('indicators', indicators.map((one) => [one.kind, ...one.periods].join('.')).join(' '));
  return `${PLACE}?${told.toString()}`;
}

/** What an address asks for: undefined when it names no place at all, 'nonsense' when there is no such place or chart. */
export function readChartAddress(hash: string): ChartWindow | 'nonsense' | undefined {
  const address = hash.replace(/^#/, '');
  if (!address.startsWith('/')) return undefined;
  const [place, query = ''] = address.split(/\?(.*)/s);
  if (place !== PLACE || address.length > MOST_CHARACTERS) return 'nonsense';
  const pairs = [...new URLSearchParams(query)];
  const read = Told.safeParse(Object.fromEntries(pairs));
  // A name that stands there twice says two things.
  if (!read.success || new Set(pairs.map(([name]) => name)).size !== pairs.length)
    return 'nonsense';
  const { account, volume, hours, linked, trade, ...rest } = read.data;
  return {
    ...rest,
    accountId: account,
    hasVolume: volume,
    hasHours: hours,
    isLinked: linked,
    ...(trade && { hasTicket: true as const }),
  };
}

const wordOf = (is: boolean): string => (is ? 'yes' : 'no');
const Word = z.enum(['yes', 'no']).transform((word) => word === 'yes');

const Told = z.strictObject({
  account: AccountId,
  symbol: Ticker,
  timeframe: ChartLook.shape.timeframe,
  style: ChartLook.shape.style,
  volume: Word.default(true),
  hours: Word.default(true),
  linked: Word.default(false),
  trade: Word.default(false),
  indicators: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(' ')
        .filter(Boolean)
        .map((one) => {
          const [kind, ...periods] = one.split('.');
          return { kind, periods: periods.map(Number) };
        }),
    )
    .pipe(z.array(Indicator).max(12)),
});
