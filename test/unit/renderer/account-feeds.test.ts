import { expect, it } from 'vitest';
import type { Bridge, FeedEvent } from '#contract/bridge.ts';
import type { StreamState } from '#contract/records.ts';
import { createAccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { MOST_TOLD } from '#renderer/core/feeds/slices.ts';

/** A bridge whose feeds the test tells, and frames that it lets pass. */
function open() {
  const listeners = new Map<string, (event: FeedEvent<never>) => void>();
  const frames: (() => void)[] = [];
  const bridge = {
    watch(feed: string, _params: unknown, listener: (event: FeedEvent<never>) => void) {
      listeners.set(feed, listener);
      return () => listeners.delete(feed);
    },
  } as unknown as Bridge;
  const feeds = createAccountFeeds(bridge, 'account', (run) => frames.push(run));
  const stop = feeds.start();
  return {
    feeds,
    stop,
    tell: (feed: string, event: FeedEvent<unknown>) =>
      listeners.get(feed)?.(event as FeedEvent<never>),
    flush: () => frames.splice(0).forEach((run) => run()),
    watched: () => [...listeners.keys()],
  };
}

const live: StreamState = { stream: 'prices', phase: 'live', since: 1 };
const begun: FeedEvent<unknown> = { kind: 'batch', seq: 1, reset: true, items: [live] };
const lost: FeedEvent<unknown> = {
  kind: 'failed',
  failure: { kind: 'offline', message: 'Gone.' },
};

it('calls no stream live that it cannot hear of, until it hears of it again', () => {
  const { feeds, tell, flush } = open();
  tell('streams', begun);
  tell('orders', lost);
  flush();
  flush();
  expect(feeds.streams.get('prices')).toEqual({ ...live, phase: 'off', message: 'Gone.' });
  tell('streams', begun);
  flush();
  flush();
  expect(feeds.streams.get('prices')).toEqual(live);
});

it('hears nothing any more once it was stopped', () => {
  const { stop, watched } = open();
  expect(watched()).toContain('streams');
  stop();
  expect(watched()).toEqual([]);
});

it('keeps what it knew until a state that comes in parts is all there', () => {
  const { feeds, tell, flush } = open();
  const state = (id: string): unknown => ({ id });
  const names = () => feeds.orders.all().map(({ id }) => id);
  tell('orders', { kind: 'batch', seq: 1, reset: true, items: [state('a')], isPart: true });
  flush();
  expect([names(), feeds.heard.get('orders')]).toEqual([[], undefined]);
  tell('orders', { kind: 'batch', seq: 2, reset: false, items: [state('b')] });
  flush();
  expect([names(), feeds.heard.get('orders')]).toEqual([['a', 'b'], true]);
  // Again, as after a break: cut off half way, the state of before stands.
  tell('orders', { kind: 'batch', seq: 1, reset: true, items: [state('c')], isPart: true });
  tell('orders', { kind: 'failed', failure: { kind: 'offline', message: 'Gone.' } });
  flush();
  expect(names()).toEqual(['a', 'b']);
  tell('orders', { kind: 'batch', seq: 1, reset: true, items: [state('d')] });
  tell('orders', { kind: 'batch', seq: 2, reset: false, items: [state('e')] });
  flush();
  expect(names()).toEqual(['d', 'e']);
});

it('is not heard of before those who show a long state have taken it over', () => {
  const { feeds, tell, flush } = open();
  const told: string[] = [];
  feeds.orders.onKeys((keys) => told.push(...keys));
  const items = Array.from({ length: 2 * MOST_TOLD + 500 }, (_, n): unknown => ({ id: `o-${n}` }));
  tell('orders', { kind: 'batch', seq: 1, reset: true, items });
  expect(feeds.orders.all()).toHaveLength(items.length);
  flush();
  expect(told).toHaveLength(MOST_TOLD);
  expect(feeds.heard.get('orders')).toBeUndefined();
  flush();
  flush();
  expect(told).toHaveLength(items.length);
  expect(feeds.heard.get('orders')).toBe(true);
});
