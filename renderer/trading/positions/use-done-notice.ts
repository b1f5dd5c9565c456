// A way out that went as it was asked for leaves a notice, and nothing to be dismissed.
import { useEffect, useEffectEvent } from 'react';
import type { Closing } from '#contract/closings.ts';
import { useSession } from '#renderer/session/session.ts';
import type { WayOut } from '#renderer/trading/positions/use-way-out.ts';
import { doneWords, isLeft } from '#renderer/trading/positions/way-out-words.ts';

/** Says what was done, once all of it is; unless it is held open for what it says besides. */
export function useDoneNotice(
  wayOut: WayOut,
  onDone: (closings: readonly Closing[]) => void,
  isHeldOpen = false,
): void {
  const { toast } = useSession();
  const { parts } = wayOut;
  const isDone = !isHeldOpen && isAllDone(wayOut);
  const end = useEffectEvent(() => {
    for (const { profile, closing } of parts)
      if (closing)
        toast({
          kind: 'good',
          text: doneWords(closing),
          id: `closing ${closing.closingId}`,
          account: profile.label,
        });
    onDone(parts.flatMap(({ closing }) => closing ?? []));
  });
  useEffect(() => {
    if (isDone) end();
  }, [isDone]);
}

/** One account may have ended while another still asks its person. */
function isAllDone({ parts, isBusy }: WayOut): boolean {
  if (isBusy) return false;
  const begun = parts.filter(({ closing, problem }) => closing ?? problem);
  return (
    begun.length > 0 &&
    begun.every(
      ({ closing, problem }) =>
        closing?.state === 'ended' && !isLeft(closing) && problem === undefined,
    )
  );
}
