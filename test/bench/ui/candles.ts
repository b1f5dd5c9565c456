import type { Browser } from 'playwright';
import { measureChart } from '#test/bench/chart.ts';
import { percentile, round } from '#test/bench/measure.ts';
import type { Measured } from './row.ts';

export type CandleOptions = { few: number; many: number; rounds: number };

const AIM = 1.2;
const MEMBERS = [
  ['firstPaintMs', 'first paint'],
  ['panFrameMs', 'pan, frame time p95'],
  ['updateMs', 'live update'],
] as const;

/** A chart with many bars in reach against one with few, in turns, moved by the same number of bars a frame. */
export async function measureCandles(browser: Browser, options: CandleOptions): Promise<Measured> {
  const { few, many, rounds } = options;
  const turns = Array.from({ length: rounds }, () => [few, many]).flat();
  // The first run warms the page up and is not counted.
  const [, ...figures] = await measureChart(browser, [few, ...turns]);
  const raw: Record<string, number> = {};
  const rows = MEMBERS.map(([member, name]) => {
    const of = (bars: number): number =>
      percentile(
        figures.filter((one) => one.bars === bars).map((one) => one[member]),
        50,
      );
    const [long, short] = [of(many), of(few)];
    raw[`${member}Many`] = round(long, 3);
    raw[`${member}Few`] = round(short, 3);
    return {
      what: `${many} candles in reach: ${name}`,
      figure: `${round(long)} ms`,
      anchor: `${few} candles: ${round(short)} ms`,
      ratio: round(long / short),
      aim: `within ${AIM} ×`,
      isMet: long / short <= AIM,
    };
  });
  return { rows, raw };
}
