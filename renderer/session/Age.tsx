import { isHearing, type Price } from '#contract/records.ts';
import { isOld, isPriceStale } from '#renderer/core/staleness.ts';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { formatAge } from '#renderer/ui/format.ts';
import { useWhenNow } from '#renderer/ui/use-now.ts';

type Age = {
  isStale: boolean;
  /** How long ago it was read, where that is too long; undefined while it is fresh. */
  words: string | undefined;
};

/** Of what was read at this moment, or of the oldest of several that a figure is made of. */
export function useAge(...readAt: readonly (number | undefined)[]): Age {
  const oldest = Math.min(...readAt.map((at) => at ?? Infinity));
  const words = useWhenNow(1_000, (now) =>
    isOld(oldest, now) ? `read ${formatAge(now - oldest)} ago` : undefined,
  );
  return { isStale: words !== undefined, words };
}

/** Of a figure that is reckoned with this price. */
export function usePriceStale(price: Pick<Price, 'receivedAt' | 'readAt'> | undefined): boolean {
  const stream = useSlice(useSession().feeds.streams, 'prices');
  return useWhenNow(1_000, (now) => isPriceStale(price, stream, now));
}

/** Of figures that move with the prices of what is held: no price is heard now. Cash alone moves with none. */
export function useUnpriced(): boolean {
  const { feeds } = useSession();
  const stream = useSlice(feeds.streams, 'prices');
  const isCashAlone = useSlice(feeds.positions, 'positions')?.positions.length === 0;
  return stream !== undefined && !isHearing(stream.phase) && !isCashAlone;
}

/** Beside a title: that what is below it is old. */
export const ReadAgo = ({ words }: Pick<Age, 'words'>) =>
  words !== undefined && <span className="stale">{words}</span>;

/** Over a table that the order stream keeps: that the stream is not heard now. */
export function LastHeard() {
  const stream = useSlice(useSession().feeds.streams, 'orders');
  if (stream === undefined || stream.phase === 'live') return null;
  return (
    <p className="panel-stale stale">
      The order stream is not live. This is the last data received.
    </p>
  );
}

/** Whether what is known of the account was read too long ago. */
export function useStandingStale(): boolean {
  const { feeds } = useSession();
  const reading = useSlice(feeds.account, 'account');
  const held = useSlice(feeds.positions, 'positions');
  return useAge(reading?.receivedAt, held?.receivedAt).isStale;
}
