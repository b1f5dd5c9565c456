import { describe, expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { chartAddress, type ChartWindow } from '#contract/chart-window.ts';
import { ok } from '#contract/failure.ts';
import { openChartWindow } from '#renderer/core/bridge/open-chart-window.ts';
import { windowTitle } from '#renderer/core/environment.ts';
import { placeOf } from '#renderer/app/frame/first-place.ts';
import { createWindowNews, type News } from '#renderer/core/window-news.ts';

const CHART: ChartWindow = {
  accountId: '00000000-0000-4000-8000-000000000001',
  symbol: 'AAPL',
  timeframe: '5Min',
  style: 'candles',
  hasVolume: true,
  hasHours: true,
  indicators: [],
  isLinked: false,
};

describe('a chart goes into a window of its own', () => {
  function setUp(
    isElectron: boolean,
    opened: { opener: unknown } | null = { opener: 'this page' },
  ) {
    const done: unknown[] = [];
    const bridge = {
      call: async (...asked: unknown[]) => {
        done.push(asked);
        return ok(null);
      },
    } as unknown as Bridge;
    const page = {
      location: { pathname: '/' },
      open: (...asked: unknown[]) => {
        done.push(asked);
        return opened as Window | null;
      },
      ...(isElectron && { ballast: bridge }),
    };
    return { done, opened, open: () => openChartWindow(bridge, CHART, page) };
  }

  it('through main in Electron, where the page opens nothing', async () => {
    const { done, open } = setUp(true);
    expect(await open()).toEqual(ok(null));
    expect(done).toEqual([['windows.openChart', CHART]]);
  });

  it('by itself in a browser, at once and without a way back', () => {
    const { done, opened, open } = setUp(false);
    void open();
    expect(done).toEqual([
      [`/#${chartAddress(CHART)}`, '_blank', expect.stringContaining('popup')],
    ]);
    expect(opened?.opener).toBe(null);
    expect(JSON.stringify(done)).not.toMatch(/token/i);
  });

  it('says so when the browser refuses', async () => {
    expect(await setUp(false, null).open()).toMatchObject({
      ok: false,
      failure: { kind: 'not-allowed', message: expect.stringContaining('Allow pop-ups') },
    });
  });
});

describe('what a window shows', () => {
  it('is the desk, a chart, or the desk with a sentence', () => {
    expect(placeOf('')).toEqual({});
    expect(placeOf('#link=x')).toEqual({});
    expect(placeOf(`#${chartAddress(CHART)}`)).toEqual({ chart: CHART });
    expect(placeOf('#/chart?symbol=AAPL')).toEqual({ note: expect.stringContaining('the desk') });
  });

  it('stands in its title after the environment', () => {
    const profile = { environment: 'live', label: 'Mine' } as Parameters<typeof windowTitle>[0];
    expect(windowTitle(profile, { symbol: 'AAPL' })).toBe('LIVE · AAPL · Mine · Ballast');
    expect(windowTitle(profile)).toBe('LIVE · Mine · Ballast');
    expect(windowTitle(profile, { isStopped: true })).toBe(
      'All trading is stopped · LIVE · Mine · Ballast',
    );
  });
});

describe('news between windows', () => {
  it('passes on what fits and nothing else', () => {
    const sent: unknown[] = [];
    let hear: (event: { data: unknown }) => void = () => undefined;
    const news = createWindowNews({
      postMessage: (message: unknown) => void sent.push(message),
      addEventListener: (_type, listener) => (hear = listener),
    });
    const heard: News[] = [];
    const stop = news.on((one) => heard.push(one));
    const symbol = { kind: 'symbol', accountId: CHART.accountId, symbol: 'MSFT', isAnswer: false };
    for (const data of [null, 'symbol', { kind: 'steal' }, { ...symbol, symbol: '<b>' }, symbol])
      hear({ data });
    expect(heard).toEqual([symbol]);
    stop();
    hear({ data: symbol });
    expect(heard).toHaveLength(1);
    news.tell({ kind: 'remembered' });
    expect(sent).toEqual([{ kind: 'remembered' }]);
  });
});
