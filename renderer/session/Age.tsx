import { isOld } from '#renderer/core/staleness.ts';
import { formatAge } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Age = {
  isStale: boolean;
  /** How long ago it was read, where that is too long; undefined while it is fresh. */
  words: string | undefined;
};

/** Of what was read at this moment, or of the oldest of several that a figure is made of. */
export function useAge(...readAt: readonly (number | undefined)[]): Age {
  const now = useNow(1_000);
  const oldest = Math.min(...readAt.map((at) => at ?? Infinity));
  const isStale = isOld(oldest, now);
  return { isStale, words: isStale ? `read ${formatAge(now - oldest)} ago` : undefined };
}

/** Beside a title: that what is below it is old. */
export const ReadAgo = ({ words }: Pick<Age, 'words'>) =>
  words !== undefined && <span className="stale">{words}</span>;
