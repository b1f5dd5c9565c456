// The one rule of freshness: what was heard or read longer ago than this is old, wherever it is shown.
import type { Price, StreamState } from '#contract/records.ts';

const STALE_AFTER_MS = 60_000;

export const isOld = (receivedAt: number | undefined, nowMs: number): boolean =>
  receivedAt !== undefined && nowMs - receivedAt > STALE_AFTER_MS;

/**
 * A price is as good as its age: old, or of a stream that is not heard now. Of a quiet one it is known that there is no
 * newer; one that is read by snapshot needs no stream.
 */
export function isPriceStale(
  price: Pick<Price, 'receivedAt' | 'readAt'> | undefined,
  stream: StreamState | undefined,
  nowMs: number,
): boolean {
  if (!price) return false;
  if (price.readAt !== undefined) return isOld(price.readAt, nowMs);
  if (stream?.phase === 'quiet') return false;
  return stream?.phase !== 'live' || isOld(price.receivedAt, nowMs);
}
