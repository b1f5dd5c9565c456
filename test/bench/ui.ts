// The desk in a real browser, under a load that no person sees and every machine feels. The page is the product's; only
// the bridge beneath it is the bench's.
import { chromium } from 'playwright';
import type { BenchOptions, Figures } from '#test/bench/measure.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { measureCandles } from './ui/candles.ts';
import { serveDeskPages } from './ui/desk-pages.ts';
import { measureFills } from './ui/fills.ts';
import { measureFirstPrice } from './ui/first-price.ts';
import { measureFrames } from './ui/frames.ts';
import { measureMemory } from './ui/memory.ts';
import { measureOrders } from './ui/orders.ts';
import { rowsAsTable, type Measured } from './ui/row.ts';
import { measureTyping } from './ui/typing.ts';

const BARS_PER_SECOND = 10_000;

export async function benchUi(
  say: (line: string) => void,
  { minutes, only }: BenchOptions,
): Promise<Figures> {
  const browser = await chromium.launch(chromiumLaunch().launchOptions);
  const pages = await serveDeskPages(browser);
  const measures: Record<string, () => Promise<Measured>> = {
    firstPrice: () => measureFirstPrice(pages, 9),
    frames: () =>
      measureFrames(pages, { barsPerSecond: BARS_PER_SECOND, rounds: 3, roundMs: 8_000 }),
    fills: () => measureFills(pages, { barsPerSecond: BARS_PER_SECOND, fills: 100 }),
    typing: () => measureTyping(pages, { barsPerSecond: BARS_PER_SECOND, keys: 100 }),
    candles: () => measureCandles(browser, { few: 10_000, many: 1_000_000, rounds: 5 }),
    orders: () => measureOrders(pages, { few: 1_000, many: 100_000, rounds: 10 }),
    memory: () =>
      measureMemory(pages, { barsPerSecond: BARS_PER_SECOND, hours: 1, minutes, fills: 400 }),
  };
  try {
    const figures: Figures = { browser: browser.version() };
    const measured: Measured[] = [];
    for (const [name, measure] of Object.entries(measures)) {
      if (only.length > 0 && !only.includes(name)) continue;
      const result = await measure();
      measured.push(result);
      figures[name] = result.raw;
      say(`${rowsAsTable(result.rows)}\n`);
    }
    return { ...figures, rows: measured.flatMap(({ rows }) => rows) };
  } finally {
    await browser.close();
    await pages.stop();
  }
}
