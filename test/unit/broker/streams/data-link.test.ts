import { describe, expect, it } from 'vitest';
import { createDataCodec } from '#main/wire/data-codec.ts';
import { decodeDataMessages } from '#main/wire/data-stream.ts';
import { setUp, trade } from './data-link-world.ts';

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
    expect(asked().slice(2)).toEqual([{ action: 'unsubscribe', trades: ['AAPL'] }]);
    say({ T: 'subscription', trades: ['MSFT'] });
    expect(asked().at(-1)).toEqual({ action: 'subscribe', trades: ['TSLA'] });
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

  it('stops when its feed is not in the plan, and says what to do', () => {
    const { link, last, say, time, sockets } = setUp();
    link.start();
    last().events.onOpen();
    say({ T: 'error', code: 409, msg: 'insufficient subscription' });
    expect(link.state()).toMatchObject({
      phase: 'stopped',
      message: expect.stringMatching(/not in the account’s market data plan.*Choose another feed/),
    });
    time.advance(600_000);
    expect(sockets).toHaveLength(1);
  });

  it('asks for fewer when the plan does not carry all, also after a reconnect, and tells what is carried', () => {
    const { link, signIn, say, asked, last, time, carried } = setUp();
    const symbols = Array.from({ length: 45 }, (_, nth) => `S${nth}`);
    link.want({ trades: symbols, bars: [] });
    link.start();
    for (const attempt of [1, 2]) {
      signIn();
      expect(asked().at(-1)).toEqual({ action: 'subscribe', trades: symbols });
      say({ T: 'error', code: 405, msg: 'symbol limit exceeded' });
      expect(asked().at(-1)).toEqual({ action: 'subscribe', trades: symbols.slice(0, 30) });
      say({ T: 'subscription', trades: symbols.slice(0, 30) });
      expect(link.state().phase).toBe('live');
      expect(carried.at(-1)).toMatchObject({
        symbols: new Set(symbols.slice(0, 30)),
        wanted: 45,
        notes: [expect.stringContaining('streams 30 symbols live')],
      });
      expect(carried).toHaveLength(attempt);
      last().events.onClose('cut');
      time.advance(1_000);
    }
    expect(link.counters().refused).toBe(0);
  });

  it('waits long when another client holds the stream', () => {
    const { link, signIn, say, time, sockets } = setUp();
    link.start();
    signIn();
    say({ T: 'error', code: 406, msg: 'connection limit exceeded' });
    expect(link.state()).toMatchObject({
      phase: 'reconnecting',
      message: expect.stringContaining('Another program is using this key’s price stream'),
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
