import { percentile, round } from '#test/bench/measure.ts';
import type { DeskPages } from './desk-pages.ts';
import type { Measured } from './row.ts';

/** From the start of the navigation to a painted price, against a page with nothing on it, in turns. */
export async function measureFirstPrice(pages: DeskPages, loads: number): Promise<Measured> {
  const desk: number[] = [];
  const blank: number[] = [];
  for (let n = 0; n < loads; n++) {
    blank.push(await pages.blankMs());
    desk.push(await pages.firstPriceMs({ charts: 1 }));
  }
  const [full, empty] = [round(percentile(desk, 50), 0), round(percentile(blank, 50), 0)];
  return {
    rows: [
      {
        what: 'time to the first price, from the navigation (p50)',
        figure: `${full} ms`,
        anchor: `a blank page: ${empty} ms`,
        ratio: round(full / empty),
        aim: '',
        isMet: undefined,
      },
    ],
    raw: { loads, firstPriceMs: full, blankMs: empty },
  };
}
