// The desk's minute bars against the broker's history, in a market that runs faster than the world so that minutes pass.
import type { Bar } from '#contract/bars.ts';
import type { Clock } from '#main/ports.ts';
import type { TestAccount } from '#test/faults/support/desk.ts';
import type { Rig } from '#test/faults/support/rig.ts';

export const MINUTE_MS = 60_000;

/** Makes the market run, and answers a clock that runs with it. */
export async function quickenMarket(rig: Rig, speed: number): Promise<Clock> {
  const { now } = await rig.paper().control<{ now: string }>('POST', '/clock/speed', { speed });
  const started = performance.now();
  const startMs = Date.parse(now);
  return {
    wall: () => Math.floor(startMs + (performance.now() - started) * speed),
    elapsed: () => performance.now(),
  };
}

/** What is wrong with the bars of this symbol, in words. The last two minutes may still be on their way. */
export async function barProblems(
  rig: Rig,
  { unit }: TestAccount,
  symbol: string,
): Promise<string[]> {
  const { now } = await rig.paper().control<{ now: string }>('GET', '/clock');
  const before = Date.parse(now) - 3 * MINUTE_MS;
  const ours = unit.bars.bars(symbol).filter(({ time }) => time <= before);
  const [first] = ours;
  if (!first) return [`there are no bars of ${symbol}`];
  const history = await unit.client.bars({
    symbols: [symbol],
    timeframe: '1Min',
    start: new Date(first.time).toISOString(),
    end: new Date(before).toISOString(),
  });
  if (!history.ok) return [`the broker's history: ${JSON.stringify(history.failure)}`];
  const theirs = history.value.filter(({ time }) => time <= before);
  const known = new Map(ours.map((bar) => [bar.time, bar]));
  const told = new Set(theirs.map(({ time }) => time));
  return [
    ...theirs.filter(({ time }) => !known.has(time)).map((bar) => `${at(bar)} is missing`),
    ...theirs
      .filter((bar) => known.has(bar.time) && !isSame(bar, known.get(bar.time)))
      .map((bar) => `${at(bar)} is another`),
    ...ours.filter(({ time }) => !told.has(time)).map((bar) => `${at(bar)} is not in the history`),
    ...ours
      .filter(({ time }, index) => index > 0 && time <= (ours[index - 1]?.time ?? 0))
      .map((bar) => `${at(bar)} is out of order or doubled`),
  ];
}

const at = ({ symbol, time }: Bar): string => `${symbol} ${new Date(time).toISOString()}`;

const isSame = (a: Bar, b: Bar | undefined): boolean =>
  b !== undefined &&
  a.open === b.open &&
  a.high === b.high &&
  a.low === b.low &&
  a.close === b.close &&
  a.volume === b.volume;
