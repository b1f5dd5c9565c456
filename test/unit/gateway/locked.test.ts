// A locked desk: refused at the door for calls, silent for feeds, and everything anew when it is unlocked.
import { describe, expect, it } from 'vitest';
import type { WatchDelivery } from '#contract/bridge.ts';
import { calls } from '#contract/calls.ts';
import { ok } from '#contract/failure.ts';
import { feeds as feedTable } from '#contract/feeds.ts';
import { createDispatch, type Handlers } from '#main/gateway/dispatch.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createOnAccount } from '#main/gateway/handlers/on-account.ts';
import { createShut } from '#main/gateway/shut.ts';
import { createFeeds, FRAME_MS, type Sources } from '#main/gateway/feeds.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

describe('calls on a locked desk', () => {
  it('are refused, all but unlocking, stopping all trading and asking what this is', async () => {
    const reached: string[] = [];
    const handlers = Object.fromEntries(
      Object.keys(calls).map((name) => [
        name,
        async () => {
          reached.push(name);
          return ok(null);
        },
      ]),
    ) as unknown as Handlers;
    const dispatch = createDispatch({ handlers, report: () => 'ref', isLocked: () => true });
    const refused: string[] = [];
    for (const name of Object.keys(calls)) {
      const result = await dispatch(name, name === 'lock.unlock' ? { passphrase: 'x' } : {});
      if (
        !result.ok &&
        'message' in result.failure &&
        result.failure.message === 'The desk is locked.'
      )
        refused.push(name);
    }
    expect(reached.sort()).toEqual(['desk.info', 'lock.unlock', 'trading.stop']);
    expect(refused).toHaveLength(Object.keys(calls).length - 3);
  });
});

describe('a call to an account that is started for it', () => {
  it('does nothing when the desk was locked, or is to be replaced, meanwhile', async () => {
    const now = { isLocked: false, isBeingReplaced: false };
    const shut = createShut({
      isLocked: () => now.isLocked,
      isBeingReplaced: () => now.isBeingReplaced,
    });
    let wake = () => undefined as void;
    const used: string[] = [];
    const on = createOnAccount(
      { get: () => ok({} as OpenAccount) },
      { refusal: () => undefined },
      () => new Promise<void>((resolve) => (wake = resolve)),
      shut,
    );
    const ask = async (meanwhile: Partial<typeof now>) => {
      const answer = on({ accountId: ACCOUNT }, () => {
        used.push('used');
        return ok(null);
      });
      Object.assign(now, meanwhile);
      wake();
      return answer;
    };
    expect(await ask({})).toEqual(ok(null));
    expect(used).toHaveLength(1);
    expect(await ask({ isLocked: true })).toMatchObject({
      failure: { kind: 'not-allowed', message: 'The desk is locked.' },
    });
    expect(await ask({ isLocked: false, isBeingReplaced: true })).toMatchObject({
      failure: { message: expect.stringContaining('Ballast is closing') as string },
    });
    expect(used).toHaveLength(1);
  });
});

describe('calls that are on their way when the desk is locked', () => {
  async function answerOf(name: string, input: object) {
    let isLocked = false;
    const handle = async () => {
      isLocked = true;
      return ok('what the page asked for');
    };
    const dispatch = createDispatch({
      handlers: { [name]: handle } as unknown as Handlers,
      report: () => 'ref',
      isLocked: () => isLocked,
    });
    return dispatch(name, input);
  }

  it('show nothing that was only to be looked at', async () => {
    const page = { accountId: ACCOUNT, kinds: [], text: 'apple', limit: 10 };
    const failure = { kind: 'not-allowed', message: 'The desk is locked.' };
    for (const [name, input] of [
      ['activity.list', page],
      ['accounts.list', {}],
      ['watchlists.get', { accountId: ACCOUNT }],
    ] as const)
      expect(await answerOf(name, input)).toEqual({ ok: false, failure });
  });

  it('say what they have done all the same: that it is locked, and what became of an order', async () => {
    const told = ok('what the page asked for');
    expect(await answerOf('lock.now', {})).toEqual(told);
    expect(await answerOf('orders.cancelEverything', { accountId: ACCOUNT })).toEqual(told);
    expect(await answerOf('trading.resume', {})).toEqual(told);
  });
});

function setUp(isLocked = false) {
  const time = createFakeTime();
  const state = new Map<string, unknown[]>();
  const publishers = new Map<string, (items: never[]) => void>();
  const source = (name: string) => (_params: unknown, publish: (items: never[]) => void) => {
    publishers.set(name, publish);
    return ok({ snapshot: () => state.get(name) ?? [], stop: () => publishers.delete(name) });
  };
  const feeds = createFeeds({
    sources: Object.fromEntries(
      Object.keys(feedTable).map((name) => [name, source(name)]),
    ) as unknown as Sources,
    delay: time.delay,
    report: () => 'ref',
    isLocked: () => isLocked,
  });
  const sent: WatchDelivery = [];
  const hub = feeds.open((delivery) => sent.push(...delivery));
  const frame = () => {
    sent.length = 0;
    time.advance(FRAME_MS);
    return sent;
  };
  const publish = (name: string, ...items: unknown[]) => {
    state.set(name, items);
    publishers.get(name)?.(items as never[]);
  };
  return { feeds, hub, frame, publish };
}

const order = (id: string) => ({ id });

describe('feeds of a locked desk', () => {
  it('send nothing, not even what waited when it was locked', () => {
    const { feeds, hub, frame, publish } = setUp();
    hub.watch(1, 'orders', { accountId: ACCOUNT });
    frame();
    publish('orders', order('a'));
    feeds.setLocked(true);
    publish('orders', order('b'));
    expect(frame()).toEqual([]);
  });

  it('but the desk’s own state, which tells that it is locked', () => {
    const { feeds, hub, frame, publish } = setUp();
    hub.watch(1, 'desk', {});
    hub.watch(2, 'accounts', {});
    frame();
    feeds.setLocked(true);
    publish('desk', { isLocked: true });
    publish('accounts', { accounts: [] });
    expect(frame()).toEqual([
      { id: 1, event: { kind: 'batch', seq: 2, reset: true, items: [{ isLocked: true }] } },
    ]);
  });

  it('begin anew from the state as it is when it is unlocked, without a hole in the count', () => {
    const { feeds, hub, frame, publish } = setUp();
    hub.watch(1, 'orders', { accountId: ACCOUNT });
    frame();
    feeds.setLocked(true);
    publish('orders', order('a'), order('b'));
    frame();
    feeds.setLocked(false);
    expect(frame()).toEqual([
      { id: 1, event: { kind: 'batch', seq: 2, reset: true, items: [order('a'), order('b')] } },
    ]);
  });

  it('that are asked for while it is locked wait for the unlocking', () => {
    const { feeds, hub, frame, publish } = setUp(true);
    hub.watch(1, 'orders', { accountId: ACCOUNT });
    publish('orders', order('a'));
    expect(frame()).toEqual([]);
    feeds.setLocked(false);
    expect(frame()).toEqual([
      { id: 1, event: { kind: 'batch', seq: 1, reset: true, items: [order('a')] } },
    ]);
  });
});

describe('feeds of an account that is closed', () => {
  it('end with the reason, and those of others go on', () => {
    const { feeds, hub, frame, publish } = setUp();
    hub.watch(1, 'orders', { accountId: ACCOUNT });
    hub.watch(2, 'positions', { accountId: OTHER });
    hub.watch(3, 'desk', {});
    frame();
    const failure = { kind: 'not-allowed' as const, message: 'This account was closed.' };
    feeds.end(ACCOUNT, failure);
    publish('orders', order('a'));
    publish('positions', { positions: [], receivedAt: 1 });
    expect(frame()).toEqual([
      { id: 1, event: { kind: 'failed', failure } },
      expect.objectContaining({ id: 2 }),
    ]);
  });
});
