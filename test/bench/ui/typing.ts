import { percentile, round } from '#test/bench/measure.ts';
import type { DeskPages } from './desk-pages.ts';
import type { Measured } from './row.ts';

export type TypingOptions = { barsPerSecond: number; keys: number };

const AIM_MS = 50;
const SETTLE_MS = 1_500;
/** Two hundred a minute, as fast as figures are typed. */
const BETWEEN_KEYS_MS = 300;

/** From a digit in the ticket's quantity until what the order would do is painted, under load and without. */
export async function measureTyping(pages: DeskPages, options: TypingOptions): Promise<Measured> {
  const { barsPerSecond, keys } = options;
  const page = await pages.open({});
  const run = async (rate: number) => {
    await page.evaluate((bars) => globalThis.bench.setRate(bars), rate);
    await page.evaluate((ms) => globalThis.bench.watchFrames(ms), SETTLE_MS);
    const times: number[] = [];
    for (let n = 0; n < keys; n++) {
      // Each another quantity, so that no answer is one of before.
      times.push(await page.evaluate((qty) => globalThis.bench.typeQuantity(qty), 100 + n));
      await page.evaluate((ms) => globalThis.bench.watchFrames(ms), BETWEEN_KEYS_MS);
    }
    return { p50: round(percentile(times, 50), 1), p95: round(percentile(times, 95), 1) };
  };
  const still = await run(0);
  const flowing = await run(barsPerSecond);
  await page.close();
  return {
    rows: ([50, 95] as const).map((p) => ({
      what: `a digit in the ticket → what-if painted at ${barsPerSecond} bars/s (p${p})`,
      figure: `${flowing[`p${p}`]} ms`,
      anchor: `feed paused: ${still[`p${p}`]} ms`,
      ratio: round(flowing[`p${p}`] / still[`p${p}`]),
      aim: p === 95 ? `${AIM_MS} ms` : '',
      isMet: p === 95 ? flowing.p95 <= AIM_MS : undefined,
    })),
    raw: {
      pausedP50Ms: still.p50,
      pausedP95Ms: still.p95,
      flowingP50Ms: flowing.p50,
      flowingP95Ms: flowing.p95,
    },
  };
}
