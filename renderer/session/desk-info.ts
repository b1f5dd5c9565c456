import { useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { DeskInfo } from '#contract/records.ts';

/** Which Ballast this is, and where its data is; undefined until it is known. */
export function useDeskInfo(bridge: Bridge): DeskInfo | undefined {
  const [info, setInfo] = useState<DeskInfo>();
  useEffect(() => {
    let isOver = false;
    void bridge.call('desk.info', {}).then((told) => {
      if (!isOver && told.ok) setInfo(told.value);
    });
    return () => {
      isOver = true;
    };
  }, [bridge]);
  return info;
}
