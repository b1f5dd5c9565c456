import { useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { Gap } from '#contract/trading.ts';

const MOST = 200;

/** The holes in the price stream, oldest first; each is told again when it is filled. */
export function useGaps(bridge: Bridge, accountId: string): readonly Gap[] {
  const [gaps, setGaps] = useState<readonly Gap[]>([]);
  useEffect(() => {
    const byStart = new Map<number, Gap>();
    return bridge.watch('gaps', { accountId }, (event) => {
      if (event.kind === 'failed') return;
      if (event.reset) byStart.clear();
      for (const gap of event.items) if (gap.stream === 'prices') byStart.set(gap.from, gap);
      setGaps([...byStart.values()].sort((a, b) => a.from - b.from).slice(-MOST));
    });
  }, [bridge, accountId]);
  return gaps;
}
