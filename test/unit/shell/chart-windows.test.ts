// Charts in windows of their own, without Electron: how many, where, and which come back.
import { describe, expect, it } from 'vitest';
import { chartAddress, MOST_CHART_WINDOWS, type ChartWindow } from '#contract/chart-window.ts';
import { createChartWindows, type ChartOpening } from '#main/shell/electron/chart-windows.ts';
import {
  besideOthers,
  placeOn,
  type Box,
  type WindowPlace,
} from '#main/shell/electron/window-place.ts';

const SCREEN: Box = { x: 0, y: 0, width: 1920, height: 1080 };
const chart = (symbol: string): ChartWindow => ({
  accountId: '00000000-0000-4000-8000-000000000001',
  symbol,
  timeframe: '5Min',
  style: 'candles',
  hasVolume: true,
  hasHours: true,
  indicators: [],
  isLinked: false,
});
const at = (x: number, y: number, isMaximized = false): WindowPlace => ({
  box: { x, y, width: 800, height: 600 },
  isMaximized,
});

function setUp(stored?: unknown, screens: Box[] = [SCREEN]) {
  const file = { stored };
  type Fake = ChartOpening & { now: WindowPlace; said: string[]; close(): void };
  const windows: Fake[] = [];
  const charts = createChartWindows({
    store: { read: () => file.stored, write: (next) => (file.stored = structuredClone(next)) },
    screens: () => screens,
    openWindow(opening) {
      const window: Fake = {
        ...opening,
        now: opening.place ?? at(100, 100),
        said: [],
        close() {
          opening.onClosing();
          opening.onClosed();
        },
      };
      windows.push(window);
      return {
        place: () => window.now,
        show: () => void window.said.push('show'),
        hide: () => void window.said.push('hide'),
      };
    },
  });
  return { charts, windows, file };
}

const symbolsIn = (stored: unknown): string[] =>
  (stored as { open: { address: string }[] }).open.map(
    ({ address }) => /symbol=([A-Z]+)/.exec(address)?.[1] ?? '',
  );

describe('charts in windows of their own', () => {
  it('opens the chart at once, in front', () => {
    const { charts, windows } = setUp();
    expect(charts.open(chart('AAPL'))).toBe(true);
    expect(windows).toMatchObject([{ address: chartAddress(chart('AAPL')), isAsked: true }]);
  });

  it('opens where the last one was closed', () => {
    const { charts, windows } = setUp();
    charts.open(chart('AAPL'));
    if (windows[0]) windows[0].now = at(300, 200);
    windows[0]?.close();
    charts.open(chart('MSFT'));
    expect(windows[1]?.place).toEqual(at(300, 200));
  });

  it('remembers that place for the next start', () => {
    const first = setUp();
    first.charts.open(chart('AAPL'));
    if (first.windows[0]) first.windows[0].now = at(300, 200);
    first.windows[0]?.close();
    const next = setUp(first.file.stored);
    next.charts.restore();
    expect(next.windows).toEqual([]);
    next.charts.open(chart('MSFT'));
    expect(next.windows[0]?.place).toEqual(at(300, 200));
  });

  it('does not put one over another, nor off the screen', () => {
    const { charts, windows } = setUp();
    for (const symbol of ['A', 'B', 'C']) charts.open(chart(symbol));
    expect(windows.map(({ now }) => [now.box.x, now.box.y])).toEqual([
      [100, 100],
      [128, 128],
      [156, 156],
    ]);
    const corner = at(1_110, 470);
    expect(besideOthers(corner, [corner], [SCREEN]).box).toEqual(corner.box);
    expect(besideOthers(at(5, 5, true), [], [SCREEN]).isMaximized).toBe(true);
    expect(besideOthers(at(5, 5, true), [at(5, 5, true)], [SCREEN])).toEqual(at(33, 33));
  });

  it('leaves a place that is on no screen any more to the system', () => {
    const { charts, windows } = setUp({ open: [], last: at(4_000, 100) });
    charts.open(chart('AAPL'));
    expect(windows[0]?.place).toBeUndefined();
  });

  it('may be smaller than a desk', () => {
    const small = { box: { x: 0, y: 0, width: 300, height: 200 }, isMaximized: false };
    expect(placeOn(small, [SCREEN], { width: 480, height: 360 })?.box).toMatchObject({
      width: 480,
      height: 360,
    });
    expect(placeOn(small, [SCREEN])?.box).toMatchObject({ width: 1024, height: 700 });
  });

  it('stops at so many', () => {
    const { charts, windows } = setUp();
    for (let n = 0; n < MOST_CHART_WINDOWS; n++) expect(charts.open(chart('AAPL'))).toBe(true);
    expect(charts.open(chart('AAPL'))).toBe(false);
    expect(windows).toHaveLength(MOST_CHART_WINDOWS);
    windows[0]?.close();
    expect(charts.open(chart('AAPL'))).toBe(true);
  });

  it('hides and shows them with the desk', () => {
    const { charts, windows } = setUp();
    charts.open(chart('A'));
    charts.open(chart('B'));
    windows[0]?.close();
    charts.hide();
    charts.show();
    expect(windows.map(({ said }) => said)).toEqual([[], ['hide', 'show']]);
  });
});

describe('after a restart', () => {
  it('brings back what was open at the end, as it was, without the focus', () => {
    const first = setUp();
    for (const symbol of ['A', 'B', 'C']) first.charts.open(chart(symbol));
    first.windows[1]?.close();
    first.windows[2]?.onAddress(`#${chartAddress(chart('D'))}`);
    if (first.windows[0]) first.windows[0].now = at(500, 300, true);
    first.charts.release();
    for (const window of [first.windows[0], first.windows[2]]) window?.close();
    const next = setUp(first.file.stored);
    next.charts.restore();
    next.charts.restore();
    expect(next.windows).toMatchObject([
      { address: chartAddress(chart('A')), place: at(500, 300, true), isAsked: false },
      { address: chartAddress(chart('D')), isAsked: false },
    ]);
  });

  it('does not lose what waits when one more opens first', () => {
    const { charts, file } = setUp({
      open: [{ address: chartAddress(chart('A')), place: at(0, 0) }],
    });
    charts.open(chart('B'));
    expect(symbolsIn(file.stored)).toEqual(['A', 'B']);
  });

  it('does not bring back a window whose page went elsewhere', () => {
    const { charts, windows, file } = setUp();
    charts.open(chart('A'));
    windows[0]?.onAddress('');
    expect(symbolsIn(file.stored)).toEqual([]);
    charts.hide();
    expect(windows[0]?.said).toEqual(['hide']);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'charts'],
    ['no list', { open: 7 }],
    ['a list of nothing', { open: [null, 7, {}, { address: 7 }] }],
    ['an address of elsewhere', { open: [{ address: 'https://example.com/', place: at(0, 0) }] }],
    ['a chart that is none', { open: [{ address: '/chart?symbol=AAPL', place: at(0, 0) }] }],
  ])('opens nothing from a file that holds %s', (_what, stored) => {
    const { charts, windows } = setUp(stored);
    charts.restore();
    expect(windows).toEqual([]);
    expect(charts.open(chart('AAPL'))).toBe(true);
  });

  it('opens a chart whose place cannot be read all the same', () => {
    const { charts, windows } = setUp({
      open: [{ address: chartAddress(chart('A')), place: 'here' }],
    });
    charts.restore();
    expect(windows).toMatchObject([{ place: undefined }]);
  });
});
