// Trades and quotes of the market-data API. Prices come as JSON numbers and become exact decimals here.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { ok, type Result } from '#contract/failure.ts';
import { isZero } from '#main/domain/decimal.ts';
import { Moment, unreadable } from '#main/wire/decode.ts';
import { exactMoney } from '#main/wire/json.ts';

export type TradePrint = { symbol: string; price: Decimal; tradedAt: number };

/** A side without an active price (the wire says 0) is absent. Sizes are in shares. */
export type Quote = {
  symbol: string;
  quotedAt: number;
  bid?: { price: Decimal; size: Decimal };
  ask?: { price: Decimal; size: Decimal };
};

const Exact = z.preprocess(exactMoney, Decimal);

export const WireTrade = z.object({ p: Exact, t: Moment });

export const WireQuote = z.object({ t: Moment, bp: Exact, bs: Exact, ap: Exact, as: Exact });

const WireLatestTrade = z.object({ trade: WireTrade.nullish() });
const WireLatestQuote = z.object({ quote: WireQuote.nullish() });

/** Undefined when the symbol has not traded. */
export function decodeLatestTrade(symbol: string, json: unknown): Result<TradePrint | undefined> {
  const record = WireLatestTrade.safeParse(json);
  if (!record.success) return unreadable('latest price', record.error);
  return ok(record.data.trade ? tradePrint(symbol, record.data.trade) : undefined);
}

export function decodeLatestQuote(symbol: string, json: unknown): Result<Quote | undefined> {
  const record = WireLatestQuote.safeParse(json);
  if (!record.success) return unreadable('latest quote', record.error);
  return ok(record.data.quote ? quoteOf(symbol, record.data.quote) : undefined);
}

export function tradePrint(symbol: string, trade: z.infer<typeof WireTrade>): TradePrint {
  return { symbol, price: trade.p, tradedAt: Date.parse(trade.t) };
}

export function quoteOf(symbol: string, quote: z.infer<typeof WireQuote>): Quote {
  return {
    symbol,
    quotedAt: Date.parse(quote.t),
    ...(!isZero(quote.bp) && { bid: { price: quote.bp, size: quote.bs } }),
    ...(!isZero(quote.ap) && { ask: { price: quote.ap, size: quote.as } }),
  };
}
