import { percentile, round } from '#test/bench/measure.ts';
import type { DeskPages } from './desk-pages.ts';
import type { Measured } from './row.ts';

export type FillOptions = { barsPerSecond: number; fills: number };

const AIM_FRAMES = 2;
const SETTLE_MS = 1_500;

/** From the moment a fill leaves for the page until its row is painted, under load and without. */
export async function measureFills(pages: DeskPages, options: FillOptions): Promise<Measured> {
  const { barsPerSecond, fills } = options;
  const page = await pages.open({});
  const run = async (rate: number) => {
    await page.evaluate((bars) => globalThis.bench.setRate(bars), rate);
    await page.evaluate((ms) => globalThis.bench.watchFrames(ms), SETTLE_MS);
    const seen: { frames: number; ms: number }[] = [];
    for (let n = 0; n < fills; n++) {
      const figures = await page.evaluate(() => globalThis.bench.paintOfFill());
      if (!figures) throw new Error('a fill never came to its row');
      seen.push(figures);
    }
    return {
      frames: percentile(
        seen.map(({ frames }) => frames),
        95,
      ),
      ms: round(
        percentile(
          seen.map(({ ms }) => ms),
          95,
        ),
        1,
      ),
    };
  };
  const still = await run(0);
  const flowing = await run(barsPerSecond);
  await page.close();
  return {
    rows: [
      {
        what: `a fill on the bridge → row painted at ${barsPerSecond} bars/s (p95)`,
        figure: `${flowing.frames} frames (${flowing.ms} ms)`,
        anchor: `feed paused: ${still.frames} frames (${still.ms} ms)`,
        ratio: undefined,
        aim: `${AIM_FRAMES} frames`,
        isMet: flowing.frames <= AIM_FRAMES,
      },
    ],
    raw: {
      fills,
      pausedFramesP95: still.frames,
      pausedP95Ms: still.ms,
      flowingFramesP95: flowing.frames,
      flowingP95Ms: flowing.ms,
    },
  };
}
