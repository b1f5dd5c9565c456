import { expect, it } from 'vitest';
import { isReadyFor } from '#renderer/screens/desk/use-desk-target.ts';

it('what was asked for from outside waits for the orders that it is about, and the way out for none', () => {
  for (const target of [
    { kind: 'evidence', intentId: 'i' },
    { kind: 'order', orderId: 'o' },
    { kind: 'cancel-all' },
  ] as const)
    expect([false, true].map((hasRows) => isReadyFor(target, hasRows))).toEqual([false, true]);
  expect([false, true].map((hasRows) => isReadyFor({ kind: 'flatten' }, hasRows))).toEqual([
    true,
    true,
  ]);
});
