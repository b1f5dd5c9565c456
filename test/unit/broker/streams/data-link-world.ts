// A price stream on a fake socket and a fake clock.
import { createDataLink } from '#main/broker/streams/data-link.ts';
import type { LinkState } from '#main/broker/streams/link.ts';
import type { Carried } from '#main/broker/streams/subscribing.ts';
import type { DataBatch } from '#main/wire/data-stream.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

type Market = NonNullable<Parameters<typeof createDataLink>[0]['market']>;

export function setUp(market?: Market) {
  const time = createFakeTime();
  const { open, sockets, last } = createFakeSockets();
  const events: DataBatch[] = [];
  const states: LinkState[] = [];
  const carried: Carried[] = [];
  const link = createDataLink({
    url: 'ws://127.0.0.1:1/v2/iex',
    credentials: () => ({ keyId: 'K', secretKey: 'S' }),
    onEvents: (news) => events.push(...news),
    codec: 'json',
    onState: (state) => states.push(state),
    market,
    onCarried: (news) => carried.push(news),
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
  return { time, sockets, last, events, states, link, say, signIn, asked, pass, carried };
}

export const trade = (S: string, p: number) => ({ T: 't', S, p, t: '2026-01-05T15:00:00.5Z' });
