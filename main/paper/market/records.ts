// Trades, quotes, bars and assets in the shape in which REST and the data stream send them.
import type { Asset, Bar, PriceUnits, Quote, Trade } from '#main/paper/parts.ts';

export type BarRecord = {
  t: string;
  o: number;
  h: number;
  l: number;
  c: number;
  v: number;
  n: number;
  vw: number;
};
export type TradeRecord = {
  t: string;
  x: string;
  p: number;
  s: number;
  c: string[];
  i: number;
  z: string;
};
export type QuoteRecord = {
  t: string;
  ax: string;
  ap: number;
  as: number;
  bx: string;
  bp: number;
  bs: number;
  c: string[];
  z: string;
};

/** Market data prices are JSON numbers, unlike money in the trading API. */
export const dollars = (units: PriceUnits): number => units / 10_000;

/** RFC 3339 with nine decimals, as trades and quotes are stamped. */
export const nanoText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 23)}000000Z`;

/** RFC 3339 to the second, as bars are stamped. */
export const secondText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 19)}Z`;

export function barRecord(bar: Bar): BarRecord {
  return {
    t: secondText(bar.timeMs),
    o: dollars(bar.open),
    h: dollars(bar.high),
    l: dollars(bar.low),
    c: dollars(bar.close),
    v: bar.volume,
    n: bar.tradeCount,
    vw: dollars(bar.vwap),
  };
}

export function tradeRecord({ exchange }: Asset, trade: Trade): TradeRecord {
  const tape = tapeOf(exchange);
  return {
    t: nanoText(trade.timeMs),
    x: VENUES[trade.id % VENUES.length] ?? 'V',
    p: dollars(trade.price),
    s: trade.size,
    c: [tape === 'C' ? '@' : ' '],
    i: trade.id,
    z: tape,
  };
}

export function quoteRecord({ exchange }: Asset, quote: Quote): QuoteRecord {
  return {
    t: nanoText(quote.timeMs),
    ax: VENUES[quote.ask % VENUES.length] ?? 'V',
    ap: dollars(quote.ask),
    as: quote.askSize,
    bx: VENUES[quote.bid % VENUES.length] ?? 'V',
    bp: dollars(quote.bid),
    bs: quote.bidSize,
    c: ['R'],
    z: tapeOf(exchange),
  };
}

export function assetRecord(asset: Asset) {
  return {
    id: asset.id,
    class: 'us_equity',
    exchange: asset.exchange,
    symbol: asset.symbol,
    name: asset.name,
    status: asset.status,
    tradable: asset.tradable,
    marginable: asset.marginable,
    maintenance_margin_requirement: asset.marginable ? 30 : 100,
    margin_requirement_long: asset.marginable ? '30' : '100',
    margin_requirement_short: asset.marginable ? '30' : '100',
    shortable: asset.shortable,
    easy_to_borrow: asset.easyToBorrow,
    borrow_status: asset.easyToBorrow ? 'easy_to_borrow' : 'hard_to_borrow',
    fractionable: asset.fractionable,
    attributes: [...asset.attributes],
  };
}

/** Where trades and quotes come from; the names are in meta.ts. */
const VENUES = ['V', 'Q', 'N', 'P', 'K', 'Z', 'D'];

function tapeOf(exchange: string): string {
  if (exchange === 'NYSE') return 'A';
  return exchange === 'NASDAQ' ? 'C' : 'B';
}
