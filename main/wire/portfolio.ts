// The account's value over time. The one trading answer whose money comes as JSON numbers: the shortest decimal that
// reads back as the number, or the sent text itself where a number could not carry it (json.ts).
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import type { Result } from '#contract/failure.ts';
import { isDecimal } from '#main/domain/decimal.ts';
import { isRecord } from '#main/tools/json.ts';
import { decoderOf, leftOut, omit, unreadable } from '#main/wire/decode.ts';
import type { Tell } from '#main/wire/oddities.ts';
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

const decode = decoderOf('portfolio history', PortfolioHistory, withoutOdd, omit);

export function decodePortfolioHistory(json: unknown, tell?: Tell): Result<PortfolioHistory> {
  const history = decode(json, tell);
  if (!history.ok) return history;
  const { timestamp, equity, profitLoss, profitLossPct } = history.value;
  const isParallel = [equity, profitLoss, profitLossPct].every(
    (column) => column.length === timestamp.length,
  );
  return isParallel ? history : unreadable('portfolio history', 'columns of unequal length');
}

const WHAT = 'value of the portfolio';

/** A value that cannot be read is none at its time, and one without a time is left out; what is beside them stays. */
function withoutOdd(record: unknown, tell: Tell | undefined): unknown {
  if (!isRecord(record) || !Array.isArray(record['timestamp'])) return record;
  const times = record['timestamp'] as unknown[];
  const isTimed = times.map((time) => typeof time === 'number');
  const column = (name: string): unknown => {
    const values = record[name] ?? times.map(() => null);
    // Columns that do not belong together are refused as they are.
    if (!Array.isArray(values) || values.length !== times.length) return values;
    return (values as unknown[])
      .filter((_, at) => isTimed[at])
      .map((value) => {
        const exact = exactMoney(value);
        const isValue = exact === null || isDecimal(exact);
        if (!isValue) leftOut(WHAT, { [name]: value }, tell, [name]);
        return isValue ? exact : null;
      });
  };
  for (const time of times) if (typeof time !== 'number') leftOut(WHAT, { time }, tell, ['time']);
  const columns = ['equity', 'profitLoss', 'profitLossPct'].map((name) => [name, column(name)]);
  return {
    ...record,
    ...Object.fromEntries(columns),
    timestamp: times.filter((_, at) => isTimed[at]),
  };
}
