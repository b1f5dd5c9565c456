// Trades, quotes, bars and assets in the shape in which REST and the data stream send them.
import type { Asset, Bar, PriceUnits, Quote, Trade } from '#main/paper/types.ts';

/** Market data prices are JSON numbers, unlike money in the trading API. */
const dollars = (units: PriceUnits): number => units / 10_000;

/** RFC 3339 with nine decimals, as trades and quotes are stamped. */
const nanoText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 23)}000000Z`;

/** RFC 3339 to the second, as bars are stamped. */
export const secondText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 19)}Z`;

export function barRecord(bar: Bar) {
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

export function tradeRecord({ exchange }: Asset, trade: Trade) {
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

export function quoteRecord({ exchange }: Asset, quote: Quote) {
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

/** A halt for news, and its end, in the codes of the symbol's tape. */
export function statusRecord(
  { exchange }: Asset,
  { timeMs, isHalted }: { timeMs: number; isHalted: boolean },
) {
  const tape = tapeOf(exchange);
  const codes =
    tape === 'C' ? { halt: 'H', on: 'T', news: 'T1' } : { halt: '2', on: '3', news: 'P' };
  return {
    t: nanoText(timeMs),
    sc: isHalted ? codes.halt : codes.on,
    sm: isHalted ? 'Trading Halt' : 'Trading Resumption',
    rc: isHalted ? codes.news : '',
    rm: isHalted ? 'News Pending' : '',
    z: tape,
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

/** Where trades and quotes come from. */
const VENUES = ['V', 'Q', 'N', 'P', 'K', 'Z', 'D'];

function tapeOf(exchange: string): string {
  if (exchange === 'NYSE') return 'A';
  return exchange === 'NASDAQ' ? 'C' : 'B';
}

/** The code tables of /v2/stocks/meta, for the codes that the simulated market can send and their usual neighbors. */
export const EXCHANGE_NAMES: Readonly<Record<string, string>> = {
  A: 'NYSE American (AMEX)',
  B: 'NASDAQ OMX BX',
  C: 'National Stock Exchange',
  D: 'FINRA ADF',
  H: 'MIAX',
  I: 'International Securities Exchange',
  J: 'Cboe EDGA',
  K: 'Cboe EDGX',
  L: 'Long Term Stock Exchange',
  M: 'Chicago Stock Exchange',
  N: 'New York Stock Exchange',
  P: 'NYSE Arca',
  Q: 'NASDAQ',
  T: 'NASDAQ Int',
  U: 'Members Exchange',
  V: 'IEX',
  W: 'CBOE',
  X: 'NASDAQ OMX PSX',
  Y: 'Cboe BYX',
  Z: 'Cboe BZX',
};

const TRADES: Readonly<Record<string, string>> = {
  I: 'Odd Lot Trade',
  O: 'Market Center Opening Trade',
  '6': 'Market Center Closing Trade',
  T: 'Extended Hours Trade',
  F: 'Intermarket Sweep Order',
};

const QUOTES: Readonly<Record<string, string>> = {
  R: 'Regular Market Maker Open',
  O: 'Opening Quote',
  C: 'Closing Quote',
};

/** What the conditions of trades or quotes mean; tape C writes a regular sale as '@', A and B as a blank. */
export function conditionsOf(tickType: string, tape: string): Record<string, string> | undefined {
  if (!['A', 'B', 'C'].includes(tape)) return undefined;
  if (tickType === 'quote') return QUOTES;
  if (tickType !== 'trade') return undefined;
  return { [tape === 'C' ? '@' : ' ']: 'Regular Sale', ...TRADES };
}
