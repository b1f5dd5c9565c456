// The 500 listed symbols: which there are, what may be done with them, and the character of their prices.
import { createHash } from 'node:crypto';
import { toUuid } from '#main/paper/ids.ts';
import type { Asset } from '#main/paper/types.ts';
import { AMEX_ROWS, ARCA_ROWS, BATS_ROWS } from './catalog/funds.ts';
import { NASDAQ_ROWS } from './catalog/nasdaq.ts';
import { NYSE_ROWS } from './catalog/nyse.ts';

/** What the price process needs to know about a symbol. */
export type Character = {
  /** Around which the price wanders, in dollars. */
  level: number;
  /** Standard deviation of a day's return. */
  dailyVolatility: number;
  /** Trades per minute when the regular session is at its average. */
  tradesPerMinute: number;
  sharesPerTrade: number;
  /** Spread as a fraction of the price; never less than one tick. */
  spread: number;
};

export type Listing = { asset: Asset; character: Character };

type Tier = Pick<Character, 'tradesPerMinute' | 'sharesPerTrade' | 'spread'>;

const TIERS: Record<string, Tier> = {
  1: { tradesPerMinute: 34, sharesPerTrade: 260, spread: 0.00006 },
  2: { tradesPerMinute: 16, sharesPerTrade: 180, spread: 0.00018 },
  3: { tradesPerMinute: 7, sharesPerTrade: 130, spread: 0.0005 },
  4: { tradesPerMinute: 2.2, sharesPerTrade: 110, spread: 0.0015 },
};

const LISTED: readonly [exchange: string, rows: string][] = [
  ['AMEX', AMEX_ROWS],
  ['ARCA', ARCA_ROWS],
  ['BATS', BATS_ROWS],
  ['NASDAQ', NASDAQ_ROWS],
  ['NYSE', NYSE_ROWS],
];

/** In the order in which the assets are listed on the wire: by exchange, then by symbol. */
export function readCatalog(): Listing[] {
  return LISTED.flatMap(([exchange, rows]) =>
    rows
      .trim()
      .split(/\n+/)
      .map((row) => readRow(exchange, row))
      .sort((a, b) => (a.asset.symbol < b.asset.symbol ? -1 : 1)),
  );
}

/** Flags: x gone from trading, m not marginable, n not shortable, h hard to borrow, f not fractionable, p a partnership. */
function readRow(exchange: string, row: string): Listing {
  const [symbol = '', name = '', level, volatility, tierName = '', flags = ''] = row.split('|');
  const tier = TIERS[tierName];
  if (!tier) throw new RangeError(`no such tier in the catalog row of ${symbol}`);
  const has = (flag: string) => flags.includes(flag);
  const isActive = !has('x');
  const isFractionable = isActive && !has('f');
  const attributes: string[] = [];
  if (has('p')) attributes.push('ptp_with_exception');
  if (isFractionable) attributes.push('fractional_eh_enabled');
  if (isActive && Number(level) >= 5) attributes.push('has_options', 'overnight_tradable');
  return {
    asset: {
      id: assetId(symbol),
      symbol,
      name,
      exchange,
      status: isActive ? 'active' : 'inactive',
      tradable: isActive,
      marginable: isActive && !has('m'),
      shortable: isActive && !has('n'),
      easyToBorrow: isActive && !has('n') && !has('h'),
      fractionable: isFractionable,
      attributes,
    },
    character: {
      level: Number(level),
      dailyVolatility: Number(volatility) / 100,
      ...tier,
      sharesPerTrade: tier.sharesPerTrade * Math.sqrt(100 / Math.max(Number(level), 1)),
    },
  };
}

/** The same id for a symbol whatever the seed: what other programs stored stays valid. */
const assetId = (symbol: string): string =>
  toUuid(createHash('sha256').update(`ballast paper asset ${symbol}`).digest(), 8);
