// What the broker's market traded at, minute by minute, read past the desk when everything is over.
import { decimal, max, min, type Decimal } from '#main/domain/decimal.ts';
import type { Range, PricesOf } from '#test/faults/support/ledger.ts';
import type { Paper } from '#test/faults/support/paper.ts';

type Bars = { bars: Record<string, { t: string; h: number; l: number }[]> };

const MINUTE_MS = 60_000;
const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS);

/** The last trade holds until the next one: the minute before belongs to a moment, too. */
export async function readPrices(
  { hosts, key }: Pick<Paper, 'hosts' | 'key'>,
  symbols: readonly string[],
  since: number,
): Promise<PricesOf> {
  if (symbols.length === 0) return () => undefined;
  const query = new URLSearchParams({
    symbols: symbols.join(),
    timeframe: '1Min',
    start: new Date(since - 5 * MINUTE_MS).toISOString(),
    limit: '10000',
  });
  const answer = await fetch(`${hosts.data}/v2/stocks/bars?${query}`, {
    headers: { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey },
  });
  const { bars } = (await answer.json()) as Bars;
  const minutes = new Map<string, Range>();
  for (const [symbol, all] of Object.entries(bars))
    for (const { t, h, l } of all)
      minutes.set(`${symbol} ${minuteOf(Date.parse(t))}`, { low: exact(l), high: exact(h) });
  return (symbol, from, to) => {
    const found: (Range | undefined)[] = [];
    for (let minute = minuteOf(from) - 1; minute <= minuteOf(to); minute++)
      found.push(minutes.get(`${symbol} ${minute}`));
    return found.reduce((a, b) => a && b && { low: min(a.low, b.low), high: max(a.high, b.high) });
  };
}

const exact = (price: number): Decimal => decimal(String(price));
