// Drives the chart in a real browser with any number of bars: `node test/bench/chart.ts [bars …]`, or `measureChart`
// from another bench. The page is built apart from the application's, so nothing of this is in the product.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright';
import { build } from 'vite';
import { MOST_DRAWINGS } from '#contract/drawings.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';
import type { ChartFigures } from './chart-page.ts';

export async function measureChart(
  browser: Browser,
  counts: readonly number[],
  isWithIndicators = false,
  drawings = 0,
): Promise<(ChartFigures & { bars: number })[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-chart-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        lib: {
          entry: fileURLToPath(new URL('chart-page.ts', import.meta.url)),
          formats: ['es'],
          fileName: () => 'page.js',
          cssFileName: 'page',
        },
      },
    });
    const page = await browser.newPage({ viewport: { width: 900, height: 500 } });
    await page.addStyleTag({ path: join(folder, 'page.css') });
    await page.addScriptTag({ path: join(folder, 'page.js'), type: 'module' });
    await page.waitForFunction(() => 'driveChart' in globalThis);
    const indicators = isWithIndicators
      ? [
          { kind: 'sma' as const, periods: [20] },
          { kind: 'rsi' as const, periods: [14] },
        ]
      : [];
    const figures: (ChartFigures & { bars: number })[] = [];
    const session = await page.context().newCDPSession(page);
    for (const bars of counts) {
      await page.evaluate((count) => globalThis.prepareChart(count), bars);
      // Making a million bars leaves more behind than making ten thousand; it is not the chart that leaves it.
      await session.send('HeapProfiler.collectGarbage');
      const drawn = await page.evaluate(([look, count]) => globalThis.driveChart(look, count), [
        indicators,
        drawings,
      ] as const);
      figures.push({ ...drawn, bars });
    }
    await page.close();
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const counts = process.argv
    .slice(2)
    .map(Number)
    .filter((count) => count >= 10_000);
  const browser = await chromium.launch(chromiumLaunch().launchOptions);
  // The first run warms the page up and is not shown.
  const bars = [10_000, ...(counts.length > 0 ? counts : [10_000, 1_000_000])];
  const [, ...figures] = await measureChart(browser, bars);
  const [, ...drawnOn] = await measureChart(browser, bars, false, MOST_DRAWINGS);
  await browser.close();
  const told = { figures, [`with ${MOST_DRAWINGS} drawings`]: drawnOn };
  process.stdout.write(`${JSON.stringify(told, undefined, 2)}\n`);
}
