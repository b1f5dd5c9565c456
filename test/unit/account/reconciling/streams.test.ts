// Both streams of an account on fake sockets: what is said of one that is connected and tells nothing, and the gap that it
// leaves.
import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { StreamState } from '#contract/records.ts';
import type { Gap } from '#contract/trading.ts';
import { createStreams } from '#main/account/reconciling/streams.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createDataCodec } from '#main/wire/data-codec.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

const ORDERS = 'ws://127.0.0.1:1/orders';

function setUp() {
  const time = createFakeTime();
  const { open, sockets } = createFakeSockets();
  const gaps: Gap[] = [];
  const states: StreamState[] = [];
  const codec = createDataCodec('msgpack');
  let latestAt = 0;
  const streams = createStreams({
    ...time,
    random: createFakeRandom(),
    log: () => undefined,
    hosts: { dataStream: 'ws://127.0.0.1:1/v2/iex', tradeStream: ORDERS },
    client: {
      latestTrades: async ({ symbols }) =>
        ok(symbols.map((symbol) => ({ symbol, price: decimal('1'), tradedAt: latestAt }))),
    },
    hours: {
      isOpen: () => true,
      session: () => undefined,
      exchangeMinute: () => undefined,
      now: time.clock.wall,
      told: () => undefined,
      nextOpen: () => undefined,
      spans: async () => undefined,
      onRead: () => () => undefined,
    },
    signal: new AbortController().signal,
    credentials: () => ({ keyId: 'K', secretKey: 'S' }),
    feed: () => 'iex',
    onFeedRefused: () => false,
    book: { putStream: (state) => states.push(state), prices: () => [] },
    onPrices: () => undefined,
    onTradeUpdate: () => undefined,
    onPricesMissed: () => undefined,
    onCarried: () => undefined,
    onOrdersMissed: () => undefined,
    onGap: (gap) => gaps.push(gap),
    gapsLeft: [],
    openSocket: open,
  });
  const newest = (isOrders: boolean) => {
    const socket = sockets.findLast(({ url }) => (url === ORDERS) === isOrders);
    if (!socket) throw new Error('no socket was opened');
    return socket.events;
  };
  const say = (message: object) => newest(true).onFrame(JSON.stringify(message));
  const tell = (...messages: object[]) => newest(false).onFrame(codec.encode(messages));
  const signInOrders = () => {
    newest(true).onOpen();
    say({ stream: 'authorization', data: { status: 'authorized', action: 'authenticate' } });
    say({ stream: 'listening', data: { streams: ['trade_updates'] } });
  };
  const signInPrices = () => {
    newest(false).onOpen();
    tell({ T: 'success', msg: 'authenticated' }, { T: 'subscription', trades: ['AAPL'] });
  };
  const trade = () => {
    latestAt = time.clock.wall();
    tell({ T: 't', S: 'AAPL', p: 1, t: new Date(latestAt) });
  };
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      time.advance(1_000);
      for (const isOrders of [true, false]) newest(isOrders).onPong();
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
  };
  streams.want(['AAPL'], []);
  streams.start();
  signInOrders();
  signInPrices();
  const phase = (stream: string) => states.findLast((state) => state.stream === stream)?.phase;
  return {
    time,
    streams,
    gaps,
    phase,
    pass,
    trade,
    signInOrders,
    signInPrices,
    tradeUntold: () => (latestAt = time.clock.wall()),
  };
}

it('a price stream that talked and is mute is said to be so, and its gap begins with its last price', async () => {
  const { time, gaps, phase, pass, trade, tradeUntold, signInPrices } = setUp();
  await pass(1);
  trade();
  const last = time.clock.wall();
  const seen: (string | undefined)[] = [];
  for (let second = 1; second <= 22; second++) {
    if (second === 5) tradeUntold();
    await pass(1);
    if (seen.at(-1) !== phase('prices')) seen.push(phase('prices'));
  }
  expect(seen.slice(0, 3)).toEqual(['live', 'stale', 'reconnecting']);
  await pass(2);
  signInPrices();
  // A connection alone does not show that it tells anything.
  expect([phase('prices'), gaps]).toEqual(['stale', []]);
  await pass(5);
  trade();
  expect([phase('prices'), gaps]).toEqual([
    'live',
    [{ stream: 'prices', from: last, to: time.clock.wall() }],
  ]);
});

it('a price stream that was given up and has nothing to tell is quiet once that is known', async () => {
  const { time, gaps, phase, pass, trade, tradeUntold, signInPrices } = setUp();
  trade();
  const last = time.clock.wall();
  await pass(5);
  tradeUntold();
  await pass(17);
  signInPrices();
  await pass(14);
  expect([phase('prices'), gaps]).toEqual(['stale', []]);
  await pass(2);
  expect(phase('prices')).toBe('quiet');
  expect(gaps).toMatchObject([{ stream: 'prices', from: last }]);
});

it('an order stream that did not tell of an order is said to be lost, from what it told last', async () => {
  const { time, streams, gaps, phase, pass, signInOrders } = setUp();
  streams.onOrdersRead(time.clock.elapsed());
  await pass(10);
  streams.onOrdersTold({ until: time.clock.elapsed() });
  const last = time.clock.wall();
  await pass(30);
  streams.onOrdersTold({ isUntold: () => true });
  await pass(4);
  expect(phase('orders')).toBe('live');
  await pass(1);
  expect(phase('orders')).toBe('reconnecting');
  await pass(2);
  signInOrders();
  expect(gaps).toEqual([{ stream: 'orders', from: last, to: time.clock.wall() }]);
});

it('an order stream is not held to what may have happened before it was up', async () => {
  const { streams, phase, pass } = setUp();
  await pass(10);
  // Asked before it was up.
  streams.onOrdersRead(-1);
  streams.onOrdersTold({ isUntold: () => true });
  await pass(10);
  expect(phase('orders')).toBe('live');
});

it('a gap of a sleep begins with what was heard before it', async () => {
  const { time, streams, gaps, pass, trade, signInOrders, signInPrices } = setUp();
  await pass(1);
  trade();
  const price = time.clock.wall();
  await pass(3);
  const pong = time.clock.wall();
  time.sleep(3_600_000);
  streams.wake();
  signInOrders();
  signInPrices();
  const to = time.clock.wall();
  expect(gaps.toSorted((a, b) => a.from - b.from)).toEqual([
    { stream: 'prices', from: price, to },
    { stream: 'orders', from: pong, to },
  ]);
});
