import { useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { UpdateState } from '#contract/updates.ts';

/** New versions, as main knows of them; undefined until it was heard. */
export function useUpdates(bridge: Bridge): UpdateState | undefined {
  const [state, setState] = useState<UpdateState>();
  useEffect(
    () =>
      bridge.watch('updates', {}, (event) => {
        const newest = event.kind === 'batch' ? event.items.at(-1) : undefined;
        if (newest) setState(newest);
      }),
    [bridge],
  );
  return state;
}
