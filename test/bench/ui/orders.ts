import type { Page } from 'playwright';
import { percentile, round } from '#test/bench/measure.ts';
import type { DeskPages } from './desk-pages.ts';
import type { Measured } from './row.ts';

export type OrderOptions = { few: number; many: number; rounds: number };

const FILTERS = ['b', 'ba', 'bab', 'limit 200', 'order-99', ''];
/** The same way in both: fewer rows must not come to their end. */
const SCROLL_PX = 90;
const SCROLL_FRAMES = 150;

type Times = { filter: number[]; scroll: number[] };

/** Filtering and scrolling many orders against few, in turns and on pages of their own. */
export async function measureOrders(pages: DeskPages, options: OrderOptions): Promise<Measured> {
  const { few, many, rounds } = options;
  const short = await pages.open({ orders: few, charts: 1 });
  const long = await pages.open({ orders: many, charts: 1 });
  await untilRead(short, few);
  await untilRead(long, many);
  const ofFew: Times = { filter: [], scroll: [] };
  const ofMany: Times = { filter: [], scroll: [] };
  for (let n = 0; n < rounds; n++) {
    await drive(short, ofFew);
    await drive(long, ofMany);
  }
  await short.close();
  await long.close();
  const raw: Record<string, number> = {};
  const rows = (['filter', 'scroll'] as const).flatMap((name) =>
    ([50, 95] as const).map((p) => {
      const [slow, quick] = [percentile(ofMany[name], p), percentile(ofFew[name], p)];
      raw[`${name}P${p}ManyMs`] = round(slow, 1);
      raw[`${name}P${p}FewMs`] = round(quick, 1);
      return {
        what: `${many} orders: ${name === 'filter' ? 'a text into the filter → painted' : 'scroll, frame time'} (p${p})`,
        figure: `${round(slow, 1)} ms`,
        anchor: `${few} orders: ${round(quick, 1)} ms`,
        ratio: round(slow / quick),
        aim: '',
        isMet: undefined,
      };
    }),
  );
  return { rows, raw };
}

/** One page that still reads its orders holds up the other. */
async function untilRead(page: Page, count: number): Promise<void> {
  await page.bringToFront();
  await page.locator(`table[aria-label="Orders"][aria-rowcount="${count + 1}"]`).waitFor();
}

/** A page behind another draws no frames, so the one that is driven comes to the front. */
async function drive(page: Page, times: Times): Promise<void> {
  await page.bringToFront();
  for (const text of FILTERS)
    times.filter.push(await page.evaluate((typed) => globalThis.bench.filterOrders(typed), text));
  times.scroll.push(
    ...(await page.evaluate((input) => globalThis.bench.scrollOrders(...input), [
      SCROLL_PX,
      SCROLL_FRAMES,
    ] as const)),
  );
}
