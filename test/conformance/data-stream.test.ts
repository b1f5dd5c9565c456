import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { TimeFrame, type Bar, type streaming } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import {
  itKeepsToTheDocuments,
  STREAM_OPTIONS,
  until,
  useDesk,
} from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING });
const MINUTE_MS = 60_000;

/** One connection per feed: the next test's must not meet the last one's. */
beforeEach(async () => {
  await until(
    'all connections to be gone',
    async () => (await desk.control.openStreams()).data === 0,
  );
});

type Listener = {
  stream: streaming.StockDataStream;
  bars: streaming.StreamBar[];
  errors: string[];
  /** What the broker last said is subscribed. */
  granted(): Partial<Record<string, string[]>>;
  reconnects(): number;
};

function open(path = '/v2/iex', options: object = {}): Listener {
  const stream = desk.alpaca.marketData.stockStream({
    ...STREAM_OPTIONS,
    ...options,
    url: `${desk.broker.dataStream.replace(/\/v2\/\w+$/, '')}${path}`,
  });
  const bars: streaming.StreamBar[] = [];
  const errors: string[] = [];
  let granted: Partial<Record<string, string[]>> = {};
  let reconnects = 0;
  stream.onBar((bar) => bars.push(bar));
  stream.onError((error) => errors.push(error));
  stream.on('subscription', (state: typeof granted) => (granted = state));
  stream.onReconnected(() => reconnects++);
  onTestFinished(() => stream.disconnect());
  stream.connect();
  return { stream, bars, errors, granted: () => granted, reconnects: () => reconnects };
}

async function ready(listener: Listener): Promise<void> {
  expect(await listener.stream.waitForAuthenticationResult(5000)).toMatchObject({
    authenticated: true,
    status: 'authenticated',
  });
}

const grants = (listener: Listener, channel: string, symbols: string[]) =>
  until(`${channel} of ${symbols.join()}`, () => {
    const now = listener.granted()[channel];
    return now && [...now].sort().join() === [...symbols].sort().join();
  });

describe('the market-data stream', () => {
  it('delivers minute bars that equal the historical bars asked for afterwards', async () => {
    const listener = open();
    await ready(listener);
    listener.stream.subscribeForBars(['AAPL', 'MSFT']);
    await grants(listener, 'bars', ['AAPL', 'MSFT']);
    const start = new Date(Math.ceil((await desk.control.now()).getTime() / MINUTE_MS) * MINUTE_MS);
    for (let minute = 0; minute < 4; minute++) await desk.control.step(MINUTE_MS);
    const whole = await until('three whole minutes', () => {
      const after = listener.bars.filter(({ timestamp }) => timestamp >= start);
      return after.length >= 6 ? after : undefined;
    });
    for (const symbol of ['AAPL', 'MSFT']) {
      const live = whole.filter((bar) => bar.symbol === symbol).slice(0, 3);
      const past = await desk.alpaca.marketData.getStockBarsFor(symbol, {
        timeframe: TimeFrame.Minute,
        start,
        end: live.at(-1)?.timestamp ?? start,
      });
      expect(live.map(numbers)).toEqual(past.map(numbers));
      expect(live[0]?.timestampRaw).toMatch(/^2026-03-10T\d\d:\d\d:00(\.0+)?Z$/);
    }
  });

  it('delivers trades and quotes as they happen', async () => {
    const listener = open();
    const trades: streaming.StreamTrade[] = [];
    const quotes: streaming.StreamQuote[] = [];
    listener.stream.onTrade((trade) => trades.push(trade));
    listener.stream.onQuote((quote) => quotes.push(quote));
    await ready(listener);
    listener.stream.subscribeForTrades(['NVDA']);
    listener.stream.subscribeForQuotes(['NVDA']);
    await grants(listener, 'quotes', ['NVDA']);
    await desk.control.step(MINUTE_MS);
    await until('trades and quotes', () => trades.length > 0 && quotes.length > 0);
    const latest = await desk.alpaca.marketData.getLatestPrice('NVDA');
    await until('the latest trade', () => trades.at(-1)?.price === latest);
    expect(new Set(trades.map(({ symbol }) => symbol))).toEqual(new Set(['NVDA']));
    expect(quotes.every(({ bidPrice, askPrice }) => bidPrice < askPrice)).toBe(true);
  });

  it('answers every change with the whole state, and unsubscribes', async () => {
    const listener = open();
    await ready(listener);
    listener.stream.subscribeForBars(['AAPL', 'MSFT']);
    listener.stream.subscribeForTrades(['TSLA']);
    await grants(listener, 'trades', ['TSLA']);
    expect(listener.granted()).toMatchObject({ bars: ['AAPL', 'MSFT'] });
    listener.stream.unsubscribeFromBars(['AAPL']);
    await grants(listener, 'bars', ['MSFT']);
    expect(listener.granted()).toMatchObject({ trades: ['TSLA'] });
    await desk.control.step(2 * MINUTE_MS);
    await until('a bar', () => listener.bars.length > 0);
    expect(new Set(listener.bars.map(({ symbol }) => symbol))).toEqual(new Set(['MSFT']));
  });

  it('takes everything with a star', async () => {
    const listener = open();
    await ready(listener);
    listener.stream.subscribeForBars(['*']);
    await grants(listener, 'bars', ['*']);
    await desk.control.step(2 * MINUTE_MS);
    await until(
      'bars of many symbols',
      () => new Set(listener.bars.map((b) => b.symbol)).size > 100,
    );
  });

  it('subscribes again by itself after a cut', async () => {
    const listener = open();
    listener.stream.onConnect(() => listener.stream.subscribeForBars(['KO']));
    await ready(listener);
    await grants(listener, 'bars', ['KO']);
    await desk.control.step(2 * MINUTE_MS);
    await until('a first bar', () => listener.bars.length > 0);
    const before = listener.bars.length;
    expect(await desk.control.cut('data')).toBe(1);
    await until('the reconnect', () => listener.reconnects() === 1);
    await until('bars after the cut', async () => {
      await desk.control.step(MINUTE_MS);
      return listener.bars.length > before;
    });
    const times = listener.bars.map(({ timestamp }) => timestamp.getTime());
    expect(new Set(times).size).toBe(times.length);
  });

  it('rejects a wrong key with code 402 for good', async () => {
    const stranger = desk.client({ keyId: 'PKNOBODY', secretKey: 'x' }).marketData.stockStream({
      ...STREAM_OPTIONS,
      url: desk.broker.dataStream,
    });
    onTestFinished(() => stranger.disconnect());
    stranger.onError(() => undefined);
    stranger.connect();
    expect(await stranger.waitForAuthenticationResult(5000)).toMatchObject({
      authenticated: false,
      status: 'server_rejected',
      code: 402,
    });
  });

  it('allows one connection per feed, and another feed beside it', async () => {
    const first = open();
    await ready(first);
    const second = open('/v2/iex', { maxReconnectAttempts: 0 });
    await until('the refusal', () => second.errors.includes('connection limit exceeded'));
    const other = open('/v2/sip');
    await ready(other);
    first.stream.subscribeForBars(['AAPL']);
    await grants(first, 'bars', ['AAPL']);
  });

  it('has the test feed with its one symbol', async () => {
    const listener = open('/v2/test');
    await ready(listener);
    listener.stream.subscribeForBars(['FAKEPACA']);
    await grants(listener, 'bars', ['FAKEPACA']);
    await desk.control.step(2 * MINUTE_MS);
    await until('a bar of FAKEPACA', () =>
      listener.bars.some(({ symbol }) => symbol === 'FAKEPACA'),
    );
  });
});

const numbers = ({ timestamp, open: o, high, low, close, volume, vwap, tradeCount }: Bar) => ({
  timestamp,
  open: o,
  high,
  low,
  close,
  volume,
  vwap,
  tradeCount,
});

itKeepsToTheDocuments(desk);
