import { describe, expect, it } from 'vitest';
import { TimeFrame, TimeFrameUnit, timeFrame, ValidationError } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import { itKeepsToTheDocuments, refusal, useDesk } from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING });
const data = () => desk.alpaca.marketData;
const at = (iso: string) => new Date(iso);
const WEEK = { start: at('2026-03-02T00:00:00Z'), end: at('2026-03-07T00:00:00Z') };
const MINUTES = { start: at('2026-03-10T13:30:00Z'), end: at('2026-03-10T14:29:00Z') };

describe('bars', () => {
  it('come over several pages, symbol by symbol, as if they were one', async () => {
    const request = { symbols: ['MSFT', 'AAPL'], timeframe: TimeFrame.Minute, ...MINUTES };
    const before = desk.recorder.answers().length;
    const paged = await data().getStockBars({ ...request, limit: 50 });
    expect(desk.recorder.answers().length - before).toBe(3);
    expect(paged).toEqual(await data().getStockBars(request));
    expect(Object.keys(paged).sort()).toEqual(['AAPL', 'MSFT']);
    expect(paged['AAPL']).toHaveLength(60);
    expect(paged['AAPL']?.[0]?.timestamp).toEqual(MINUTES.start);
    expect(paged['AAPL']?.at(-1)?.timestamp).toEqual(MINUTES.end);
  });

  it('fill a page by symbol, then time, and end with a null token', async () => {
    const request = { symbols: 'MSFT,AAPL', timeframe: '1Min', limit: 100, ...MINUTES };
    const first = await data().stocks.stockBars(request);
    expect(Object.keys(first.bars)).toEqual(['AAPL', 'MSFT']);
    expect([first.bars['AAPL']?.length, first.bars['MSFT']?.length]).toEqual([60, 40]);
    const pageToken = first.nextPageToken ?? '';
    expect(pageToken).not.toBe('');
    const second = await data().stocks.stockBars({ ...request, pageToken });
    expect([second.bars['AAPL'], second.bars['MSFT']?.length]).toEqual([undefined, 20]);
    expect(second.nextPageToken ?? null).toBeNull();
  });

  it('run backwards when sorted so, page after page', async () => {
    const request = { timeframe: TimeFrame.Minute, ...MINUTES };
    const up = await data().getStockBarsFor('AAPL', request);
    const down = await data().getStockBarsFor('AAPL', { ...request, sort: 'desc', limit: 25 });
    expect(down).toEqual([...up].reverse());
  });

  it('of one symbol have an envelope of their own', async () => {
    const single = await data().stocks.stockBarSingle({
      symbol: 'AAPL',
      timeframe: '1Day',
      ...WEEK,
    });
    expect(single).toMatchObject({ symbol: 'AAPL' });
    const many = await data().getStockBarsFor('AAPL', { timeframe: TimeFrame.Day, ...WEEK });
    expect(single.bars?.map(({ c }) => c)).toEqual(many.map(({ close }) => close));
    expect(many).toHaveLength(5);
    expect(many[0]?.timestampRaw).toMatch(/^2026-03-02T05:00:00/);
  });

  it.each([
    ['5 minutes', timeFrame(5, TimeFrameUnit.Minute), 12],
    ['1 hour', timeFrame(1, TimeFrameUnit.Hour), 2],
    ['59 minutes', timeFrame(59, TimeFrameUnit.Minute), undefined],
  ])('of %s hold together what their minutes say', async (_name, timeframe, count) => {
    const minutes = await data().getStockBarsFor('KO', { timeframe: TimeFrame.Minute, ...MINUTES });
    const bars = await data().getStockBarsFor('KO', {
      timeframe,
      start: at('2026-03-10T13:00:00Z'),
      end: MINUTES.end,
    });
    if (count !== undefined && _name === '1 hour') expect(bars).toHaveLength(count);
    for (const bar of bars.filter(({ timestamp }) => timestamp >= MINUTES.start).slice(0, -1)) {
      const next = bars[bars.indexOf(bar) + 1]?.timestamp ?? MINUTES.end;
      const parts = minutes.filter(({ timestamp: t }) => t >= bar.timestamp && t < next);
      expect(bar.open).toBe(parts[0]?.open);
      expect(bar.close).toBe(parts.at(-1)?.close);
      expect(bar.high).toBe(Math.max(...parts.map(({ high }) => high)));
      expect(bar.low).toBe(Math.min(...parts.map(({ low }) => low)));
      expect(bar.volume).toBe(parts.reduce((sum, { volume }) => sum + volume, 0));
    }
  });

  it('of weeks and months are there too', async () => {
    const range = { start: at('2026-01-01T00:00:00Z'), end: at('2026-03-01T00:00:00Z') };
    const weeks = await data().getStockBarsFor('AAPL', { timeframe: TimeFrame.Week, ...range });
    const months = await data().getStockBarsFor('AAPL', { timeframe: TimeFrame.Month, ...range });
    expect(weeks.length).toBeGreaterThan(7);
    expect(months.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['a timeframe that is none', { timeframe: '7Fortnight' }],
    ['a limit beyond 10000', { timeframe: '1Day', limit: 10_001 }],
    ['a page token nobody gave', { timeframe: '1Day', pageToken: 'nonsense' }],
    ['an end before the start', { timeframe: '1Day', start: WEEK.end, end: WEEK.start }],
  ])('are refused with %s', async (_name, query) => {
    const refused = await refusal(data().stocks.stockBars({ symbols: 'AAPL', ...query }));
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused).toMatchObject({ status: 400 });
  });
});

describe('candles', () => {
  it('are the bars in columns, in milliseconds or seconds', async () => {
    const bars = await data().getStockBarsFor('NVDA', { timeframe: TimeFrame.Day, ...WEEK });
    const candles = await data().getStockCandles({
      symbols: ['NVDA'],
      timeframe: TimeFrame.Day,
      ...WEEK,
    });
    expect(candles['NVDA']).toMatchObject({
      symbol: 'NVDA',
      time: bars.map(({ timestamp }) => timestamp.getTime()),
      open: bars.map(({ open }) => open),
      high: bars.map(({ high }) => high),
      low: bars.map(({ low }) => low),
      close: bars.map(({ close }) => close),
      volume: bars.map(({ volume }) => volume),
    });
    const inSeconds = await data().getStockCandlesFor(
      'NVDA',
      { timeframe: TimeFrame.Day, ...WEEK },
      { time: 'seconds' },
    );
    expect(inSeconds.time).toEqual(bars.map(({ timestamp }) => timestamp.getTime() / 1000));
  });
});

describe('the latest', () => {
  it('trade, quote and bar agree with each other and with the snapshot', async () => {
    const { stocks } = data();
    const [trade, quote, bar, snapshot, price] = [
      await stocks.stockLatestTradeSingle({ symbol: 'AAPL' }),
      await stocks.stockLatestQuoteSingle({ symbol: 'AAPL' }),
      await stocks.stockLatestBarSingle({ symbol: 'AAPL' }),
      await stocks.stockSnapshotSingle({ symbol: 'AAPL' }),
      await data().getLatestPrice('AAPL'),
    ];
    expect([trade.symbol, quote.symbol, bar.symbol]).toEqual(['AAPL', 'AAPL', 'AAPL']);
    expect(quote.quote.bp).toBeLessThan(quote.quote.ap);
    expect(Math.abs(trade.trade.p / quote.quote.ap - 1)).toBeLessThan(0.01);
    expect(snapshot.latestTrade?.p).toBe(trade.trade.p);
    expect(snapshot.latestQuote).toMatchObject({ bp: quote.quote.bp, ap: quote.quote.ap });
    expect(snapshot.minuteBar).toMatchObject({ c: bar.bar.c });
    expect(snapshot.prevDailyBar).toBeDefined();
    expect(price).toBe(trade.trade.p);
  });

  it('of several symbols are keyed by symbol', async () => {
    const { stocks } = data();
    const symbols = 'AAPL,MSFT';
    for (const keyed of [
      (await stocks.stockLatestTrades({ symbols })).trades,
      (await stocks.stockLatestQuotes({ symbols })).quotes,
      (await stocks.stockLatestBars({ symbols })).bars,
      await stocks.stockSnapshots({ symbols }),
    ]) {
      expect(Object.keys(keyed).sort()).toEqual(['AAPL', 'MSFT']);
    }
  });

  it('of a symbol that is not traded is nothing, not an error', async () => {
    const { stocks } = data();
    expect(await data().getLatestPrice('NOSUCH')).toBeUndefined();
    expect(await data().getStockBarsFor('NOSUCH', { timeframe: TimeFrame.Day, ...WEEK })).toEqual(
      [],
    );
    expect(
      Object.keys((await stocks.stockLatestTrades({ symbols: 'NOSUCH,AAPL' })).trades),
    ).toEqual(['AAPL']);
    expect(Object.keys(await stocks.stockSnapshots({ symbols: 'NOSUCH,AAPL' }))).toEqual(['AAPL']);
  });

  it('takes the feeds of the service and no other', async () => {
    expect(await data().getLatestPrice('AAPL', { feed: 'iex' })).toBeGreaterThan(0);
    const refused = await refusal(data().getLatestPrice('AAPL', { feed: 'gossip' as never }));
    expect(refused).toMatchObject({ status: 400 });
  });

  it('follows a shock of the market at once', async () => {
    const before = (await data().getLatestPrice('TSLA')) ?? 0;
    await desk.control.shock('TSLA', '0.5');
    await desk.control.step(60_000);
    const after = (await data().getLatestPrice('TSLA')) ?? 0;
    expect(after / before).toBeGreaterThan(0.45);
    expect(after / before).toBeLessThan(0.55);
  });
});

describe('what the letters mean', () => {
  it('is told for exchanges and conditions', async () => {
    const { stocks } = data();
    const { trade } = await stocks.stockLatestTradeSingle({ symbol: 'AAPL' });
    const exchanges = await stocks.stockMetaExchanges();
    const conditions = await stocks.stockMetaConditions({ ticktype: 'trade', tape: 'C' });
    expect(exchanges).toHaveProperty([trade.x]);
    for (const condition of trade.c) expect(conditions).toHaveProperty([condition]);
  });
});

describe('trades and quotes', () => {
  it('of the past are paged too, and their last is the latest', async () => {
    const now = await desk.control.now();
    const range = {
      start: new Date(now.getTime() - 120_000),
      end: new Date(now.getTime() + 60_000),
    };
    const trades = await data().getStockTradesFor('AAPL', { ...range, limit: 10 });
    const quotes = await data().getStockQuotesFor('AAPL', { ...range, limit: 1000 });
    expect(trades.length).toBeGreaterThan(10);
    expect(quotes.length).toBeGreaterThan(0);
    const latest = await data().stocks.stockLatestTradeSingle({ symbol: 'AAPL' });
    expect(trades.at(-1)?.price).toBe(latest.trade.p);
    expect(trades.at(-1)?.timestamp).toEqual(latest.trade.t);
  });
});

itKeepsToTheDocuments(desk);
