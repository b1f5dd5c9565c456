// The account and what is known about a symbol, from the wire's records to the desk's.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { ok, type Result } from '#contract/failure.ts';
import { Account } from '#contract/records.ts';
import { said } from '#contract/said.ts';
import {
  decoderOf,
  listDecoderOf,
  omit,
  Timestamp,
  unreadable,
  withMoney,
} from '#main/wire/decode.ts';
import { tellUnknown, type Tell } from '#main/wire/oddities.ts';
import { exactMoney } from '#main/wire/json.ts';
import { isRecord } from '#main/tools/json.ts';

export type TradePrint = { symbol: string; price: Decimal; tradedAt: number };

export type Snapshot = {
  symbol: string;
  trade: TradePrint | undefined;
  previousClose: Decimal | undefined;
  /** What somebody bids and asks; nothing on a side where nobody does. */
  quote: Quote | undefined;
};
export type Quote = {
  bid: Decimal;
  ask: Decimal;
  bidSize?: Decimal | undefined;
  askSize?: Decimal | undefined;
  quotedAt?: number | undefined;
};

const ACCOUNT_MONEY = [
  'equity',
  'lastEquity',
  'cash',
  'buyingPower',
  'nonMarginableBuyingPower',
  'maintenanceMargin',
  'longMarketValue',
  'shortMarketValue',
  'portfolioValue',
  'initialMargin',
  'daytradingBuyingPower',
  'regtBuyingPower',
  'accruedFees',
  'multiplier',
];

const decodeAnyAccount = decoderOf('account', Account, withMoney(ACCOUNT_MONEY));

export function decodeAccount(json: unknown, tell?: Tell): Result<Account> {
  const account = decodeAnyAccount(json, tell);
  if (account.ok) tellUnknown(tell, 'account', 'status', account.value.status, ACCOUNT_STATUSES);
  return account;
}

const ACCOUNT_STATUSES: ReadonlySet<string> = new Set([
  'INACTIVE',
  'PAPER_ONLY',
  'ONBOARDING',
  'SUBMISSION_FAILED',
  'SUBMITTED',
  'ACCOUNT_UPDATED',
  'APPROVAL_PENDING',
  'ACTIVE',
  'REJECTED',
  'ACCOUNT_CLOSED',
  'APPROVED',
  'ACCOUNT_CLOSED_PENDING',
  'ACTION_REQUIRED',
  'LIMITED',
]);

/** When the market is open. */
const MarketClock = z.object({
  timestamp: Timestamp,
  isOpen: z.boolean(),
  nextOpen: Timestamp,
  nextClose: Timestamp,
});
export type MarketClock = z.infer<typeof MarketClock>;

export const decodeMarketClock = decoderOf('clock', MarketClock);

/** A day on which the exchange trades. */
const TradingDay = z.object({
  date: z.string(),
  open: said(z.string()),
  close: said(z.string()),
  /** With the early and the late hours. */
  sessionOpen: said(z.string()),
  sessionClose: said(z.string()),
});
export type TradingDay = z.infer<typeof TradingDay>;

export const decodeTradingDays = listDecoderOf('calendar', decoderOf('calendar', TradingDay));

/** Prices of the market-data API come as JSON numbers and become exact decimals here. */
const Exact = z.preprocess(exactMoney, Decimal);
const WireTrade = z.object({ p: Exact, t: Timestamp });
const WireQuote = z.object({
  bp: Exact,
  ap: Exact,
  bs: Exact.optional().catch(undefined),
  as: Exact.optional().catch(undefined),
  t: Timestamp.optional().catch(undefined),
});
/** None of it is required, and what cannot be read of it costs nobody the rest. */
const WireSnapshot = z.object({
  latestTrade: WireTrade.nullish(),
  latestQuote: WireQuote.nullish(),
  prevDailyBar: z.object({ c: Exact }).nullish(),
});
const decodeSnapshot = decoderOf('snapshot', WireSnapshot, undefined, omit);

const MOST_SNAPSHOTS = 5_000;

export function decodeSnapshots(json: unknown, tell?: Tell): Result<Snapshot[]> {
  if (!isRecord(json) || Object.keys(json).length > MOST_SNAPSHOTS) return unreadable('snapshots');
  return ok(
    Object.entries(json).flatMap(([symbol, record]) => {
      // Known, and without anything to say.
      const read = record === null ? ok({}) : decodeSnapshot(record, tell);
      if (!read.ok) return [];
      const { latestTrade, latestQuote, prevDailyBar }: z.infer<typeof WireSnapshot> = read.value;
      return [
        {
          symbol,
          trade: latestTrade ? tradePrint(symbol, latestTrade) : undefined,
          previousClose: prevDailyBar?.c,
          quote: latestQuote ? quoteOf(latestQuote) : undefined,
        },
      ];
    }),
  );
}

/** Of each symbol that has one. One that cannot be read costs only itself. */
export function decodeLatestTrades(json: unknown): Result<TradePrint[]> {
  const trades = isRecord(json) ? json['trades'] : undefined;
  if (!isRecord(trades) || Object.keys(trades).length > MOST_SNAPSHOTS)
    return unreadable('latest trades');
  return ok(
    Object.entries(trades).flatMap(([symbol, raw]) => {
      const trade = WireTrade.safeParse(raw);
      return trade.success ? [tradePrint(symbol, trade.data)] : [];
    }),
  );
}

const quoteOf = ({ bp, ap, bs, as, t }: z.infer<typeof WireQuote>): Quote => ({
  bid: bp,
  ask: ap,
  bidSize: bs,
  askSize: as,
  quotedAt: t === undefined ? undefined : Date.parse(t),
});

function tradePrint(symbol: string, trade: z.infer<typeof WireTrade>): TradePrint {
  return { symbol, price: trade.p, tradedAt: Date.parse(trade.t) };
}

/** Something that can be traded. `name` is the symbol where the broker has none. */
const AssetRecord = z.object({
  symbol: z.string(),
  name: z.string(),
  tradable: z.boolean(),
  id: z.string().optional(),
  class: z.string().optional(),
  exchange: z.string().optional(),
  status: z.string().optional(),
  marginable: z.boolean().optional(),
  shortable: z.boolean().optional(),
  easyToBorrow: z.boolean().optional(),
  fractionable: z.boolean().optional(),
  attributes: z.array(z.string()).optional(),
});
export type AssetRecord = z.infer<typeof AssetRecord>;

export const decodeAsset = decoderOf(
  'asset',
  AssetRecord,
  (record) => {
    if (!isRecord(record)) return record;
    const { name, symbol } = record;
    return { ...record, name: typeof name === 'string' ? name : symbol };
  },
  omit,
);
export const decodeAssets = listDecoderOf('assets', decodeAsset);
