// How long a stream waits for what.
import type { BackoffLimits } from '#main/tools/backoff.ts';

export type LinkLimits = {
  authMs: number;
  pingMs: number;
  pongMs: number;
  /** A connection that lived this long resets the backoff. */
  aliveMs: number;
  /** The pause when another client holds the stream. */
  busyMs: number;
  /**
   * After this much silence of a stream that talks it is asked why; then after twice as much, up to the longest. It talks
   * again once two of its words are less than this apart: one that has little to say is asked about seldom.
   */
  silenceMs: number;
  longestSilenceMs: number;
  /** So long the answer may take before it is told that nothing is heard. */
  answerMs: number;
  /** While no data is expected: so late it may be seen that some is. */
  idleLookMs: number;
  /** What happened a moment ago may be on its way. */
  onItsWayMs: number;
  backoff: BackoffLimits;
};

export const LIMITS: LinkLimits = {
  authMs: 10_000,
  pingMs: 10_000,
  pongMs: 5_000,
  aliveMs: 5_000,
  busyMs: 30_000,
  silenceMs: 15_000,
  longestSilenceMs: 60_000,
  answerMs: 2_000,
  idleLookMs: 10_000,
  onItsWayMs: 5_000,
  backoff: { firstMs: 500, capMs: 30_000 },
};
