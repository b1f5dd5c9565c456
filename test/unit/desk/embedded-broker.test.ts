import { expect, it } from 'vitest';
import type { BrokerProcess } from '#main/ports.ts';
import { createEmbeddedBroker } from '#main/desk/practice/embedded-broker.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

const ADDRESS = 'http://127.0.0.1:4010';
const HOUR_MS = 3_600_000;

it('a broker that dies once an hour comes back as quickly as the first time', async () => {
  const time = createFakeTime();
  let end: ((reason: string) => void) | undefined;
  let starts = 0;
  const embedded = createEmbeddedBroker({
    dataFolder: '/nowhere',
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
    startBroker: async () => {
      starts++;
      return {
        hosts: { rest: ADDRESS, data: ADDRESS, tradeStream: ADDRESS, dataStream: ADDRESS },
        onExit: (listener) => (end = listener),
        stop: async () => undefined,
      };
    },
  });
  await embedded.start();
  for (let death = 1; death <= 10; death++) {
    time.advance(HOUR_MS);
    end?.('killed');
    time.advance(200);
    await Promise.resolve();
    expect(starts).toBe(death + 1);
  }
  await embedded.stop();
});

it('a broker that is still starting when everything ends is ended too', async () => {
  const time = createFakeTime();
  const started = Promise.withResolvers<BrokerProcess>();
  let stops = 0;
  const embedded = createEmbeddedBroker({
    dataFolder: '/nowhere',
    delay: time.delay,
    random: createFakeRandom(),
    log: () => undefined,
    startBroker: () => started.promise,
  });
  const starting = embedded.start();
  await embedded.stop();
  started.resolve({
    hosts: { rest: ADDRESS, data: ADDRESS, tradeStream: ADDRESS, dataStream: ADDRESS },
    onExit: () => undefined,
    stop: async () => void stops++,
  });
  await starting;
  expect(stops).toBe(1);
});
