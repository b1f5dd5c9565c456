import { expect, it } from 'vitest';
import { isOpen, move, type Order, type Status } from '#main/paper/engine/order.ts';

const inState = (status: Status) => ({ id: 'o', status }) as Order;
const DONE: Status[] = ['filled', 'canceled', 'expired', 'replaced', 'rejected'];
const OPEN: Status[] = [
  'accepted',
  'pending_new',
  'new',
  'held',
  'partially_filled',
  'pending_cancel',
  'pending_replace',
];

it.each(DONE)('never leaves %s', (status) => {
  expect(isOpen(inState(status))).toBe(false);
  for (const next of [...DONE, ...OPEN]) {
    expect(() => move(inState(status), next)).toThrow(`cannot go from ${status} to ${next}`);
  }
});

it.each([
  ['accepted', 'partially_filled'],
  ['accepted', 'pending_replace'],
  ['pending_new', 'filled'],
  ['held', 'filled'],
  ['new', 'accepted'],
  ['partially_filled', 'new'],
  ['pending_replace', 'accepted'],
] as const)('does not go from %s to %s', (from, to) => {
  expect(() => move(inState(from), to)).toThrow('cannot go');
});
