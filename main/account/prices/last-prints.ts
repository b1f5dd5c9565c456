// The last few prints of each symbol, newest last, so that one which is taken back or corrected gives way to the one
// before it. No more of them than that takes: a print that another has replaced long ago sets no price any more.
import { isEqual, type Decimal } from '#main/domain/decimal.ts';
import type { StreamTrade } from '#main/wire/data-stream.ts';
import type { MarketNews } from '#main/wire/market-news.ts';

type Print = StreamTrade & { receivedAt: number };
type Revision = Extract<MarketNews, { kind: 'revision' }>;
/** What became of the last price: another one, the same, or nobody here knows. */
type Revised = { symbol: string; price: Decimal; tradedAt: number; receivedAt: number };

type LastPrints = {
  note(print: Print): void;
  /** The price as it is without what was taken back; 'unknown' when only the broker can tell. */
  revise(revision: Revision): Revised | 'unchanged' | 'unknown';
  keepOnly(symbols: readonly string[]): void;
};

const MOST = 8;

export function createLastPrints(): LastPrints {
  const bySymbol = new Map<string, Print[]>();
  return {
    note(print) {
      const prints = bySymbol.get(print.symbol) ?? [];
      if (prints.length === 0) bySymbol.set(print.symbol, prints);
      const newest = prints.at(-1);
      // One that is older than the newest sets no price, and one that is told twice is one.
      if (newest && (newest.tradedAt > print.tradedAt || isTwin(newest, print))) return;
      prints.push(print);
      if (prints.length > MOST) prints.shift();
    },
    revise(revision) {
      const { symbol, now } = revision;
      const prints = bySymbol.get(symbol) ?? [];
      const index = prints.findLastIndex((print) => isOf(revision, print));
      const print = prints[index];
      if (!print) return 'unchanged';
      const isNewest = index === prints.length - 1;
      const isSure = print.id !== undefined;
      const revised = now && isSure ? [{ ...print, ...now }] : [];
      prints.splice(index, 1, ...revised);
      if (!isNewest) return 'unchanged';
      const newest = prints.at(-1);
      if (!newest || !isSure) return 'unknown';
      const { price, tradedAt, receivedAt } = newest;
      return { symbol, price, tradedAt, receivedAt };
    },
    keepOnly(symbols) {
      for (const symbol of bySymbol.keys()) if (!symbols.includes(symbol)) bySymbol.delete(symbol);
    },
  };
}

const isTwin = (a: Print, b: Print): boolean =>
  a.id !== undefined && a.id === b.id && a.exchange === b.exchange;

/** An id is its exchange's own. A print that was read has none here: at the same price it may be the one. */
function isOf({ id, exchange, price }: Revision, print: Print): boolean {
  if (print.id === undefined) return price !== undefined && isEqual(price, print.price);
  const isSameExchange =
    exchange === undefined || print.exchange === undefined || exchange === print.exchange;
  return print.id === id && isSameExchange;
}
