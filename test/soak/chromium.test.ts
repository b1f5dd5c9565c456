// The same day on the real page in Chromium, over the web shell's own server: memory, nodes and listeners of the page
// flat after the first tenth, and not one error in its console.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium, type CDPSession, type Page } from 'playwright';
import { expect, it } from 'vitest';
import { createPageFiles } from '#main/shell/common/page-files.ts';
import { systemRandom } from '#main/shell/common/system.ts';
import { createEntry } from '#main/shell/web/entry.ts';
import { startWebServer } from '#main/shell/web/server.ts';
import {
  createSoakDesk,
  DURATION_MS,
  MARKET_MINUTES,
  runDay,
  SYMBOLS,
} from '#test/soak/support/day.ts';
import { flatnessOf, type Allowed, type Flatness } from '#test/soak/support/flatness.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { SCALE } from '#test/support/scale.ts';

const SEED = Number(process.env['BALLAST_SOAK_SEED'] ?? 12);
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Beside a tenth of what there was: the orders of a day in the page's lists, and a toast or a menu that is open. */
const ALLOWED = {
  heapMb: { share: 0.1, absolute: 6 },
  nodes: { share: 0.1, absolute: 500 },
  listeners: { share: 0.1, absolute: 150 },
} as const satisfies Record<string, Allowed>;
type Measure = keyof typeof ALLOWED;

it(`keeps its page over ${MARKET_MINUTES} market minutes of ${SYMBOLS.length} symbols`, async () => {
  // Nothing is built again while the sources are what they were.
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: PROJECT, stdio: 'inherit' });
  const watch = watchProcess();
  const desk = await createSoakDesk();
  const entry = createEntry(systemRandom, () => undefined);
  const server = await startWebServer({
    desk: desk.desk,
    pages: createPageFiles(fileURLToPath(new URL('../../out/renderer', import.meta.url))),
    entry,
    port: 0,
    log: () => undefined,
  });
  const browser = await chromium.launch(chromiumLaunch().launchOptions);
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(entry.address(server.port));
  const stream = page.getByRole('status', { name: 'Price stream' });
  await stream.filter({ hasText: 'live' }).waitFor({ timeout: 60_000 });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const samples: Record<Measure, number[]> = { heapMb: [], nodes: [], listeners: [] };
  const report = await runDay(desk, SEED, async () => {
    const now = await measure(session);
    for (const name of Object.keys(samples) as Measure[]) samples[name].push(now[name]);
  });
  const flat = Object.fromEntries(
    (Object.keys(samples) as Measure[]).map((name) => [
      name,
      flatnessOf(samples[name], ALLOWED[name]),
    ]),
  ) as Record<Measure, Flatness>;
  const prices = await pricesShown(page);
  await browser.close();
  await server.close();
  await desk.stop();
  watch.stop();
  const notFlat = (Object.keys(flat) as Measure[]).filter((name) => !flat[name].isFlat);
  tellProof({
    part: 'soak',
    what: `Chromium: ${MARKET_MINUTES} market minutes on the real page, ${SYMBOLS.length} symbols followed`,
    count: samples.heapMb.length,
    zero: {
      notFlat: notFlat.length,
      consoleErrors: errors.length,
      unhandled: watch.unhandled.length,
      warnings: watch.warnings.length,
    },
    figures: {
      'market minutes': MARKET_MINUTES,
      seconds: Math.round(DURATION_MS / 1000),
      ...report,
      ...Object.fromEntries(
        (Object.keys(flat) as Measure[]).map((name) => [name, told(flat[name])]),
      ),
    },
    seed: SEED,
    repeat: `BALLAST_SCALE=${SCALE} BALLAST_SOAK_SEED=${SEED} npx vitest run --project soak test/soak/chromium.test.ts`,
  });
  expect(samples.heapMb.length).toBeGreaterThanOrEqual(20);
  expect(notFlat, JSON.stringify(samples)).toEqual([]);
  expect(errors).toEqual([]);
  expect([...watch.unhandled, ...watch.warnings]).toEqual([]);
  expect(report.cuts).toBe(13);
  expect(prices).toBeGreaterThan(5);
});

async function measure(session: CDPSession): Promise<Record<Measure, number>> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    heapMb: of('JSHeapUsedSize') / 2 ** 20,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
  };
}

/** Rows that hold a price: the page was alive to the end. */
const pricesShown = (page: Page): Promise<number> =>
  page
    .getByRole('row')
    .filter({ hasText: /\d\.\d\d/ })
    .count();

const told = ({ atTenth, highest, last, driftOverDay }: Flatness): string =>
  `${atTenth.toFixed(1)} at one tenth, at most ${highest.toFixed(1)}, ${last.toFixed(1)} at the end, drift ${driftOverDay.toFixed(1)}`;
