import { expect, it } from 'vitest';
import { createCheckKey } from '#main/desk/accounts/check-key.ts';
import { realClock, realDelay, startLocalBroker } from '#test/unit/broker/local-broker.ts';
import * as sample from '#test/unit/broker/samples.ts';
import { createFakeRandom } from '#test/support/fake-time.ts';

it('hides from the log only what a broker accepted: a page could type any word as a key', async () => {
  const hidden: string[] = [];
  const broker = await startLocalBroker(({ headers }) =>
    headers['apca-api-secret-key'] === 'right'
      ? { json: sample.account }
      : { status: 401, json: { message: 'unauthorized' } },
  );
  const check = createCheckKey({
    clock: realClock,
    delay: realDelay,
    random: createFakeRandom(),
    neverLog: (secret) => hidden.push(secret),
  });
  const { origin } = broker;
  const stream = origin.replace('http', 'ws');
  const hosts = { rest: origin, data: origin, tradeStream: stream, dataStream: stream };
  const ask = (secretKey: string) =>
    check({ environment: 'paper', hosts, credentials: { keyId: 'PKONE', secretKey } });
  expect((await ask('refused:navigation')).ok).toBe(false);
  expect(hidden).toEqual([]);
  expect((await ask('right')).ok).toBe(true);
  expect(hidden.sort()).toEqual(['PKONE', 'right']);
});
