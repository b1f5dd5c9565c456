// What the page was asked to show, until it is shown. A visit that was acted on is remembered for as long as the tab
// lives, so that a reload does not act on it again.
import type { Bridge } from '#contract/bridge.ts';
import type { Visit } from '#contract/visits.ts';
import { createListeners } from '#renderer/core/listeners.ts';
import type { ScreenName, Target } from '#renderer/session/session.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

type VisitQueue = {
  pending(): Visit | undefined;
  /** Puts one up from inside the page. */
  go(to: Visit['to']): void;
  /** It was acted on, or cannot be. */
  take(visitId: string): void;
  /** Whatever is pending is not wanted any more. */
  drop(): void;
  isFresh(visit: Visit): boolean;
  on(run: () => void): () => void;
  start(): () => void;
};

type Deps = {
  bridge: Pick<Bridge, 'watch'>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  newId: () => string;
};

const KEY = 'ballast.visits';
const MOST_REMEMBERED = 50;
/** A place that could not be reached for so long is not jumped to out of the blue. */
const FRESH_MS = 60_000;

export function createVisitQueue({ bridge, storage, now, newId }: Deps): VisitQueue {
  const listeners = createListeners();
  let pending: Visit | undefined;

  const taken = (): string[] => (storage.getItem(KEY) ?? '').split(' ').filter(Boolean);

  function put(visit: Visit | undefined): void {
    pending = visit;
    listeners.notify();
  }

  function take(visitId: string): void {
    storage.setItem(KEY, [...taken(), visitId].slice(-MOST_REMEMBERED).join(' '));
    if (pending?.visitId === visitId) put(undefined);
  }

  return {
    pending: () => pending,
    go: (to) => put({ visitId: newId(), at: now(), to }),
    take,
    drop: () => pending && take(pending.visitId),
    isFresh: ({ at }) => now() - at < FRESH_MS,
    on: listeners.add,
    start: () =>
      bridge.watch('visits', {}, (event) => {
        if (event.kind === 'failed') return;
        const done = new Set(taken());
        // Of several at once the last one is where the person wants to be.
        const newest = event.items.findLast(
          ({ visitId, at }) => !done.has(visitId) && now() - at < FRESH_MS,
        );
        if (newest) put(newest);
      }),
  };
}

/** Where a visit leads, once its account is in front. */
export type Arrival = { screen: ScreenName; symbol?: string; target?: Target; link?: string };

export const accountOf = (to: Visit['to']): string | undefined => {
  if (to.place === 'authorize' || to.place === 'flatten') return undefined;
  return to.place === 'target' ? to.target.accountId : to.accountId;
};

export function arrivalOf(to: Visit['to'], hasScreen: (name: ScreenName) => boolean): Arrival {
  switch (to.place) {
    case 'authorize':
      return { screen: 'apps', link: to.link };
    case 'account':
      return { screen: 'desk' };
    case 'cancel-all':
      return { screen: 'desk', target: { kind: 'cancel-all' } };
    case 'flatten':
      return { screen: 'desk', target: { kind: 'flatten' } };
    case 'target': {
      const { tokenizationRequestId, batchId, proposalId, intentId, orderId, symbol } = to.target;
      const chosen = symbol === undefined ? {} : { symbol };
      if (proposalId !== undefined && hasScreen('tokenization')) return { screen: 'tokenization' };
      if (batchId !== undefined && hasScreen('tokenization'))
        return { screen: 'tokenization', target: { kind: 'batch', batchId } };
      if (tokenizationRequestId !== undefined && hasScreen('tokenization'))
        return {
          screen: 'tokenization',
          ...chosen,
          target: { kind: 'tokenization', tokenizationRequestId },
        };
      if (intentId !== undefined)
        return { screen: 'desk', ...chosen, target: { kind: 'evidence', intentId } };
      if (orderId !== undefined)
        return { screen: 'desk', ...chosen, target: { kind: 'order', orderId } };
      return { screen: 'desk', ...chosen };
    }
    default:
      return to satisfies never;
  }
}

export const [VisitQueueContext, useVisitQueue] = neededContext<VisitQueue>('the visits around it');
