import { expect, it } from 'vitest';
import type { StreamPhase, StreamState } from '#contract/records.ts';
import { isPriceStale } from '#renderer/core/staleness.ts';

const NOW = 1_000_000;
const stream = (phase: StreamPhase): StreamState => ({ stream: 'prices', phase, since: 0 });
const fresh = { receivedAt: NOW - 1_000 };
const old = { receivedAt: NOW - 61_000 };

it.each([
  ['heard on a live stream', fresh, 'live', false],
  ['heard before the stream went quiet', fresh, 'quiet', false],
  ['heard long ago on a quiet stream', old, 'quiet', false],
  ['heard long ago on a live stream', old, 'live', true],
  ['heard on a stream that is stale', fresh, 'stale', true],
  ['heard on a stream that is lost', fresh, 'reconnecting', true],
  ['read by snapshot, without a stream', { ...old, readAt: NOW - 12_000 }, 'stopped', false],
  ['read by snapshot long ago', { ...old, readAt: NOW - 61_000 }, 'live', true],
] as const)('a price %s is as it should be', (_how, price, phase, isStale) => {
  expect(isPriceStale(price, stream(phase), NOW)).toBe(isStale);
});
