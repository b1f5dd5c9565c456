import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FeedEvent } from '#contract/bridge.ts';
import { notAllowed, ok } from '#contract/failure.ts';
import { createLoopbackBridge, takeToken } from '#renderer/core/bridge/loopback.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';

class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeWebSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  readonly url: string;
  readonly protocols: string[];
  constructor(url: string, protocols: string[]) {
    super();
    this.url = url;
    this.protocols = protocols;
    FakeWebSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(delivery: object[]): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(delivery) }));
  }
  cut(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
}

const batch = (seq: number, reset: boolean) => ({ kind: 'batch', seq, reset, items: [seq] });

function setUp() {
  const timers: (() => void)[] = [];
  const bridge = createLoopbackBridge({
    token: 'T',
    location: { host: '127.0.0.1:1' },
    delayMs: (_ms, run) => {
      timers.push(run);
      return () => undefined;
    },
  });
  const events: FeedEvent<unknown>[] = [];
  const stop = bridge.watch('prices', { accountId: ACCOUNT }, (event) => events.push(event));
  const last = () => FakeWebSocket.all.at(-1) as FakeWebSocket;
  return { bridge, timers, events, stop, last };
}

beforeEach(() => {
  FakeWebSocket.all = [];
  vi.stubGlobal('WebSocket', FakeWebSocket);
});
afterEach(() => vi.unstubAllGlobals());

describe('the loopback bridge', () => {
  it('says how to get in where the desk was started anew, and goes on saying so', async () => {
    const refusal = notAllowed('Open the full address that Ballast printed in the terminal.');
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal)));
    const { events, timers, last } = setUp();
    const said = () => {
      const event = events.at(-1);
      return event?.kind === 'failed' ? event.failure : undefined;
    };
    last().cut();
    expect(said()).toMatchObject({ kind: 'offline' });
    await vi.waitFor(() => expect(said()).toEqual(refusal.failure));
    timers.shift()?.();
    last().cut();
    expect(said()).toEqual(refusal.failure);
  });

  it('carries the token as a subprotocol and asks for what was watched before it opened', () => {
    const { last } = setUp();
    expect(last().url).toBe('ws://127.0.0.1:1/watch');
    expect(last().protocols).toEqual(['ballast.T']);
    last().open();
    const params = { accountId: ACCOUNT };
    expect(last().sent).toEqual([{ kind: 'watch', id: 1, feed: 'prices', params }]);
  });

  it('delivers batches in order', () => {
    const { last, events } = setUp();
    last().open();
    last().say([{ id: 1, event: batch(1, true) }]);
    last().say([
      { id: 1, event: batch(2, false) },
      { id: 9, event: batch(1, true) },
    ]);
    expect(events).toEqual([batch(1, true), batch(2, false)]);
  });

  it('watches again when a batch is missing', () => {
    const { last, events } = setUp();
    last().open();
    last().say([{ id: 1, event: batch(1, true) }]);
    last().say([{ id: 1, event: batch(3, false) }]);
    expect(events).toHaveLength(1);
    expect(last().sent.slice(1)).toMatchObject([{ kind: 'unwatch' }, { kind: 'watch', id: 1 }]);
    last().say([{ id: 1, event: batch(1, true) }]);
    expect(events).toHaveLength(2);
  });

  it('says when the desk is gone, comes back by itself, and begins anew', () => {
    const { last, events, timers } = setUp();
    last().open();
    last().cut();
    expect(events).toMatchObject([{ kind: 'failed', failure: { kind: 'offline' } }]);
    timers.shift()?.();
    expect(FakeWebSocket.all).toHaveLength(2);
    last().open();
    last().say([{ id: 1, event: batch(1, true) }]);
    expect(events.at(-1)).toEqual(batch(1, true));
  });

  it('does not come back when nobody watches', () => {
    const { last, stop, timers } = setUp();
    last().open();
    stop();
    last().cut();
    for (const run of timers) run();
    expect(FakeWebSocket.all).toHaveLength(1);
  });

  it('answers a call that could not be made with a failure', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed');
    });
    const { bridge } = setUp();
    expect(await bridge.call('desk.info', {})).toMatchObject({
      ok: false,
      failure: { kind: 'offline' },
    });
  });
});

describe('the token', () => {
  const setUpWindow = async (search: string, stored: string | null, hash = '') => {
    const kept = new Map(stored === null ? [] : [['ballast.token', stored]]);
    const replaced: unknown[] = [];
    const asked: unknown[] = [];
    const token = await takeToken({
      location: { search, hash, pathname: '/' } as Location,
      history: { replaceState: (...args: unknown[]) => replaced.push(args[2]) } as never,
      sessionStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
      } as never,
      async fetch(path, init) {
        // By now the ticket is no longer in the address.
        asked.push([path, init?.method, init?.body, replaced.length]);
        const isGood = init?.body === JSON.stringify({ ticket: 'good' });
        return Response.json(isGood ? ok({ token: 'abc' }) : notAllowed('spent'));
      },
    });
    return { token, kept: kept.get('ballast.token'), replaced, asked };
  };

  it('is given for the ticket in the address, which leaves it before that', async () => {
    expect(await setUpWindow('?ticket=good', null)).toEqual({
      token: 'abc',
      kept: 'abc',
      replaced: ['/'],
      asked: [['/enter', 'POST', '{"ticket":"good"}', 1]],
    });
  });

  it('leaves the place where the page is to begin', async () => {
    expect((await setUpWindow('?ticket=good', null, '#/chart?symbol=A')).replaced).toEqual([
      '/#/chart?symbol=A',
    ]);
  });

  it('is that of before in a tab that has one, though the ticket was used', async () => {
    expect(await setUpWindow('?ticket=spent', 'older')).toMatchObject({ token: 'older' });
    expect(await setUpWindow('?ticket=spent', null)).toMatchObject({ token: '', kept: undefined });
  });

  it('is found again after a reload', async () => {
    expect(await setUpWindow('', 'abc')).toEqual({
      token: 'abc',
      kept: 'abc',
      replaced: [],
      asked: [],
    });
    expect((await setUpWindow('', null)).token).toBe('');
  });
});
