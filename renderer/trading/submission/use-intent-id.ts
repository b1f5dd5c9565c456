import { useEffect, useEffectEvent } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { Failure } from '#contract/failure.ts';

type Wanted = {
  bridge: Bridge;
  accountId: string;
  isNeeded: boolean;
  onOpened: (intentId: string) => void;
};

const REOPEN_MS = 2_000;

/** Has main open an intent whenever one is needed, for as long as it takes. */
export function useIntentId({ bridge, accountId, isNeeded, onOpened }: Wanted): void {
  const tell = useEffectEvent(onOpened);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const open = async () => {
      const opened = await bridge.call('tickets.open', { accountId });
      if (isOver) return;
      if (opened.ok) tell(opened.value.intentId);
      else timer = setTimeout(() => void open(), REOPEN_MS);
    };
    void open();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [bridge, accountId, isNeeded]);
}

/**
 * Whether a failed submit proves that nothing was written down, so that its id may be used again. What is said of the
 * id itself proves the opposite: an earlier try was recorded with other values, and only a change begins anew.
 */
export const isUnrecorded = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.issues.every(({ path }) => path !== 'intentId');
