// Where the desk was left: the account, the screen and the symbol in front, which the next start opens with. A window
// that is locked and unlocked, or loaded anew, stays where it is itself.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { LeftPlace } from '#contract/ui.ts';
import { delay } from '#renderer/core/delay.ts';

type Left = {
  /** Undefined until it is known; null where there is none. */
  left: LeftPlace | null | undefined;
  leave: (place: LeftPlace) => void;
};

/** Main tells it to the first window of a start; whoever unlocks the desk comes back without it. */
const told = new WeakMap<Bridge, Promise<LeftPlace | null>>();

/** As long as any other change of the page waits to be written. */
const SYMBOL_KEPT_MS = 400;

const ACCOUNT_KEY = 'ballast.account';
const SCREEN_KEY = 'ballast.screen';

/** What this window had in front, however it came there. */
function ownPlace(first: LeftPlace | null): LeftPlace | null {
  const accountId = sessionStorage.getItem(ACCOUNT_KEY);
  if (accountId === null) return first;
  const own = LeftPlace.safeParse({ accountId, screen: sessionStorage.getItem(SCREEN_KEY) });
  if (own.success) return own.data;
  return first?.accountId === accountId ? first : { accountId, screen: 'desk' };
}

export function useLeftPlace(bridge: Bridge, accountInFront: string | undefined): Left {
  const [left, setLeft] = useState<LeftPlace | null>();
  const last = useRef<LeftPlace>(undefined);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const answer =
      told.get(bridge) ??
      bridge.call('places.first', {}).then((first) => {
        if (first.ok) return first.value;
        // A locked desk tells nothing: it is asked again when it is unlocked.
        told.delete(bridge);
        return null;
      });
    told.set(bridge, answer);
    let isOver = false;
    void answer.then((place) => !isOver && setLeft(ownPlace(place)));
    return () => {
      isOver = true;
    };
  }, [bridge]);
  useEffect(() => {
    if (accountInFront !== undefined) sessionStorage.setItem(ACCOUNT_KEY, accountInFront);
  }, [accountInFront]);
  const leave = useCallback(
    (given: LeftPlace) => {
      const before = last.current;
      // Another screen of the same account has the same symbol in hand.
      const place = before?.accountId === given.accountId ? { ...before, ...given } : given;
      last.current = place;
      told.set(bridge, Promise.resolve(null));
      sessionStorage.setItem(ACCOUNT_KEY, place.accountId);
      sessionStorage.setItem(SCREEN_KEY, place.screen);
      // What a window opens with is where it was left, or the desk.
      if (!before) return;
      waiting.current?.();
      const leaveIt = (): void => void bridge.call('places.leave', place);
      if (before.accountId !== place.accountId || before.screen !== place.screen) leaveIt();
      // Arrow keys run through a list of symbols: only the one that they stop at is kept.
      // What a window begins with was chosen by nobody.
      else if (before.symbol !== undefined && before.symbol !== place.symbol)
        waiting.current = delay(SYMBOL_KEPT_MS, leaveIt);
    },
    [bridge],
  );
  return { left, leave };
}
