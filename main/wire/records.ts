// From the wire's snake_case records to the names the desk uses. Members that nobody here knows survive under their
// camelCase name; a record that lacks what the desk relies on is refused, not guessed.
import { z } from 'zod';
import { fail, ok, type Result } from '#contract/failure.ts';
import { Account } from '#contract/records.ts';
import { decimal, fromNumber, type Decimal } from '#main/domain/decimal.ts';

export type Snapshot = {
  symbol: string;
  trade: TradePrint | undefined;
  previousClose: Decimal | undefined;
};
export type TradePrint = { symbol: string; price: Decimal; tradedAt: number };

export function decodeAccount(json: unknown): Result<Account> {
  const record = Account.safeParse(camelize(json));
  return record.success ? ok(record.data) : unreadable('account', record.error);
}

const WireTrade = z.object({ p: z.number(), t: z.string() });
const WireSnapshots = z.record(
  z.string(),
  z
    .object({
      latestTrade: WireTrade.nullish(),
      prevDailyBar: z.object({ c: z.number() }).nullish(),
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
      previousClose: snapshot?.prevDailyBar ? fromNumber(snapshot.prevDailyBar.c) : undefined,
    })),
  );
}

export type AssetRecord = { symbol: string; name: string; tradable: boolean };
const WireAsset = z.object({
  symbol: z.string(),
  name: z.string().nullish(),
  tradable: z.boolean(),
});

export function decodeAsset(json: unknown): Result<AssetRecord> {
  const record = WireAsset.safeParse(json);
  if (!record.success) return unreadable('asset', record.error);
  const { symbol, name, tradable } = record.data;
  return ok({ symbol, name: name ?? symbol, tradable });
}

/** `null` and absent become absent, as SEED's records have them; numbers in money members stay what they are. */
export function camelize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelize);
  if (typeof value !== 'object' || value === null) return value;
  const record: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== null) record[camelName(name)] = camelize(member);
  }
  return record;
}

const camelName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function tradePrint(symbol: string, trade: z.infer<typeof WireTrade>): TradePrint {
  return { symbol, price: decimal(fromNumber(trade.p)), tradedAt: Date.parse(trade.t) };
}

function unreadable(what: string, error: z.ZodError): Result<never> {
  const path = error.issues[0]?.path.join('.') ?? '';
  return fail({
    kind: 'unavailable',
    status: 200,
    message: `The broker's ${what} could not be read${path && ` (${path})`}.`,
  });
}
