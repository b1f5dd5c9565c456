// The account and what is known about a symbol, from the wire's records to the desk's.
import { z } from 'zod';
import type { Bar } from '#contract/bars.ts';
import { ok, type Result } from '#contract/failure.ts';
import { Account } from '#contract/records.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import { decodeBar } from '#main/wire/bars.ts';
import { decoderOf, listDecoderOf, unreadable, withMoney } from '#main/wire/decode.ts';
import { isRecord } from '#main/wire/names.ts';
import {
  WireQuote,
  WireTrade,
  quoteOf,
  tradePrint,
  type Quote,
  type TradePrint,
} from '#main/wire/prints.ts';

export { camelize } from '#main/wire/names.ts';
export type { TradePrint };

export type Snapshot = {
  symbol: string;
  trade: TradePrint | undefined;
  quote: Quote | undefined;
  /** Only for show: absent also when it cannot be read. */
  dailyBar: Bar | undefined;
  previousClose: Decimal | undefined;
};

const ACCOUNT_MONEY = ['equity', 'lastEquity', 'cash', 'buyingPower'] as const;

export const decodeAccount = decoderOf('account', Account, withMoney(ACCOUNT_MONEY));

/** Settings of the account at the broker. What a newer broker adds survives. */
export const Configurations = z.looseObject({
  disableOvernightTrading: z.boolean().optional(),
  fractionalTrading: z.boolean().optional(),
  maxMarginMultiplier: z.string().optional(),
  maxOptionsTradingLevel: z.number().optional(),
  noShorting: z.boolean().optional(),
  ptpNoExceptionEntry: z.boolean().optional(),
  suspendTrade: z.boolean().optional(),
  tradeConfirmEmail: z.string().optional(),
});
export type Configurations = z.infer<typeof Configurations>;

export const decodeConfigurations = decoderOf('account configurations', Configurations);

const WireSnapshots = z.record(
  z.string(),
  z
    .object({
      latestTrade: WireTrade.nullish(),
      latestQuote: WireQuote.nullish(),
      dailyBar: z.unknown(),
      prevDailyBar: z.object({ c: WireTrade.shape.p }).nullish(),
    })
    .nullish(),
);

export function decodeSnapshots(json: unknown): Result<Snapshot[]> {
  const record = WireSnapshots.safeParse(json);
  if (!record.success) return unreadable('snapshots', record.error);
  return ok(
    Object.entries(record.data).map(([symbol, snapshot]) => ({
      symbol,
      trade: snapshot?.latestTrade ? tradePrint(symbol, snapshot.latestTrade) : undefined,
      quote: snapshot?.latestQuote ? quoteOf(symbol, snapshot.latestQuote) : undefined,
      dailyBar: decodeBar(symbol, snapshot?.dailyBar),
      previousClose: snapshot?.prevDailyBar?.c,
    })),
  );
}

/** Something that can be traded. `name` is the symbol where the broker has none. */
export const AssetRecord = z.looseObject({
  symbol: z.string(),
  name: z.string(),
  tradable: z.boolean(),
  id: z.string().optional(),
  class: z.string().optional(),
  exchange: z.string().optional(),
  status: z.string().optional(),
  marginable: z.boolean().optional(),
  shortable: z.boolean().optional(),
  fractionable: z.boolean().optional(),
  attributes: z.array(z.string()).optional(),
});
export type AssetRecord = z.infer<typeof AssetRecord>;

export const decodeAsset = decoderOf('asset', AssetRecord, (record) =>
  isRecord(record) ? { ...record, name: record['name'] ?? record['symbol'] } : record,
);
export const decodeAssets = listDecoderOf('assets', decodeAsset);
