// A feed that is not in the plan is said at the sign-in: the next attempt is to another address, where there is one.
import { expect, it } from 'vitest';
import { createDataLink } from '#main/broker/streams/data-link.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

function setUp(feeds: string[]) {
  const time = createFakeTime();
  const { open, last } = createFakeSockets();
  const addresses: string[] = [];
  const link = createDataLink({
    url: () => `ws://127.0.0.1:1/v2/${feeds[0]}`,
    onFeedRefused() {
      if (feeds.length === 1) return false;
      feeds.shift();
      return true;
    },
    credentials: () => ({ keyId: 'K', secretKey: 'S' }),
    onEvents: () => undefined,
    codec: 'json',
    onState: () => undefined,
    openSocket(url, ...rest) {
      addresses.push(url);
      return open(url, ...rest);
    },
    clock: time.clock,
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
  });
  const say = (message: object) => last().events.onFrame(JSON.stringify([message]));
  const refuse = () => say({ T: 'error', code: 409, msg: 'insufficient subscription' });
  return { link, time, addresses, say, refuse };
}

it('goes on to the next feed', () => {
  const { link, time, addresses, say, refuse } = setUp(['sip', 'iex']);
  link.start();
  refuse();
  expect(link.state()).toMatchObject({
    phase: 'reconnecting',
    message: 'This feed is not in the account’s market data plan. Trying the next one.',
  });
  time.advance(1_000);
  say({ T: 'success', msg: 'authenticated' });
  expect(addresses).toEqual(['ws://127.0.0.1:1/v2/sip', 'ws://127.0.0.1:1/v2/iex']);
  expect(link.state().phase).toBe('live');
});

it('ends where there is no other, and says what to do', () => {
  const { link, time, addresses, refuse } = setUp(['iex']);
  link.start();
  refuse();
  expect(link.state()).toMatchObject({
    phase: 'stopped',
    message: expect.stringMatching(/not in the account’s market data plan.*Choose another feed/),
  });
  time.advance(600_000);
  expect(addresses).toHaveLength(1);
});
