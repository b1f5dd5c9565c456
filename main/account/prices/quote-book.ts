// The newest quote, halt and price band of each symbol. Quotes come far more often than anybody reads them: they are
// kept at once, for whoever reckons with them, and told a few times a second: the first with the price that came with it,
// so that a page draws both at once.
import type { Quote, SymbolMarket } from '#contract/records.ts';
import { ZERO } from '#main/domain/decimal.ts';
import { describeQuote, type RawQuote } from '#main/domain/quotes.ts';
import type { Ports } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';
import type { MarketNews } from '#main/wire/market-news.ts';
import type { Quote as ReadQuote, TradePrint } from '#main/wire/records.ts';

export type QuoteBook = {
  get(symbol: string): SymbolMarket | undefined;
  /** The quote with its age, by the clock that nobody sets as well. */
  quote(symbol: string): (Quote & { ageMs: number }) | undefined;
  /** From a snapshot: as old as it was quoted. */
  putRead(symbol: string, quote: ReadQuote): void;
  putNews(news: Exclude<MarketNews, { kind: 'revision' }>, receivedAt: number): void;
  /** What has traded after a halt began ends it: the word that it is over may have been missed. */
  onTrade(trade: TradePrint): void;
  /** After sleep no quote is one. Halts stay. */
  forgetQuotes(): void;
  /** A price band is of the session that it was told in. */
  forgetBands(isOver: (since: number) => boolean): void;
  keepOnly(symbols: readonly string[]): void;
  onChange(listener: (markets: SymbolMarket[]) => void): () => void;
  stop(): void;
};

type Kept = Omit<SymbolMarket, 'quote'> & { quote?: RawQuote & { heardAt: number } };

const TELL_MS = 200;

export function createQuoteBook({ clock, delay }: Pick<Ports, 'clock' | 'delay'>): QuoteBook {
  const kept = new Map<string, Kept>();
  const changed = new Set<string>();
  const listeners = createListeners<[SymbolMarket[]]>();
  let cancelTell: (() => void) | undefined;
  let toldAt = -Infinity;

  function change(symbol: string, part: Omit<Partial<Kept>, 'symbol'>): void {
    kept.set(symbol, { symbol, ...kept.get(symbol), ...part });
    tellSoon(symbol);
  }

  function tellSoon(symbol: string): void {
    changed.add(symbol);
    cancelTell ??= delay(Math.max(0, toldAt + TELL_MS - clock.elapsed()), () => {
      cancelTell = undefined;
      toldAt = clock.elapsed();
      const markets = [...changed].map((one) => get(one) ?? { symbol: one });
      changed.clear();
      listeners.notify(markets);
    });
  }

  function get(symbol: string): SymbolMarket | undefined {
    const market = kept.get(symbol);
    if (!market) return undefined;
    const { quote, ...rest } = market;
    if (!quote) return rest;
    const { heardAt: _, ...raw } = quote;
    return { ...rest, quote: describeQuote(raw) };
  }

  function endHalt(symbol: string): void {
    const market = kept.get(symbol);
    if (!market?.halt) return;
    const { halt: _, ...rest } = market;
    kept.set(symbol, rest);
    tellSoon(symbol);
  }

  return {
    get,
    quote(symbol) {
      const raw = kept.get(symbol)?.quote;
      if (!raw) return undefined;
      const { heardAt, ...quote } = raw;
      const ageMs = Math.max(clock.wall() - quote.receivedAt, clock.elapsed() - heardAt, 0);
      return { ...describeQuote(quote), ageMs };
    },
    putRead(symbol, { bid, ask, bidSize = ZERO, askSize = ZERO, quotedAt }) {
      const known = kept.get(symbol)?.quote;
      if (quotedAt === undefined || (known && known.quotedAt >= quotedAt)) return;
      const receivedAt = Math.min(clock.wall(), quotedAt);
      const heardAt = clock.elapsed();
      change(symbol, { quote: { bid, bidSize, ask, askSize, quotedAt, receivedAt, heardAt } });
    },
    putNews(news, receivedAt) {
      const { symbol } = news;
      switch (news.kind) {
        case 'quote': {
          const { bid, bidSize, ask, askSize, at: quotedAt } = news;
          const heardAt = clock.elapsed();
          const quote = { bid, bidSize, ask, askSize, quotedAt, receivedAt, heardAt };
          return change(symbol, { quote });
        }
        case 'band': {
          const { lower, upper, at: since } = news;
          return change(symbol, { band: { lower, upper, since } });
        }
        case 'status': {
          const { isHalted, at: since, reason } = news;
          if (!isHalted) return endHalt(symbol);
          const known = kept.get(symbol)?.halt;
          // Told again, perhaps with another reason, it is the same halt.
          const from = known ? Math.min(known.since, since) : since;
          return change(symbol, { halt: { since: from, ...(reason !== undefined && { reason }) } });
        }
        default:
          return news satisfies never;
      }
    },
    onTrade({ symbol, tradedAt }) {
      const since = kept.get(symbol)?.halt?.since;
      if (since !== undefined && tradedAt > since) endHalt(symbol);
    },
    forgetQuotes() {
      for (const [symbol, { quote, ...rest }] of kept) {
        if (!quote) continue;
        kept.set(symbol, rest);
        tellSoon(symbol);
      }
    },
    forgetBands(isOver) {
      for (const [symbol, { band, ...rest }] of kept) {
        if (!band || !isOver(band.since)) continue;
        kept.set(symbol, rest);
        tellSoon(symbol);
      }
    },
    keepOnly(symbols) {
      for (const symbol of kept.keys()) if (!symbols.includes(symbol)) kept.delete(symbol);
    },
    onChange: listeners.add,
    stop: () => cancelTell?.(),
  };
}
