import { expect, it } from 'vitest';
import type { IntentState } from '#contract/intents.ts';
import { tourStep, type TourFacts } from '#renderer/screens/desk/tour/tour-steps.ts';

const NOTHING: TourFacts = {
  hasDraft: false,
  isReviewing: false,
  placed: [],
  brokenAfter: undefined,
  evidenceOf: undefined,
  hasReadEnd: false,
};
const order = (intentId: string, state: IntentState) => ({ intentId, state });
const step = (facts: Partial<TourFacts>) => tourStep({ ...NOTHING, ...facts });

it('moves by what the person did, and back', () => {
  expect(step({})).toMatchObject({ nth: 1, target: { kind: 'quantity' } });
  expect(step({ hasDraft: true })).toMatchObject({ nth: 2, target: { kind: 'review' } });
  expect(step({ hasDraft: true, isReviewing: true })).toMatchObject({ nth: 3, isInDialog: true });
  expect(step({ hasDraft: false })).toMatchObject({ nth: 1 });
});

it('offers to break the broker only once the first order is answered', () => {
  for (const state of ['recorded', 'sent'] as const)
    expect(step({ placed: [order('a', state)] }).isBreak).toBeUndefined();
  for (const state of ['accepted', 'refused', 'unknown'] as const)
    expect(step({ placed: [order('a', state)] }).isBreak).toBe(true);
});

it('says that the broker has the order only where it has', () => {
  expect(step({ placed: [order('a', 'accepted')] }).text).toContain('The broker has your order.');
  for (const state of ['refused', 'not-sent', 'unknown'] as const)
    expect(step({ placed: [order('a', state)] }).text).not.toContain('has your order');
});

it('follows the order that was placed after the break', () => {
  const placed = [order('a', 'accepted'), order('b', 'unknown')];
  expect(step({ placed: placed.slice(0, 1), brokenAfter: 1 })).toMatchObject({ nth: 5 });
  const doubt = step({ placed, brokenAfter: 1 });
  expect(doubt).toMatchObject({ nth: 6, target: { kind: 'evidence', keys: ['b', 'b'] } });
  expect(doubt.text).toContain('looks for the order');
  expect(step({ placed, brokenAfter: 1, evidenceOf: 'a' })).toMatchObject({ nth: 6 });
  expect(step({ placed, brokenAfter: 1, evidenceOf: 'b' })).toMatchObject({
    nth: 7,
    target: { kind: 'lines' },
    isInDialog: true,
  });
});

it('ends only after the person had the end of it in sight', () => {
  const known = { placed: [order('a', 'accepted'), order('b', 'accepted')], brokenAfter: 1 };
  expect(step(known)).toMatchObject({ nth: 6 });
  expect(step({ ...known, evidenceOf: 'b' })).toMatchObject({ target: { kind: 'close' } });
  expect(step({ ...known, evidenceOf: 'b' }).isEnd).toBeUndefined();
  expect(step({ ...known, hasReadEnd: true }).isEnd).toBe(true);
});

it('points at the evidence only where it is to be pressed', () => {
  const kindOf = (facts: Partial<TourFacts>) => step(facts).target?.kind;
  for (const state of ['sent', 'accepted', 'unknown'] as const)
    expect(kindOf({ placed: [order('a', state)] })).toBe('row');
  const second = (state: IntentState) =>
    kindOf({ placed: [order('a', 'accepted'), order('b', state)], brokenAfter: 1 });
  expect(['sent', 'unknown', 'accepted'].map((state) => second(state as IntentState))).toEqual([
    'row',
    'evidence',
    'evidence',
  ]);
});

it('finds the row of an order by its own id once it has one', () => {
  const found = { intentId: 'b', state: 'accepted' as const, resultId: 'order-1' };
  expect(step({ placed: [order('a', 'accepted'), found], brokenAfter: 1 }).target).toEqual({
    kind: 'evidence',
    keys: ['order-1', 'b'],
  });
});
