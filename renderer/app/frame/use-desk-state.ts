// The desk as a whole: whether it is locked, and the accounts. Where these feeds are not answered, nothing is known of
// a lock and the accounts come from the call.
import { useEffect, useEffectEvent, useState } from 'react';
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';

export function useDeskState(bridge: Bridge): DeskState | undefined {
  const [state, setState] = useState<DeskState>();
  useEffect(
    () =>
      bridge.watch('desk', {}, (event) => {
        const newest = event.kind === 'batch' ? event.items.at(-1) : undefined;
        if (newest) setState(newest);
      }),
    [bridge],
  );
  return state;
}

export function useAccountNews(
  bridge: Bridge,
  isWatching: boolean,
  onAccounts: (accounts: AccountProfile[]) => void,
): void {
  const hear = useEffectEvent(onAccounts);
  useEffect(() => {
    if (!isWatching) return undefined;
    return bridge.watch('accounts', {}, (event) => {
      const news = event.kind === 'batch' ? event.items.at(-1) : undefined;
      if (news) hear(news.accounts);
    });
  }, [bridge, isWatching]);
}

const TOUCH_EVERY_MS = 60_000;

/** A touch of the page keeps the lock away; told at most once a minute. */
export function useTouch(bridge: Bridge, canLock: boolean): void {
  useEffect(() => {
    if (!canLock) return undefined;
    let toldAt = -Infinity;
    const touch = () => {
      const now = performance.now();
      if (now - toldAt < TOUCH_EVERY_MS) return;
      toldAt = now;
      void bridge.call('lock.touch', {});
    };
    for (const name of TOUCHES) addEventListener(name, touch, { capture: true, passive: true });
    return () => {
      for (const name of TOUCHES) removeEventListener(name, touch, { capture: true });
    };
  }, [bridge, canLock]);
}

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'pointermove'] as const;
