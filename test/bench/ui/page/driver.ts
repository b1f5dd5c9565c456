// What is measured inside the page. Frames are told by requestAnimationFrame; "painted" is the first task after one.
import { costOf, type BenchBridge } from './bench-bridge.ts';
import { afterFrame, frame } from './paint.ts';
import { orderAt, type World } from './world.ts';

export type FrameFigures = {
  /** Time from one frame to the next, in ms. */
  frames: number[];
  /** The longest task in ms; 0 when none took 50 ms, which is as little as a browser tells. */
  longestTaskMs: number;
  bars: number;
};

export type FillFigures = { frames: number; ms: number };

export type Driver = {
  setRate(barsPerSecond: number): Promise<void>;
  fill(): void;
  barCount(): number;
  /** From the start of the navigation until a price of the watchlist was painted. */
  firstPriceMs(): Promise<number>;
  watchFrames(ms: number): Promise<FrameFigures>;
  /** From the moment a fill leaves for the page until its row was painted; undefined when it never came. */
  paintOfFill(): Promise<FillFigures | undefined>;
  /** One more digit in the ticket's quantity, until what the order would cost was painted. */
  typeQuantity(qty: number): Promise<number>;
  /** One text in the filter of the orders, until the rows were painted. */
  filterOrders(text: string): Promise<number>;
  scrollOrders(pxEachFrame: number, frames: number): Promise<number[]>;
};

/** A row that is not there after so many frames has been lost. */
const MOST_FRAMES = 600;

export function createDriver(bridge: BenchBridge, { symbols }: World): Driver {
  return {
    setRate: bridge.setRate,
    fill: bridge.fill,
    barCount: bridge.barCount,
    async firstPriceMs() {
      for (let n = 0; n < MOST_FRAMES; n++) {
        if (/\d/.test(find('[aria-label="Watchlist"] td.column-last')?.textContent ?? ''))
          return afterFrame();
        await frame();
      }
      throw new Error('the watchlist shows no price');
    },
    async watchFrames(ms) {
      let longestTaskMs = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          longestTaskMs = Math.max(longestTaskMs, duration);
      });
      observer.observe({ type: 'longtask' });
      const frames: number[] = [];
      const barsBefore = bridge.barCount();
      const until = performance.now() + ms;
      let last = await frame();
      while (last < until) {
        const now = await frame();
        frames.push(now - last);
        last = now;
      }
      observer.disconnect();
      return { frames, longestTaskMs, bars: bridge.barCount() - barsBefore };
    },
    paintOfFill: () => followFill(bridge),
    async typeQuantity(qty) {
      const input = find('form[aria-label="Order ticket"] input[inputmode="decimal"]');
      const painted = Number(costOf(`${qty}`)).toLocaleString('en-US');
      await frame();
      const began = performance.now();
      typeInto(input, `${qty}`);
      for (let n = 0; n < MOST_FRAMES; n++) {
        await frame();
        const isShown = find('.what-if')?.textContent?.includes(painted) ?? false;
        const at = await afterFrame();
        if (isShown) return at - began;
      }
      throw new Error(`what ${qty} would cost never came`);
    },
    async filterOrders(text) {
      const input = find('input[aria-label="Filter by text"]');
      await frame();
      const began = performance.now();
      typeInto(input, text);
      for (let n = 0; n < MOST_FRAMES; n++) {
        await frame();
        const isShown = doShownOrdersFit(text, symbols);
        const at = await afterFrame();
        if (isShown) return at - began;
      }
      throw new Error(`the orders that fit "${text}" never came`);
    },
    async scrollOrders(pxEachFrame, count) {
      const scroller = find('table[aria-label="Orders"]')?.parentElement;
      if (!scroller) throw new Error('there is no table of orders');
      scroller.scrollTop = 0;
      const frames: number[] = [];
      let last = await frame();
      for (let n = 0; n < count; n++) {
        scroller.scrollTop += pxEachFrame;
        const now = await frame();
        frames.push(now - last);
        last = now;
      }
      if (scroller.scrollTop < pxEachFrame * (count - 1))
        throw new Error('the table came to its end');
      return frames;
    },
  };
}

/** A frame that still shows what fitted before is not the answer. */
function doShownOrdersFit(text: string, symbols: number): boolean {
  const rows = [
    ...document.querySelectorAll<HTMLElement>('table[aria-label="Orders"] tr[data-key]'),
  ];
  const words = text.split(' ').filter(Boolean);
  return (
    rows.length > 0 &&
    rows.every(({ dataset }) => {
      const order = orderAt(Number(dataset['key']?.replace('order-', '')), symbols);
      const { symbol, side, type, status, qty, limitPrice, clientOrderId, id } = order;
      const all = [symbol, side, type, status, qty, limitPrice, clientOrderId, id].join(' ');
      return words.every((word) => all.toLowerCase().includes(word));
    })
  );
}

/** As a key does it, for a page that keeps the text of its fields itself. */
function typeInto(input: Element | null, text: string): void {
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no such field');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const find = (selector: string): Element | null => document.querySelector(selector);

/** Counts every frame that begins between a fill's leaving and the end of the first that shows its row. */
async function followFill(bridge: BenchBridge): Promise<FillFigures | undefined> {
  let left: { row: string; at: number } | undefined;
  const stop = bridge.onFill(({ key, postedAt }) => {
    const row = `table[aria-label="Fills"] tr[data-key="${CSS.escape(key)}"]`;
    left = { row, at: postedAt - performance.timeOrigin };
  });
  const begun: number[] = [];
  bridge.fill();
  try {
    while (begun.length < MOST_FRAMES) {
      begun.push(await frame());
      const at = await afterFrame();
      const { row, at: leftAt } = left ?? {};
      if (row === undefined || leftAt === undefined || !find(row)) continue;
      return { frames: begun.filter((moment) => moment > leftAt).length, ms: at - leftAt };
    }
    return undefined;
  } finally {
    stop();
  }
}
