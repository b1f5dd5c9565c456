import { pack } from 'msgpackr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY, MAIN_ACCOUNT, OTHER_ACCOUNT, startRig, type Rig } from '#test/broker/server/rig.ts';
import { connect, type Client } from '#test/broker/server/sockets.ts';

let rig: Rig;
let client: Client;
beforeEach(async () => {
  rig = await startRig();
  client = await connect(`${rig.ws}/stream`);
});
afterEach(async () => {
  client.socket.terminate();
  await rig.end();
});

const AUTHENTICATE = {
  action: 'authenticate',
  data: { key_id: KEY.keyId, secret_key: KEY.secretKey },
};
const LISTEN = { action: 'listen', data: { streams: ['trade_updates'] } };
const authorization = (status: string, action = 'authenticate') => ({
  stream: 'authorization',
  data: { status, action },
});

async function ready(): Promise<void> {
  client.send(AUTHENTICATE);
  client.send(LISTEN);
  await client.next();
  await client.next();
}

describe('the trade-update stream', () => {
  it.each([
    ['the classic spelling', AUTHENTICATE],
    ['the current spelling', { action: 'auth', key: KEY.keyId, secret: KEY.secretKey }],
  ])('authenticates by %s', async (_name, frame) => {
    client.send(frame);
    expect(await client.next()).toEqual(authorization('authorized'));
  });

  it('authenticates by an application’s token and delivers that account’s updates', async () => {
    const app = (
      await rig.call('POST', '/_paper/oauth/clients', {
        body: { name: 'A', redirect_uri: ['http://x/'] },
      })
    ).json;
    const token = (
      await rig.call('POST', '/v1/oauth/token', {
        body: {
          client_id: app.client_id,
          client_secret: app.client_secret,
          redirect_uri: 'http://x/',
          scope: '',
          account_id: MAIN_ACCOUNT,
        },
      })
    ).json.access_token;
    client.send({ action: 'authenticate', data: { oauth_token: token } });
    expect(await client.next()).toEqual(authorization('authorized'));
    client.send(LISTEN);
    await client.next();
    rig.engine.publish(MAIN_ACCOUNT, 'new');
    expect((await client.next()).data.event).toBe('new');
  });

  it.each([
    ['a wrong secret', { action: 'authenticate', data: { key_id: KEY.keyId, secret_key: 'x' } }],
    ['no credentials', { action: 'authenticate' }],
    ['an unknown token', { action: 'authenticate', data: { oauth_token: 'x' } }],
  ])('answers %s with unauthorized', async (_name, frame) => {
    client.send(frame);
    expect(await client.next()).toEqual(authorization('unauthorized'));
  });

  it('answers listen before authentication with unauthorized', async () => {
    client.send(LISTEN);
    expect(await client.next()).toEqual(authorization('unauthorized', 'listen'));
  });

  it('leaves unavailable names out, and stops everything with an empty list', async () => {
    await ready();
    client.send({ action: 'listen', data: { streams: ['trade_updates', 'account_updates'] } });
    expect(await client.next()).toEqual({
      stream: 'listening',
      data: { streams: ['trade_updates'] },
    });
    client.send({ action: 'listen', data: { streams: [] } });
    expect(await client.next()).toEqual({ stream: 'listening', data: { streams: [] } });
    rig.engine.publish(MAIN_ACCOUNT, 'fill');
    client.send(LISTEN);
    expect((await client.next()).stream).toBe('listening');
  });

  it('delivers each update of its own account, in order, and no other’s', async () => {
    await ready();
    rig.engine.publish(MAIN_ACCOUNT, 'new');
    rig.engine.publish(OTHER_ACCOUNT, 'new');
    rig.engine.publish(MAIN_ACCOUNT, 'fill');
    const events = [await client.next(), await client.next()];
    expect(events).toEqual([
      { stream: 'trade_updates', data: { event: 'new', order: { id: 'o1' } } },
      { stream: 'trade_updates', data: { event: 'fill', order: { id: 'o1' } } },
    ]);
  });

  it('speaks JSON in binary frames, or in text when told so, or msgpack when asked', async () => {
    client.send(AUTHENTICATE);
    expect((await client.frame()).isBinary).toBe(true);
    await rig.call('PUT', '/_paper/streams', { body: { tradeFrames: 'text' } });
    const text = await connect(`${rig.ws}/stream`);
    text.send(AUTHENTICATE);
    expect((await text.frame()).isBinary).toBe(false);
    const packed = await connect(`${rig.ws}/stream`, {
      headers: { 'Content-Type': 'application/msgpack' },
    });
    packed.socket.send(pack(AUTHENTICATE));
    expect(await packed.next()).toEqual(authorization('authorized'));
    text.socket.terminate();
    packed.socket.terminate();
  });

  it.each([['{'], ['[]'], ['7'], ['{"action":"dance"}'], ['{"action":"listen","data":7}']])(
    'answers the frame %s with an error and goes on',
    async (frame) => {
      if (frame.includes('listen')) await ready();
      client.send(frame);
      expect((await client.next()).action).toBe('error');
      client.send(AUTHENTICATE);
      expect(await client.next()).toEqual(authorization('authorized'));
    },
  );

  it('answers pings', async () => {
    const pong = new Promise((resolve) => client.socket.once('pong', resolve));
    client.socket.ping();
    await pong;
  });
});

describe('stream faults on trade updates', () => {
  const fault = (act: object, more: object = {}) =>
    rig.fault({ match: { stream: 'trade', ...more }, act });
  const publish = (...ids: string[]) => {
    for (const id of ids) rig.engine.publish(MAIN_ACCOUNT, 'fill', id);
  };
  const nextId = async () => (await client.next()).data.order.id;
  beforeEach(ready);

  it('cut: the connection ends without a close frame, and the update is lost', async () => {
    await fault({ kind: 'cut' });
    publish('a');
    expect(await client.end()).toBe(1006);
    expect(client.pending()).toBe(0);
  });

  it('mute: one update is dropped; with a time, all of that time', async () => {
    await fault({ kind: 'mute' });
    publish('a', 'b');
    expect(await nextId()).toBe('b');
    await fault({ kind: 'mute', ms: 1000 });
    publish('c', 'd');
    await rig.step(999);
    publish('e');
    await rig.step(1);
    publish('f');
    expect(await nextId()).toBe('f');
  });

  it('mute ends when the faults are cleared', async () => {
    await fault({ kind: 'mute', ms: 60_000 });
    publish('a');
    await rig.call('DELETE', '/_paper/faults');
    publish('b');
    expect(await nextId()).toBe('b');
  });

  it('duplicate: the update comes twice', async () => {
    await fault({ kind: 'duplicate' });
    publish('a', 'b');
    expect([await nextId(), await nextId(), await nextId()]).toEqual(['a', 'a', 'b']);
  });

  it('reorder: the update comes after the next one', async () => {
    await fault({ kind: 'reorder' });
    publish('a', 'b', 'c');
    expect([await nextId(), await nextId(), await nextId()]).toEqual(['b', 'a', 'c']);
  });

  it('garbage: bytes that cannot be read come before the update', async () => {
    await fault({ kind: 'garbage' });
    publish('a');
    const { data } = await client.frame();
    expect(() => JSON.parse(data.toString()) as unknown).toThrow(SyntaxError);
    expect(await nextId()).toBe('a');
  });

  it('meets only the event it names', async () => {
    await fault({ kind: 'mute' }, { event: 'fill' });
    rig.engine.publish(MAIN_ACCOUNT, 'new', 'n');
    publish('a', 'b');
    expect([await nextId(), await nextId()]).toEqual(['n', 'b']);
  });

  it('can be cut at once by hand', async () => {
    expect(
      (await rig.call('POST', '/_paper/streams/cut', { body: { stream: 'trade' } })).json,
    ).toEqual({ cut: 1 });
    expect(await client.end()).toBe(1006);
  });

  it('an upgrade meets request faults: a status instead of 101, a reset', async () => {
    const attempt = async (act: object) => {
      await rig.fault({ match: { path: '/stream' }, act });
      return connect(`${rig.ws}/stream`);
    };
    expect((await attempt({ kind: 'status', status: 429 })).refused).toBe(429);
    expect(await (await attempt({ kind: 'reset' })).end()).toBe(1006);
    const fine = await connect(`${rig.ws}/stream`);
    expect(fine.socket.readyState).toBe(1);
    fine.socket.terminate();
  });
});
