// What the drawings of this screen show, reckoned exactly and before anything is drawn: which bars, from where to where,
// and what must be said of them. Numbers are made only for the axes.
import { add } from '#renderer/core/exact.ts';
import { bySize, type Share, type SymbolProfit } from '#renderer/screens/account/holdings.ts';

type Scale = {
  domain: [number, number];
  ticks: number[];
  /** It does not reach down to zero: heights do not compare, and it must be said. */
  isCut: boolean;
};

/** So many bars can be told apart; the table has all of them. */
const MOST_BARS = 12;
const STEPS = 5;
const CENT = 0.01;
/** A curve that moves less than this part of its highest is not drawn steeper than that. */
const LEAST_SPAN = 0.01;

/** An axis with its zero, in round steps. */
export const scaleFromZero = (values: readonly number[]): Scale =>
  roundScale(Math.min(0, ...values), Math.max(0, ...values));

/**
 * An axis for a curve: with its zero where the curve comes near it, cut where it would be a flat line at the top. One
 * that is cut spans a hundredth of the worth at least, so that nothing becomes no mountain.
 */
export function scaleOfCurve(values: readonly number[]): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low < high / 2 || low <= 0) return scaleFromZero(values);
  const room = Math.max(0, high * LEAST_SPAN - (high - low)) / 2;
  return roundScale(low - room, high + room);
}

function roundScale(low: number, high: number): Scale {
  const rough = Math.max((high - low) / STEPS, CENT);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((n) => n * power >= rough * 0.999) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, n) =>
    // Without what floating point leaves behind the cents.
    Number(((first + n) * step).toFixed(4)),
  );
  const [from, to] = [ticks[0] ?? 0, ticks.at(-1) ?? 0];
  return { domain: [from, to], ticks, isCut: from > 0 || to < 0 };
}

/** How much of the worth an axis that is cut shows, in words. */
export function cutWords({ domain: [from, to], isCut }: Scale): string | undefined {
  const part = ((to - from) / Math.max(Math.abs(from), Math.abs(to))) * 100;
  return isCut
    ? `The axis does not start at zero: its height is ${Number(part.toPrecision(2))}% of the value.`
    : undefined;
}

export type ProfitBar = {
  name: string;
  today: string;
  unrealized: string | undefined;
  isEstimate: boolean;
};

/** The largest gains and losses, and the rest as one bar: together they are the table's sum. */
export function profitBars(rows: readonly SymbolProfit[]): ProfitBar[] {
  const known = rows.flatMap(({ symbol, today, unrealized, isEstimate }): ProfitBar[] =>
    today === undefined ? [] : [{ name: symbol, today, unrealized, isEstimate }],
  );
  return withOthers(
    known.toSorted((a, b) => bySize(a.today, b.today)),
    (rest, name) => ({
      name,
      today: sum(rest.map(({ today }) => today)),
      unrealized: rest.some(({ unrealized }) => unrealized === undefined)
        ? undefined
        : sum(rest.map(({ unrealized = '0' }) => unrealized)),
      isEstimate: rest.some(({ isEstimate }) => isEstimate),
    }),
  );
}

/** The largest parts, and the rest as one bar. */
export const allocationBars = (shares: readonly Share[]): Share[] =>
  withOthers(shares, (rest, name) => ({
    name,
    value: sum(rest.map(({ value }) => value)),
    percent: sum(rest.map(({ percent = '0' }) => percent)),
    isPercentEstimate: rest.some(({ isPercentEstimate }) => isPercentEstimate) || undefined,
  }));

/** What is in the account and not in the drawing, in words. */
export const missingWords = (symbols: readonly string[], why: string): string | undefined =>
  symbols.length === 0 ? undefined : `Without ${symbols.join(', ')}: ${why}.`;

function withOthers<T>(rows: readonly T[], asOne: (rest: readonly T[], name: string) => T): T[] {
  if (rows.length <= MOST_BARS) return [...rows];
  const rest = rows.slice(MOST_BARS - 1);
  return [...rows.slice(0, MOST_BARS - 1), asOne(rest, `${rest.length} others`)];
}

const sum = (values: readonly string[]): string => values.reduce(add, '0');
