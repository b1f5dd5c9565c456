import { useEffect, useState } from 'react';
import type { KeyHomeStatus } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';

/** Where keys can be kept now. Asked again whenever the accounts are told anew: main tells them with every change of it. */
export function useKeyStatus(bridge: Bridge) {
  const [status, setStatus] = useState<KeyHomeStatus>();
  useEffect(() => {
    let isOver = false;
    const stop = bridge.watch('accounts', {}, ({ kind }) => {
      if (kind !== 'batch') return;
      void bridge.call('keys.status', {}).then((told) => {
        if (told.ok && !isOver) setStatus(told.value);
      });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [bridge]);
  return { status, take: setStatus };
}
