import { expect, it } from 'vitest';
import { createCheckKey } from '#main/desk/accounts/check-key.ts';
import { realClock, realDelay, startLocalBroker } from '#test/unit/broker/local-broker.ts';
import * as sample from '#test/unit/broker/samples.ts';
import { createFakeRandom } from '#test/support/fake-time.ts';

const askWith = async (status: number, json: object, keyId = 'PKONE') => {
  const broker = await startLocalBroker(() => ({ status, json }));
  const check = createCheckKey({
    clock: realClock,
    delay: realDelay,
    random: createFakeRandom(),
    neverLog: () => undefined,
  });
  const { origin } = broker;
  const stream = origin.replace('http', 'ws');
  const hosts = { rest: origin, data: origin, tradeStream: stream, dataStream: stream };
  const credentials = { keyId, secretKey: 'secret' };
  return check({ environment: 'paper', hosts, credentials });
};

it.each([
  ['the word alone, with 403', 403, { message: 'forbidden.' }, 'PKONE', /does not know this key/],
  ['401', 401, { code: 40110000, message: 'request is not authorized' }, 'PKONE', /does not know/],
  [
    'the word alone, a key of the other kind',
    403,
    { message: 'forbidden.' },
    'AKONE',
    /key of the live/,
  ],
])('calls a key wrong that is turned away with %s', async (_what, status, json, keyId, words) => {
  expect(await askWith(status, json, keyId)).toMatchObject({
    failure: { kind: 'unauthorized', message: expect.stringMatching(words) as string },
  });
});

it('calls a permission missing where the broker knows the key', async () => {
  const json = { code: 40310000, message: 'account is not authorized to trade' };
  expect(await askWith(403, json)).toMatchObject({
    failure: {
      kind: 'refused',
      message: expect.stringContaining('Grant that permission') as string,
    },
  });
});

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
