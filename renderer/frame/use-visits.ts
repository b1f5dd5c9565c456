import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Visit } from '#contract/visits.ts';
import { hasScreen } from '#renderer/frame/screens.tsx';
import { accountOf, arrivalOf, useVisitQueue, type Arrival } from '#renderer/frame/visit-queue.ts';
import type { Toast } from '#renderer/session/session.ts';

type Deps = {
  /** The account in front. */
  accountId: string;
  /** Answers why it could not be opened, in words. */
  onAccount: (accountId: string) => Promise<string | undefined>;
  onArrival: (arrival: Arrival) => void;
  toast: (toast: Toast) => void;
};

/** Brings the account of a visit to the front and then goes there. The frame of the other account carries on. */
export function useVisits({ accountId, onAccount, onArrival, toast }: Deps): void {
  const queue = useVisitQueue();
  const visit = useSyncExternalStore(queue.on, queue.pending);
  const act = useEffectEvent(async ({ visitId, to }: Visit): Promise<void> => {
    const wanted = accountOf(to);
    if (wanted === undefined || wanted === accountId) {
      queue.take(visitId);
      return onArrival(arrivalOf(to, hasScreen));
    }
    const problem = await onAccount(wanted);
    if (problem === undefined) return;
    queue.take(visitId);
    toast({ kind: 'bad', text: problem });
  });
  useEffect(() => {
    if (visit) void act(visit);
  }, [visit]);
}
