// How long healing takes, beside what a person could do instead: close the account, and open it half a second later. That
// is a first connection and a reading of everything, over the same wire in the same run: a busy machine takes longer at both.
import type { Gap } from '#contract/trading.ts';
import { untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import type { OpenOptions, Rig, Seat } from '#test/faults/support/rig.ts';
import { SCALE } from '#test/support/scale.ts';
import { percentile } from '#test/faults/support/stream-faults.ts';

/** The desk itself waits up to so long after a cut before it connects again. */
const PAUSE_MS = 500;
/**
 * So many reopenings at most. Beside a mute stream there is nothing to notice at first: the desk looks after half a second,
 * and reads the account at most every three seconds while much is filled.
 */
const MOST = {
  'after a cut': { p50: 2, p99: 4 },
  'once live again': { p50: 1.5, p99: 4 },
  'after a mute': { p50: 4, p99: 10 },
};
const SHARES = { p50: 0.5, p99: 0.99, worst: 1 };

export function gapsOf({ unit }: TestAccount, stream: 'orders' | 'prices'): Gap[] {
  const known = unit.journal.load();
  if (!known.ok) throw new Error(known.failure.message);
  return known.value.gaps.filter((gap) => gap.stream === stream);
}

/** From the loss of a stream until everything was read that could have been missed, as the desk recorded it. */
export const lossesMs = (
  account: TestAccount,
  stream: 'orders' | 'prices',
  isMeant: (gap: Gap) => boolean = () => true,
): number[] =>
  gapsOf(account, stream)
    .filter(isMeant)
    .map(({ from, filledAt = Infinity }) => filledAt - from);

/** Of a spare account. */
export async function reopenMs(rig: Rig, seat: Seat, options?: OpenOptions): Promise<number> {
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const account = rig.open(seat, options);
  await untilArmed(account);
  const ms = performance.now() - began;
  account.unit.stop();
  return ms;
}

/** The same again and again while others heal, so that both meet the same moments. */
export function keepReopening(rig: Rig, seat: Seat, options?: OpenOptions) {
  const ms: number[] = [];
  const end = new AbortController();
  const reopening = (async () => {
    while (!end.signal.aborted) ms.push(await reopenMs(rig, seat, options));
  })();
  reopening.catch(() => undefined);
  return {
    async stop(): Promise<number[]> {
      end.abort();
      await reopening;
      return ms;
    },
  };
}

type Healed = { name: string; when: keyof typeof MOST; ms: readonly number[] };

/** Figures for a row of the proof, and a sentence for each that is too many reopenings. Like with like. */
export function inReopenings(healed: readonly Healed[], reopenedMs: readonly number[]) {
  const one = timesOf(reopenedMs);
  const figures: Record<string, string> = {};
  const slow: string[] = [];
  for (const { name, when, ms } of healed) {
    const times = timesOf(ms).map(({ title, ms: time }, n) => {
      const ratio = Number((time / (one[n]?.ms ?? NaN)).toFixed(1));
      // Of few tries the p99 is the worst one.
      const isJudged = title === 'p50' || (title === 'p99' && SCALE >= 1);
      if (isJudged && !(ratio <= MOST[when][title]))
        slow.push(`${name}: ${title} ${time} ms is ${ratio} reopenings of ${one[n]?.ms} ms`);
      return `${time} ms = ${ratio} ×`;
    });
    figures[`${name}: p50, p99, worst`] = times.join(', ');
  }
  figures['× is closing the account, and opening it half a second later: p50, p99, worst'] = one
    .map(({ ms }) => `${ms} ms`)
    .join(', ');
  return { figures, slow };
}

const timesOf = (ms: readonly number[]) =>
  (['p50', 'p99', 'worst'] as const).map((title) => ({
    title,
    ms: percentile(ms, SHARES[title]),
  }));
