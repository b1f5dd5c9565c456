import { describe, expect, it } from 'vitest';
import { createTradeLink } from '#main/broker/streams/trade-link.ts';
import type { TradeUpdate } from '#main/wire/trade-stream.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

function setUp() {
  const time = createFakeTime();
  const { open, sockets, last } = createFakeSockets();
  const updates: TradeUpdate[] = [];
  const link = createTradeLink({
    url: 'ws://127.0.0.1:1/stream',
    credentials: () => ({ keyId: 'K', secretKey: 'S' }),
    onEvents: (events) => updates.push(...events),
    onState: () => undefined,
    openSocket: open,
    clock: time.clock,
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
  });
  link.start();
  last().events.onOpen();
  const say = (message: object) => last().events.onFrame(JSON.stringify(message));
  const authorize = () =>
    say({ stream: 'authorization', data: { status: 'authorized', action: 'authenticate' } });
  const listening = () => say({ stream: 'listening', data: { streams: ['trade_updates'] } });
  return { time, sockets, last, updates, link, say, authorize, listening };
}

describe('the order stream', () => {
  it('authenticates, listens, and reads updates in text and in binary frames', () => {
    const { last, link, authorize, listening, updates, say } = setUp();
    authorize();
    expect(link.state().phase).toBe('connecting');
    listening();
    expect(link.state().phase).toBe('live');
    expect(last().sent.map((frame) => JSON.parse(String(frame)) as unknown)).toEqual([
      { action: 'authenticate', data: { key_id: 'K', secret_key: 'S' } },
      { action: 'listen', data: { streams: ['trade_updates'] } },
    ]);
    const order = {
      id: 'o1',
      client_order_id: 'c1',
      symbol: 'AAPL',
      side: 'buy',
      type: 'market',
      time_in_force: 'day',
      status: 'filled',
      qty: '2',
      filled_qty: '2',
      filled_avg_price: '1.5',
      limit_price: null,
    };
    const update = {
      stream: 'trade_updates',
      data: {
        event: 'fill',
        price: '1.5',
        qty: '2',
        timestamp: '2026-01-05T15:00:00Z',
        execution_id: 'e1',
        order,
      },
    };
    say(update);
    last().events.onFrame(new TextEncoder().encode(JSON.stringify(update)));
    expect(updates).toHaveLength(2);
    expect(updates[1]).toEqual(updates[0]);
    expect(updates[0]).toMatchObject({
      event: 'fill',
      order: { id: 'o1', clientOrderId: 'c1', filledAvgPrice: '1.5' },
      fill: { qty: '2', price: '1.5', executionId: 'e1', at: '2026-01-05T15:00:00Z' },
    });
  });

  it('stops when it is not authorized', () => {
    const { link, say, time, sockets } = setUp();
    say({ stream: 'authorization', data: { status: 'unauthorized', action: 'authenticate' } });
    expect(link.state()).toMatchObject({
      phase: 'stopped',
      message: 'The broker refused the sign-in: auth failed.',
    });
    time.advance(600_000);
    expect(sockets).toHaveLength(1);
  });

  it('tries again when the broker does not grant order updates', () => {
    const { link, say, authorize } = setUp();
    authorize();
    say({ stream: 'listening', data: { streams: [] } });
    expect(link.state().phase).toBe('reconnecting');
  });

  it.each([
    { stream: 'trade_updates', data: { event: 'fill' } },
    { stream: 'trade_updates', data: { order: {} } },
    { stream: 'trade_updates' },
    { stream: 'listening', data: { streams: 'all' } },
    { action: 'error', data: { error_message: 'no' } },
  ])('counts %j and stays connected', (message) => {
    const { link, say, authorize, listening, updates } = setUp();
    authorize();
    listening();
    say(message);
    expect(link.state().phase).toBe('live');
    expect(link.counters().refused).toBe(1);
    expect(updates).toEqual([]);
  });
});

describe('a link that lives for days', () => {
  const live = (fails = false) => {
    const time = createFakeTime();
    const { open, last } = createFakeSockets();
    const log: string[] = [];
    let cancels = 0;
    const listen = () => {
      if (fails) throw new Error('a listener broke');
    };
    const link = createTradeLink({
      url: 'ws://127.0.0.1:1/stream',
      credentials: () => ({ keyId: 'K', secretKey: 'S' }),
      onEvents: listen,
      onState: listen,
      openSocket: open,
      clock: time.clock,
      delay(ms, run) {
        const cancel = time.delay(ms, run);
        return () => {
          cancels++;
          cancel();
        };
      },
      random: createFakeRandom(),
      log: (_level, message) => void log.push(message),
    });
    link.start();
    const { events } = last();
    events.onOpen();
    const say = (message: object) => events.onFrame(JSON.stringify(message));
    say({ stream: 'authorization', data: { status: 'authorized', action: 'authenticate' } });
    say({ stream: 'listening', data: { streams: ['trade_updates'] } });
    return { time, link, last, log, say, cancels: () => cancels };
  };

  it('lets go of every timer that has run', () => {
    const { time, link, last, cancels } = live();
    for (let second = 0; second < 3_600; second++) {
      time.advance(1_000);
      last().events.onPong();
    }
    expect(link.state().phase).toBe('live');
    const before = cancels();
    link.stop();
    // Those that were still waiting, and not the thousands of the hour.
    expect(cancels() - before).toBeLessThan(5);
    expect(time.pending()).toBe(0);
  });

  it('goes on when whoever listens throws', () => {
    const { link, log, say } = live(true);
    expect(link.state().phase).toBe('live');
    const order = { id: 'o', client_order_id: 'c', status: 'new' };
    expect(() => say({ stream: 'trade_updates', data: { event: 'new', order } })).not.toThrow();
    expect(link.state().phase).toBe('live');
    expect(new Set(log)).toEqual(
      new Set(['a listener of a stream’s state failed', 'a listener of a stream failed']),
    );
  });

  it('counts what it cannot handle, goes on, and comes back', () => {
    const time = createFakeTime();
    const { open, last } = createFakeSockets();
    let isBroken = false;
    const link = createTradeLink({
      url: 'ws://127.0.0.1:1/stream',
      credentials() {
        if (isBroken) throw new Error('no key');
        return { keyId: 'K', secretKey: 'S' };
      },
      onEvents: () => undefined,
      onState: () => undefined,
      openSocket: open,
      clock: time.clock,
      delay: time.delay,
      random: createFakeRandom(),
      log: () => undefined,
    });
    link.start();
    isBroken = true;
    expect(() => last().events.onOpen()).not.toThrow();
    expect(link.counters().refused).toBe(1);
    isBroken = false;
    time.advance(12_000);
    last().events.onOpen();
    expect(last().sent).toHaveLength(1);
  });
});

describe('an order stream that answers pings', () => {
  const isSo = () => true;
  function live() {
    const world = setUp();
    world.authorize();
    world.listening();
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        world.time.advance(1_000);
        world.last().events.onPong();
      }
    };
    const knownAgo = () => (world.time.clock.wall() - world.link.knownUntil().wall) / 1_000;
    return { ...world, pass, knownAgo };
  }

  it('is given up when it did not tell something, and is known to have told all until its last word', () => {
    const { link, pass, knownAgo } = live();
    pass(40);
    link.doubt(isSo, 'it did not tell');
    link.doubt(isSo, 'it did not tell');
    pass(4);
    expect([link.state().phase, knownAgo()]).toEqual(['live', 0]);
    pass(1);
    expect(link.state()).toMatchObject({ phase: 'reconnecting', message: 'it did not tell' });
    expect(knownAgo()).toBe(45);
  });

  it('is known to have told all until a list said so', () => {
    const { link, pass, time, knownAgo } = live();
    pass(30);
    link.confirm(time.clock.elapsed() - 1_000);
    link.confirm(0);
    pass(10);
    link.doubt(isSo, 'it did not tell');
    pass(5);
    expect([link.state().phase, knownAgo()]).toEqual(['reconnecting', 16]);
  });

  it('stays when what it did not tell was on its way, or was nothing', () => {
    const { link, pass, listening } = live();
    link.doubt(isSo, 'it did not tell');
    pass(3);
    listening();
    pass(10);
    link.doubt(() => false, 'it did not tell');
    pass(10);
    expect(link.state().phase).toBe('live');
    link.stop();
    link.doubt(isSo, 'it did not tell');
    expect(link.state().phase).toBe('off');
  });

  it('is known to have told all until its last pong when it is lost, in sleep too, and until its end when it ends', () => {
    const lost = live();
    lost.pass(12);
    lost.time.sleep(3_600_000);
    lost.link.wake();
    expect(lost.knownAgo()).toBe(3_600);
    for (const isEnded of [true, false]) {
      const { last, pass, time, knownAgo } = live();
      pass(12);
      time.advance(4_000);
      last().events.onClose('closed with 1001', isEnded);
      expect(knownAgo()).toBe(isEnded ? 0 : 4);
    }
  });
});
