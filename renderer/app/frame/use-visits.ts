import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Visit } from '#contract/visits.ts';
import { hasScreen } from '#renderer/app/screens.tsx';
import {
  accountOf,
  arrivalOf,
  useVisitQueue,
  type Arrival,
} from '#renderer/app/frame/visit-queue.ts';
import type { Toast } from '#renderer/session/session.ts';

type Deps = {
  /** The account in front. */
  accountId: string;
  isKnown: (accountId: string) => boolean;
  onAccount: (accountId: string) => void;
  /** Absent while the account in front is not open: what is to be shown there waits for that. */
  onArrival?: (arrival: Arrival) => void;
  toast: (toast: Toast) => void;
};

/** Brings the account of a visit to the front and then goes there. The frame of the other account carries on. */
export function useVisits({ accountId, isKnown, onAccount, onArrival, toast }: Deps): void {
  const queue = useVisitQueue();
  const visit = useSyncExternalStore(queue.on, queue.pending);
  const act = useEffectEvent((wished: Visit): void => {
    const { visitId, to } = wished;
    if (!queue.isFresh(wished)) return queue.take(visitId);
    const wanted = accountOf(to);
    if (wanted === undefined || wanted === accountId) {
      if (!onArrival) return;
      queue.take(visitId);
      return onArrival(arrivalOf(to, hasScreen));
    }
    if (isKnown(wanted)) return onAccount(wanted);
    queue.take(visitId);
    toast({ kind: 'bad', text: 'The account that alert was for has been removed.' });
  });
  useEffect(() => {
    if (visit) act(visit);
  }, [visit]);
}
