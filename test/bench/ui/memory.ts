import type { CDPSession } from 'playwright';
import { round } from '#test/bench/measure.ts';
import type { DeskPages } from './desk-pages.ts';
import type { Measured } from './row.ts';

export type MemoryOptions = {
  /** The load that is compressed. */
  barsPerSecond: number;
  hours: number;
  /** What it is compressed into. */
  minutes: number;
  fills: number;
};

/** What the heap may have grown by after the first quarter, which fills the windows that stay full. */
const AIM = 1.1;
const QUARTERS = 4;

/** The heap after a collection, before and after the load of an hour in a few minutes. */
export async function measureMemory(pages: DeskPages, options: MemoryOptions): Promise<Measured> {
  const { barsPerSecond, hours, minutes, fills } = options;
  const page = await pages.open({});
  const session = await page.context().newCDPSession(page);
  const barsWanted = barsPerSecond * hours * 3_600;
  const rate = barsWanted / (minutes * 60);
  const start = await heapMb(session);
  const heaps: number[] = [];
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    await page.evaluate((bars) => globalThis.bench.setRate(bars), rate);
    for (let n = 0; n < fills / QUARTERS; n++) await page.evaluate(() => globalThis.bench.fill());
    await page.evaluate((ms) => globalThis.bench.watchFrames(ms), (minutes * 60_000) / QUARTERS);
    await page.evaluate(() => globalThis.bench.setRate(0));
    await page.evaluate(() => globalThis.bench.watchFrames(1_000));
    heaps.push(await heapMb(session));
  }
  const bars = await page.evaluate(() => globalThis.bench.barCount());
  await page.close();
  const [first = start] = heaps;
  const end = heaps.at(-1) ?? start;
  return {
    rows: [
      {
        what: `heap after ${(bars / 1e6).toFixed(1)} million bars (${round(bars / barsPerSecond / 60, 0)} min of load in ${minutes} min)`,
        figure: `${heaps.join(' → ')} MB`,
        anchor: `at the start: ${start} MB; ratio of the end to the first quarter`,
        ratio: round(end / first),
        aim: 'flat',
        isMet: end / first <= AIM,
      },
    ],
    raw: { startMb: start, firstQuarterMb: first, endMb: end, bars },
  };
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return round(usedSize / 2 ** 20, 1);
}
