import { percentile, round } from '#test/bench/measure.ts';
import type { DeskPages } from './desk-pages.ts';
import type { FrameFigures } from './page/driver.ts';
import type { Measured } from './row.ts';

export type FrameOptions = { barsPerSecond: number; rounds: number; roundMs: number };

const AIM = 1.5;
const SETTLE_MS = 1_500;

/** Frames under load against the same page with the feed paused, in turns. */
export async function measureFrames(pages: DeskPages, options: FrameOptions): Promise<Measured> {
  const { barsPerSecond, rounds, roundMs } = options;
  const page = await pages.open({});
  const watch = async (rate: number): Promise<FrameFigures> => {
    await page.evaluate((bars) => globalThis.bench.setRate(bars), rate);
    await page.evaluate((ms) => globalThis.bench.watchFrames(ms), SETTLE_MS);
    return page.evaluate((ms) => globalThis.bench.watchFrames(ms), roundMs);
  };
  const still: FrameFigures[] = [];
  const flowing: FrameFigures[] = [];
  for (let n = 0; n < rounds; n++) {
    still.push(await watch(0));
    flowing.push(await watch(barsPerSecond));
  }
  await page.close();
  const [calm, busy] = [figuresOf(still), figuresOf(flowing)];
  const barsSeen =
    flowing.reduce((sum, { bars }) => sum + bars, 0) /
    (flowing.flatMap(({ frames }) => frames).reduce((sum, ms) => sum + ms, 0) / 1_000);
  const row = (name: 'p50' | 'p95') => ({
    what: `frame time ${name}, ${barsPerSecond} bars/s, 500 symbols, 4 charts`,
    figure: `${busy[name]} ms`,
    anchor: `feed paused: ${calm[name]} ms`,
    ratio: round(busy[name] / calm[name]),
    aim: name === 'p95' ? `within ${AIM} ×` : '',
    isMet: name === 'p95' ? busy.p95 / calm.p95 <= AIM : undefined,
  });
  return {
    rows: [
      row('p50'),
      row('p95'),
      {
        what: 'longest task under that load',
        figure: taskText(busy.longestTaskMs),
        anchor: `feed paused: ${taskText(calm.longestTaskMs)}`,
        ratio: undefined,
        aim: '',
        isMet: undefined,
      },
    ],
    raw: {
      barsPerSecondSeen: round(barsSeen, 0),
      pausedP50Ms: calm.p50,
      pausedP95Ms: calm.p95,
      flowingP50Ms: busy.p50,
      flowingP95Ms: busy.p95,
      pausedLongestTaskMs: calm.longestTaskMs,
      flowingLongestTaskMs: busy.longestTaskMs,
    },
  };
}

function figuresOf(rounds: readonly FrameFigures[]) {
  const frames = rounds.flatMap((one) => one.frames);
  return {
    p50: round(percentile(frames, 50), 1),
    p95: round(percentile(frames, 95), 1),
    longestTaskMs: Math.max(...rounds.map((one) => one.longestTaskMs)),
  };
}

const taskText = (ms: number): string => (ms === 0 ? 'under 50 ms' : `${round(ms, 0)} ms`);
