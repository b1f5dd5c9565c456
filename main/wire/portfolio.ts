// The account's value over time. The one trading answer whose money comes as JSON numbers: the shortest decimal that
// reads back as the number, or the sent text itself where a number could not carry it (json.ts).
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { fail, type Result } from '#contract/failure.ts';
import { decoderOf } from '#main/wire/decode.ts';
import { exactMoney } from '#main/wire/json.ts';

/** `null` is kept: at that time there was no value, which is not the same as nothing. */
const Column = z.array(z.preprocess(exactMoney, Decimal.nullable()));

/** Parallel arrays; `timestamp` in epoch seconds as the wire has it, shares of one in `profitLossPct`. */
export const PortfolioHistory = z.object({
  timestamp: z.array(z.number()),
  equity: Column,
  profitLoss: Column,
  profitLossPct: Column,
  baseValue: z.preprocess(exactMoney, Decimal.optional()),
  baseValueAsof: z.string().optional(),
  timeframe: z.string().optional(),
});
export type PortfolioHistory = z.infer<typeof PortfolioHistory>;

const decode = decoderOf('portfolio history', PortfolioHistory);

export function decodePortfolioHistory(json: unknown): Result<PortfolioHistory> {
  const history = decode(json);
  if (!history.ok) return history;
  const { timestamp, equity, profitLoss, profitLossPct } = history.value;
  const isParallel = [equity, profitLoss, profitLossPct].every(
    (column) => column.length === timestamp.length,
  );
  return isParallel
    ? history
    : fail({
        kind: 'unavailable',
        status: 200,
        message: "The broker's portfolio history could not be read (columns of unequal length).",
      });
}
