import { expect, it } from 'vitest';
import { feedsFor, historyFeed, streamOf } from '#main/domain/market-feeds.ts';

it('offers the best feed first, IEX last, and the night’s only at night', () => {
  expect(feedsFor('auto', false)).toEqual(['sip', 'iex']);
  expect(feedsFor('iex', true)).toEqual(['iex']);
  expect(feedsFor('delayed_sip', false)).toEqual(['delayed_sip', 'iex']);
  expect(feedsFor('overnight', true)).toEqual(['overnight', 'sip', 'iex']);
  expect(feedsFor('overnight', false)).toEqual(['sip', 'iex']);
});

it('asks the history by the names that it has', () => {
  expect(historyFeed('delayed_sip')).toBe('sip');
  expect(historyFeed('overnight')).toBe('boats');
  expect(historyFeed('iex')).toBe('iex');
});

it.each([
  ['wss://stream.data.alpaca.markets/v2/iex', 'sip', 'wss://stream.data.alpaca.markets/v2/sip'],
  ['ws://127.0.0.1:4010/v2/sip', 'delayed_sip', 'ws://127.0.0.1:4010/v2/delayed_sip'],
  ['ws://127.0.0.1:4010/v2/iex', 'overnight', 'ws://127.0.0.1:4010/v1beta1/overnight'],
  ['ws://127.0.0.1:4010/v1beta1/boats', 'iex', 'ws://127.0.0.1:4010/v2/iex'],
  // Whoever gave an address without a feed in it knows why.
  ['ws://127.0.0.1:4010/v2/test', 'sip', 'ws://127.0.0.1:4010/v2/test'],
  ['wss://prices.example/live', 'sip', 'wss://prices.example/live'],
] as const)('the stream at %s for %s is at %s', (address, feed, found) => {
  expect(streamOf(address, feed)).toBe(found);
});
