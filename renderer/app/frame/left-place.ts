// Where the desk was left: the account and the screen in front, which the next start opens with.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { LeftPlace } from '#contract/ui.ts';

type Left = {
  /** Undefined until it is known; null where there is none. */
  left: LeftPlace | null | undefined;
  leave: (place: LeftPlace) => void;
};

/** Main tells it to the first window of a start; whoever unlocks the desk comes back without it. */
const told = new WeakMap<Bridge, Promise<LeftPlace | null>>();

export function useLeftPlace(bridge: Bridge): Left {
  const [left, setLeft] = useState<LeftPlace | null>();
  const last = useRef<LeftPlace>(undefined);
  useEffect(() => {
    const answer =
      told.get(bridge) ??
      bridge.call('places.first', {}).then((first) => (first.ok ? first.value : null));
    told.set(bridge, answer);
    let isOver = false;
    void answer.then((place) => !isOver && setLeft(place));
    return () => {
      isOver = true;
    };
  }, [bridge]);
  const leave = useCallback(
    (place: LeftPlace) => {
      const before = last.current;
      last.current = place;
      told.set(bridge, Promise.resolve(null));
      // What a window opens with is where it was left, or the desk.
      if (!before || (before.accountId === place.accountId && before.screen === place.screen))
        return;
      void bridge.call('places.leave', place);
    },
    [bridge],
  );
  return { left, leave };
}
