// The broker as a person starts it, on a clock that runs by itself; a minute takes a second.
import { expect, it, onTestFinished } from 'vitest';
import { TimeFrame, type Bar } from '@alpacahq/alpaca-trade-api';
import {
  itKeepsToTheDocuments,
  STREAM_OPTIONS,
  until,
  useDesk,
} from '#test/conformance/support/desk.ts';

const desk = useDesk({ speed: 60 });

it('fills what submitAndWait waits for', async () => {
  const stream = desk.alpaca.trading.stream({ ...STREAM_OPTIONS, url: desk.broker.tradeStream });
  onTestFinished(() => stream.disconnect());
  stream.connect();
  const done = await desk.alpaca.trading.submitAndWait(
    { symbol: 'AAPL', qty: 20, side: 'buy', type: 'market' },
    { stream, timeoutMs: 20_000 },
  );
  expect(done).toMatchObject({ status: 'filled', filledQty: '20' });
  const position = await desk.alpaca.trading.positions.getOpenPosition({ symbolOrAssetId: 'AAPL' });
  expect(position.qty).toBe('20');
});

it('streams the bar of each minute once it is over, as history tells it afterwards', async () => {
  const stream = desk.alpaca.marketData.stockStream({
    ...STREAM_OPTIONS,
    url: desk.broker.dataStream,
  });
  onTestFinished(() => stream.disconnect());
  const live: Bar[] = [];
  stream.onBar((bar) => live.push(bar));
  stream.onConnect(() => stream.subscribeForBars(['AAPL']));
  stream.connect();
  await until('three bars', () => live.length >= 3, 20_000);
  const [first, , third] = live;
  if (!first || !third) throw new Error('three bars were there');
  expect(third.timestamp.getTime() - first.timestamp.getTime()).toBe(120_000);
  const past = await desk.alpaca.marketData.getStockBarsFor('AAPL', {
    timeframe: TimeFrame.Minute,
    start: first.timestamp,
    end: third.timestamp,
  });
  expect(
    past.map(({ open, high, low, close, volume }) => [open, high, low, close, volume]),
  ).toEqual(
    live.slice(0, 3).map(({ open, high, low, close, volume }) => [open, high, low, close, volume]),
  );
});

it('ends with nothing to complain about when it is told to', async () => {
  const startMs = performance.now();
  expect(await desk.broker.stop()).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(2000);
  expect(desk.broker.log()).toBe('');
});

itKeepsToTheDocuments(desk);
