import { describe, expect, it } from 'vitest';
import type { FeedEvent } from '#contract/bridge.ts';
import type { Visit } from '#contract/visits.ts';
import { accountOf, arrivalOf, createVisitQueue } from '#renderer/app/frame/visit-queue.ts';

const NOW = 1_000_000;
const accountId = '7b2f6f0e-6a39-4c3f-9a4e-0f8ad1f0a001';
const visit = (visitId: string, at = NOW): Visit => ({
  visitId,
  at,
  to: { place: 'account', accountId },
});

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

/** A page; another one on the same storage is the same tab after a reload. */
function open(storage = memory()) {
  let onEvent: (event: FeedEvent<Visit>) => void = () => undefined;
  const queue = createVisitQueue({
    storage,
    now: () => NOW,
    newId: () => 'inside',
    bridge: {
      watch: (_feed, _params, listener) => {
        onEvent = listener as typeof onEvent;
        return () => undefined;
      },
    },
  });
  queue.start();
  return {
    queue,
    storage,
    hear: (...items: Visit[]) => onEvent({ kind: 'batch', seq: 1, reset: true, items }),
  };
}

describe('visits', () => {
  it('waits until it was acted on, also over a reload', () => {
    const first = open();
    first.hear(visit('a'));
    expect(first.queue.pending()?.visitId).toBe('a');
    const second = open(first.storage);
    second.hear(visit('a'));
    expect(second.queue.pending()?.visitId).toBe('a');
    second.queue.take('a');
    expect(second.queue.pending()).toBeUndefined();
    const third = open(first.storage);
    third.hear(visit('a'));
    expect(third.queue.pending()).toBeUndefined();
  });

  it('is dropped by who goes elsewhere, and is not fresh for ever', () => {
    const { queue, hear, storage } = open();
    queue.drop();
    hear(visit('a'));
    expect([queue.isFresh(visit('a')), queue.isFresh(visit('b', NOW - 60_000))]).toEqual([
      true,
      false,
    ]);
    queue.drop();
    expect(queue.pending()).toBeUndefined();
    const again = open(storage);
    again.hear(visit('a'));
    expect(again.queue.pending()).toBeUndefined();
  });

  it('goes to the last of several, and to none that is stale', () => {
    const { queue, hear } = open();
    hear(visit('old', NOW - 60_000));
    expect(queue.pending()).toBeUndefined();
    hear(visit('a'), visit('b'));
    expect(queue.pending()?.visitId).toBe('b');
  });

  it('keeps a newer one when the older is done', () => {
    const { queue, hear } = open();
    hear(visit('a'));
    queue.go({ place: 'account', accountId });
    queue.take('a');
    expect(queue.pending()?.visitId).toBe('inside');
  });
});

describe('where a visit leads', () => {
  const every = () => true;
  const to = (target: object): Visit['to'] => ({
    place: 'target',
    target: { accountId, ...target },
  });

  it.each<[string, Visit['to'], object]>([
    ['an account', { place: 'account', accountId }, { screen: 'desk' }],
    [
      'the list before a cancel of all',
      { place: 'cancel-all', accountId },
      { screen: 'desk', target: { kind: 'cancel-all' } },
    ],
    [
      'a link',
      { place: 'authorize', link: 'ballast://x' },
      { screen: 'apps', link: 'ballast://x' },
    ],
    ['a symbol', to({ symbol: 'AAPL' }), { screen: 'desk', symbol: 'AAPL' }],
    [
      'an order',
      to({ orderId: 'o', symbol: 'AAPL' }),
      { screen: 'desk', symbol: 'AAPL', target: { kind: 'order', orderId: 'o' } },
    ],
    [
      'the evidence before the order',
      to({ intentId: 'i', orderId: 'o' }),
      { screen: 'desk', target: { kind: 'evidence', intentId: 'i' } },
    ],
    [
      'a mint',
      to({ tokenizationRequestId: 't', intentId: 'i' }),
      { screen: 'tokenization', target: { kind: 'tokenization', tokenizationRequestId: 't' } },
    ],
    [
      'a batch of mints',
      to({ batchId: 'b' }),
      { screen: 'tokenization', target: { kind: 'batch', batchId: 'b' } },
    ],
  ])('%s', (_name, place, arrival) => expect(arrivalOf(place, every)).toEqual(arrival));

  it('stays on the desk where there is no screen for mints', () => {
    expect(arrivalOf(to({ tokenizationRequestId: 't' }), () => false)).toEqual({ screen: 'desk' });
  });

  it('a link is for whichever account is in front', () => {
    expect(accountOf({ place: 'authorize', link: 'x' })).toBeUndefined();
    expect(accountOf(to({}))).toBe(accountId);
  });
});
