import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { createDataLink } from '#main/broker/streams/data-link.ts';
import { createDataCodec } from '#main/wire/data-codec.ts';
import type { LinkState } from '#main/broker/streams/link.ts';
import { decodeDataMessages, type DataBatch } from '#main/wire/data-stream.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

type Market = NonNullable<Parameters<typeof createDataLink>[0]['market']>;

function setUp(market?: Market) {
  const time = createFakeTime();
  const { open, sockets, last } = createFakeSockets();
  const events: DataBatch[] = [];
  const states: LinkState[] = [];
  const link = createDataLink({
    url: 'ws://127.0.0.1:1/v2/iex',
    credentials: () => ({ keyId: 'K', secretKey: 'S' }),
    onEvents: (news) => events.push(...news),
    codec: 'json',
    onState: (state) => states.push(state),
    market,
    openSocket: open,
    clock: time.clock,
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
  });
  const say = (...messages: object[]) => last().events.onFrame(JSON.stringify(messages));
  const signIn = () => {
    last().events.onOpen();
    say({ T: 'success', msg: 'connected' });
    say({ T: 'success', msg: 'authenticated' });
  };
  /** Time passes on a connection that answers pings. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      time.advance(1_000);
      last().events.onPong();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  const asked = () => last().sent.map((frame) => JSON.parse(String(frame)) as unknown);
  return { time, sockets, last, events, states, link, say, signIn, asked, pass };
}

const trade = (S: string, p: number) => ({ T: 't', S, p, t: '2026-01-05T15:00:00.5Z' });

describe('the price stream', () => {
  it('signs in, then asks for what is wanted, and is live once the broker says so', () => {
    const { link, signIn, asked } = setUp();
    link.want({ trades: ['AAPL', 'MSFT'], bars: [] });
    link.start();
    expect(link.state().phase).toBe('connecting');
    signIn();
    expect(link.state().phase).toBe('live');
    expect(asked()).toEqual([
      { action: 'auth', key: 'K', secret: 'S' },
      { action: 'subscribe', trades: ['AAPL', 'MSFT'] },
    ]);
  });

  it('delivers trades as exact decimals, of what was asked for', () => {
    const { link, signIn, say, events } = setUp();
    link.want({ trades: ['AAPL', 'MSFT'], bars: [] });
    link.start();
    signIn();
    say(trade('AAPL', 190.12), trade('key K', 1), trade('MSFT', 1e-7));
    say(trade('TSLA', 1));
    const tradedAt = Date.UTC(2026, 0, 5, 15, 0, 0, 500);
    const trades = [
      { symbol: 'AAPL', price: '190.12', tradedAt },
      { symbol: 'MSFT', price: '0.0000001', tradedAt },
    ];
    expect(events).toEqual([{ trades, bars: [] }]);
  });

  it('asks only for the difference when the wanted symbols change', () => {
    const { link, signIn, say, asked } = setUp();
    link.want({ trades: ['AAPL', 'MSFT'], bars: [] });
    link.start();
    signIn();
    say({ T: 'subscription', trades: ['AAPL', 'MSFT'] });
    link.want({ trades: ['MSFT', 'TSLA'], bars: [] });
    expect(asked().slice(2)).toEqual([
      { action: 'subscribe', trades: ['TSLA'] },
      { action: 'unsubscribe', trades: ['AAPL'] },
    ]);
  });

  it('asks again for symbols that the broker did not grant', () => {
    const { link, signIn, say, asked, time, last } = setUp();
    link.want({ trades: ['AAPL', 'MSFT'], bars: [] });
    link.start();
    signIn();
    say({ T: 'subscription', trades: ['AAPL'] });
    const before = asked().length;
    for (let seconds = 0; seconds < 30; seconds += 5) {
      time.advance(5_000);
      last().events.onPong();
    }
    expect(asked().slice(before)).toEqual([{ action: 'subscribe', trades: ['MSFT'] }]);
  });

  it('stops for good when the key is refused, and says why', () => {
    const { link, last, say, time, sockets } = setUp();
    link.start();
    last().events.onOpen();
    say({ T: 'error', code: 402, msg: 'auth failed' });
    expect(link.state()).toMatchObject({
      phase: 'stopped',
      message: 'The broker refused the sign-in: auth failed.',
    });
    time.advance(600_000);
    expect(sockets).toHaveLength(1);
  });

  it('waits long when another client holds the stream', () => {
    const { link, signIn, say, time, sockets } = setUp();
    link.start();
    signIn();
    say({ T: 'error', code: 406, msg: 'connection limit exceeded' });
    expect(link.state()).toMatchObject({
      phase: 'reconnecting',
      message: 'Another client holds the price stream.',
    });
    time.advance(29_999);
    expect(sockets).toHaveLength(1);
    time.advance(1);
    expect(sockets).toHaveLength(2);
  });

  it('comes back with growing waits and subscribes again', () => {
    const { link, signIn, last, time, sockets, asked } = setUp();
    link.want({ trades: ['AAPL'], bars: [] });
    link.start();
    signIn();
    const waits: number[] = [];
    for (let attempt = 1; attempt < 6; attempt++) {
      last().events.onClose('cut');
      const before = time.clock.elapsed();
      while (sockets.length === attempt) time.advance(10);
      waits.push(time.clock.elapsed() - before);
    }
    for (const [index, wait] of waits.entries()) {
      const full = 500 * 2 ** index;
      expect(wait).toBeGreaterThanOrEqual(full / 2);
      expect(wait).toBeLessThanOrEqual(full + 10);
    }
    signIn();
    expect(link.state().phase).toBe('live');
    expect(asked().at(-1)).toEqual({ action: 'subscribe', trades: ['AAPL'] });
  });

  it('drops what a connection of an older generation still delivers', () => {
    const { link, signIn, sockets, events, time } = setUp();
    link.start();
    signIn();
    const [old] = sockets;
    old?.events.onClose('cut');
    time.advance(1_000);
    signIn();
    old?.events.onFrame(JSON.stringify([trade('AAPL', 1)]));
    old?.events.onClose('again');
    expect(events).toEqual([]);
    expect(link.state().phase).toBe('live');
  });

  it('does not wait for ever for a sign-in that is never answered', () => {
    const { link, last, time } = setUp();
    link.start();
    last().events.onOpen();
    time.advance(10_000);
    expect(link.state()).toMatchObject({
      phase: 'reconnecting',
      message: 'the broker did not answer the sign-in',
    });
    expect(last().isTerminated).toBe(true);
  });

  it('finds a dead connection by its missing pong', () => {
    const { link, signIn, last, time } = setUp();
    link.start();
    signIn();
    time.advance(10_000);
    expect(last().pings).toBe(1);
    last().events.onPong();
    time.advance(15_000);
    expect(link.state().phase).toBe('live');
    time.advance(5_000);
    expect(link.state().message).toBe('the connection went silent');
  });

  it('connects at once after sleep', () => {
    const { link, signIn, sockets, time } = setUp();
    link.start();
    signIn();
    time.sleep(8 * 3_600_000);
    link.wake();
    expect(sockets).toHaveLength(2);
    signIn();
    expect(link.state().phase).toBe('live');
  });

  it('reads bars, and says the same in MessagePack', () => {
    const { link, signIn, say, events } = setUp();
    link.want({ trades: [], bars: ['AAPL'] });
    link.start();
    signIn();
    const bar = { T: 'b', S: 'AAPL', o: 1, h: 3, l: 0.5, c: 2, v: 10, n: 4, vw: 1.5 };
    say({ ...bar, t: '2026-01-05T15:00:00Z' });
    const expected = {
      symbol: 'AAPL',
      time: Date.UTC(2026, 0, 5, 15),
      open: 1,
      high: 3,
      low: 0.5,
      close: 2,
      volume: 10,
      tradeCount: 4,
      vwap: 1.5,
    };
    expect(events).toEqual([{ trades: [], bars: [expected] }]);
    const { encode, decode, read } = createDataCodec('msgpack');
    const frame = encode([{ ...bar, t: new Date('2026-01-05T15:00:00Z') }]);
    expect(decodeDataMessages(decode(frame))).toMatchObject({ bars: [expected], refused: 0 });
    expect(read(frame)).toMatchObject({ bars: [expected], refused: 0 });
    expect(decode('[]')).toBeUndefined();
    expect(decode(Uint8Array.of(0x92, 0x01))).toBeUndefined();
  });

  it('ends without leaving a timer behind', () => {
    const { link, signIn, time, last, say } = setUp();
    link.want({ trades: ['AAPL', 'MSFT'], bars: [] });
    link.start();
    signIn();
    say({ T: 'subscription', trades: ['AAPL'] });
    link.stop();
    expect(time.pending()).toBe(0);
    expect(last().isTerminated).toBe(true);
    expect(link.state().phase).toBe('off');
  });

  it.each([
    'not json',
    '{}',
    '[1]',
    '[null]',
    '[{"T":"t","S":"AAPL","p":"190","t":"2026-01-05T15:00:00Z"}]',
    '[{"T":"t","S":"AAPL","p":190,"t":"yesterday"}]',
    '[{"T":"t","S":7,"p":190,"t":"2026-01-05T15:00:00Z"}]',
    '[{"T":"subscription","trades":7}]',
  ])('counts the bad frame %s and stays connected', (frame) => {
    const { link, signIn, last, events } = setUp();
    link.start();
    signIn();
    last().events.onFrame(frame);
    expect(link.state().phase).toBe('live');
    expect(link.counters().refused).toBe(1);
    expect(events).toEqual([]);
  });
});

describe('a price stream that tells nothing', () => {
  const TRADED_AT = Date.parse('2026-01-05T15:00:00.5Z');

  /** What the broker says when it is asked; `undefined` when it does not answer. */
  function follow(latest: () => number | undefined, whyClosed: () => string | undefined) {
    const questions: (readonly string[])[] = [];
    const world = setUp({
      whyClosed,
      async latestTrades(symbols) {
        questions.push(symbols);
        const tradedAt = latest();
        return tradedAt === undefined
          ? fail({ kind: 'offline', message: 'gone' })
          : ok([{ tradedAt: 0 }, { tradedAt }]);
      },
    });
    world.link.want({ trades: ['AAPL', 'MSFT'], bars: [] });
    world.link.start();
    world.signIn();
    world.say({ T: 'subscription', trades: ['AAPL', 'MSFT'] });
    return { ...world, questions };
  }
  const isOpen = () => undefined;

  it('is quiet while nothing was traded, for as long as it lasts, with one question a minute', async () => {
    const { link, say, sockets, states, pass, questions } = follow(() => TRADED_AT, isOpen);
    say(trade('AAPL', 1));
    await pass(59);
    expect(link.state().phase).toBe('live');
    await pass(3 * 60 + 1);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: 'No trade for 4 min.' });
    expect(questions).toEqual(Array.from({ length: 4 }, () => ['AAPL', 'MSFT']));
    const quiet = states.filter(({ phase }) => phase === 'quiet');
    expect(new Set(quiet.map(({ since }) => since)).size).toBe(1);
    await pass(4 * 3_600);
    expect(link.state().message).toBe('No trade for 4 h 4 min.');
    expect(sockets).toHaveLength(1);
    say(trade('AAPL', 2));
    expect(link.state().phase).toBe('live');
  });

  it('is given up when something was traded that it did not tell', async () => {
    const { link, say, sockets, pass } = follow(() => TRADED_AT + 1, isOpen);
    say(trade('AAPL', 1));
    await pass(64);
    expect(link.state().phase).toBe('live');
    await pass(2);
    expect(link.state()).toMatchObject({
      phase: 'reconnecting',
      message: 'connected, but no data came',
    });
    expect(sockets[0]?.isTerminated).toBe(true);
  });

  it('is not given up for a trade that was on its way', async () => {
    const { link, say, sockets, pass } = follow(() => TRADED_AT + 1, isOpen);
    say(trade('AAPL', 1));
    await pass(62);
    say({ ...trade('AAPL', 2), t: '2026-01-05T15:00:00.501Z' });
    await pass(50);
    expect(link.state().phase).toBe('live');
    expect(sockets).toHaveLength(1);
  });

  it('that never told a trade is mute once the broker tells a newer one than before', async () => {
    let at = TRADED_AT;
    const { link, pass } = follow(() => at, isOpen);
    await pass(70);
    expect(link.state().phase).toBe('quiet');
    at++;
    await pass(56);
    expect(link.state().message).toBe('connected, but no data came');
  });

  it('is quiet without a question while the market is closed, and says until when', async () => {
    const closed = () => 'Closed until Monday 09:30 New York time.';
    const { link, sockets, pass, questions } = follow(() => undefined, closed);
    await pass(8 * 3_600);
    expect(link.state()).toMatchObject({ phase: 'quiet', message: closed() });
    expect([questions.length, sockets.length]).toEqual([0, 1]);
  });

  it('is stale while the broker cannot be asked, and quiet once it could', async () => {
    let at: number | undefined;
    const { link, sockets, pass } = follow(() => at, isOpen);
    await pass(300);
    expect(link.state()).toMatchObject({
      phase: 'stale',
      message: 'Connected, but no data is coming, and the broker could not be asked why.',
    });
    at = TRADED_AT;
    await pass(60);
    expect(link.state().phase).toBe('quiet');
    expect(sockets).toHaveLength(1);
  });

  it('is not asked about while nothing is subscribed to', async () => {
    const { link, say, pass, questions } = follow(() => TRADED_AT, isOpen);
    say({ T: 'subscription', trades: [] });
    await pass(600);
    expect([link.state().phase, questions.length]).toEqual(['live', 0]);
  });
});
