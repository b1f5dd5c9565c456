// A link runs for weeks: whatever it waits for is let go, and an idle one seldom wakes.
import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { createLink } from '#main/broker/streams/link.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';
import { setUp, trade } from './data-link-world.ts';

const DAY_SECONDS = 24 * 3_600;

it('holds no more timers after a day of pings than after a minute', async () => {
  const { time, link, say, signIn, pass, sockets } = setUp({
    whyClosed: () => undefined,
    now: () => undefined,
    latestTrades: async (symbols) => ok(symbols.map((symbol) => ({ symbol, tradedAt: 0 }))),
  });
  link.want({ trades: ['AAPL'], bars: [] });
  link.start();
  signIn();
  say({ T: 'subscription', trades: ['AAPL'] });
  say(trade('AAPL', 1));
  await pass(60);
  const before = time.pending();
  await pass(DAY_SECONDS);
  expect(sockets[0]?.pings).toBeGreaterThan(5_000);
  expect(time.pending()).toBeLessThanOrEqual(before);
  link.stop();
  expect(time.pending()).toBe(0);
});

it('holds no more timers, and no socket, however often it comes back', () => {
  const { time, link, signIn, last, sockets } = setUp();
  link.start();
  for (let n = 0; n < 1_000; n++) {
    signIn();
    last().events.onClose('closed with 1006');
    expect(time.pending()).toBeLessThan(5);
    time.advance(60_000);
  }
  expect(sockets.filter(({ isTerminated }) => !isTerminated).length).toBeLessThanOrEqual(1);
  link.stop();
  expect(time.pending()).toBe(0);
});

it('wakes for its pings and when silence would have lasted, for nothing each second, and lets go what is over', async () => {
  const time = createFakeTime();
  const { open, last } = createFakeSockets();
  let wakes = 0;
  let isExpecting = true;
  let asked = 0;
  let canceled = 0;
  const link = createLink<never>({
    clock: time.clock,
    delay(ms, run) {
      const cancel = time.delay(ms, () => {
        wakes++;
        run();
      });
      return () => {
        canceled++;
        cancel();
      };
    },
    random: createFakeRandom(),
    log: () => undefined,
    url: 'ws://127.0.0.1:1',
    headers: {},
    hide: (text) => text,
    begin: () => ({ hello: () => [], onFrame: () => ({ auth: { authenticated: true } }) }),
    onEvents: () => undefined,
    onState: () => undefined,
    silence: {
      isExpectingData: () => isExpecting,
      isIdle: () => !isExpecting,
      words: () => 'No price was heard',
      ask: () => {
        asked++;
        return Promise.resolve({ kind: 'quiet', why: 'No trade.' });
      },
    },
    openSocket: open,
  });
  link.start();
  last().events.onFrame('signed in');
  const anHour = async (): Promise<number> => {
    wakes = 0;
    for (let second = 0; second < 3_600; second++) {
      time.advance(1_000);
      last().events.onPong();
      await Promise.resolve();
      await Promise.resolve();
    }
    return wakes;
  };
  // A ping and its answer take fifteen seconds.
  expect(await anHour()).toBeLessThan(2 * 240 + 61 + 5);
  // After 15 s, after 30 more, and then once a minute: a quiet night costs the broker that and nothing else.
  expect(asked).toBe(61);
  isExpecting = false;
  expect(await anHour()).toBeLessThan(2 * 240 + 360 + 5);
  expect(asked).toBe(61);
  // What it ends is all that it still holds: of the thousands before, nothing.
  canceled = 0;
  link.stop();
  expect([time.pending(), canceled]).toEqual([0, 2]);
});
