// What the journal of an account that is not open has of it.
import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { lastKnownIn } from '#main/desk/accounts/last-known.ts';
import type { Journal } from '#main/journal/types.ts';
import { anIntent, anOrder } from '#test/unit/desk/alerts/world.ts';

it('an order whose cancel waits is not called working, nor what it was changed into', () => {
  const orders = [
    anOrder({}),
    anOrder({ id: 'order-3', symbol: 'MSFT', replaces: 'order-2' }),
    anOrder({ id: 'order-4', symbol: 'TSLA' }),
  ].map((value) => ({ value, receivedAt: 7 }));
  const journal = {
    load: () => ok({ orders }),
    unsettled: () => [],
    pendingCancels: () => ['order-1', 'order-2'].map((resultId) => anIntent({ resultId })),
  } as unknown as Journal;
  expect(lastKnownIn(journal)?.lines).toEqual([
    'Buy 10 AAPL, cancel waiting for the broker',
    'Buy 10 MSFT, cancel waiting for the broker',
    'Buy 10 TSLA, working',
  ]);
});
