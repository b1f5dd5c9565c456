import type { Price, StreamState } from '#contract/records.ts';

const STALE_AFTER_MS = 60_000;

/** A price is as good as its age: old, or heard over a stream that is not live now. */
export function isPriceStale(
  price: Price | undefined,
  stream: StreamState | undefined,
  nowMs: number,
): boolean {
  if (!price) return false;
  return stream?.phase !== 'live' || nowMs - price.receivedAt > STALE_AFTER_MS;
}
