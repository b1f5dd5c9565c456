import { expect, it } from 'vitest';
import { Decimal } from '#contract/decimal.ts';
import { HAS_THIS_ID, type Intent, type IntentState } from '#contract/intents.ts';
import { outcomeOf } from '#renderer/trading/submission/outcome.ts';

const [NONE, TWO, PRICE] = ['0', '2', '190.5'].map((text) => Decimal.parse(text)) as [
  Decimal,
  Decimal,
  Decimal,
];

const said = (kind: Intent['kind'], state: IntentState, reason?: string) =>
  outcomeOf({ kind, state, title: 'Buy 2 AAPL', ...(reason && { reason }) } as Intent);

it('says that the broker has it', () => {
  expect(said('place', 'accepted')).toEqual({
    kind: 'good',
    text: 'Accepted by the broker: Buy 2 AAPL.',
  });
});

it('says that nothing came of it, and why', () => {
  expect(said('place', 'refused', 'Too poor.')).toEqual({
    kind: 'bad',
    text: 'Nothing was placed. Too poor.',
  });
  expect(said('replace', 'refused')).toEqual({
    kind: 'bad',
    text: 'Nothing was changed. The broker refused it.',
  });
  expect(said('place', 'not-sent', 'The desk was stopped.')).toEqual({
    kind: 'bad',
    text: 'Nothing was sent. The desk was stopped.',
  });
  expect(said('replace', 'not-sent')).toEqual({ kind: 'bad', text: 'Nothing was sent.' });
});

const PLACED =
  'Your order may have been placed: it is being looked up. Do not place it again; see Orders.';
const CHANGED =
  'Your order may have been changed: it is being looked up. Do not change it again; see Orders.';

it.each<[IntentState, string | undefined, string]>([
  ['recorded', undefined, 'The broker has not answered yet.'],
  ['sent', 'Sent to the broker.', 'The broker has not answered yet.'],
  ['unknown', undefined, 'The broker did not answer.'],
  ['unknown', 'The broker answered 500: oops.', 'The broker answered 500: oops.'],
])('warns of doing it again while it is %s because of %s', (state, reason, why) => {
  expect(said('place', state, reason)).toEqual({ kind: 'unsure', text: `${why} ${PLACED}` });
  expect(said('replace', state, reason)).toEqual({ kind: 'unsure', text: `${why} ${CHANGED}` });
});

it('does not doubt an order that the broker says it has', () => {
  expect(said('place', 'unknown', HAS_THIS_ID).text).toBe(
    'The broker says that it already has an order with this id. Ballast is reading it. Do not place it again; see Orders.',
  );
});

it('leaves it to the person who stopped waiting what to do next', () => {
  expect(said('place', 'set-aside', 'You stopped waiting. If it appears, you are told.')).toEqual({
    kind: 'unsure',
    text: 'You stopped waiting. If it appears, you are told.',
  });
  expect(said('place', 'set-aside').text).toMatch(/Ballast is still looking for it/);
});

it.each([
  [{ status: 'filled', filledQty: TWO }, 'Filled.'],
  [{ status: 'filled', filledQty: TWO, filledAvgPrice: PRICE }, 'Filled at 190.50.'],
  [{ status: 'filled', filledQty: NONE, qty: TWO }, 'Filled, then busted.'],
  [{ status: 'filled', filledQty: NONE, filledAvgPrice: PRICE }, 'Filled, then busted.'],
  [{ status: 'replaced', filledQty: NONE }, 'It has been changed since.'],
])('follows an order that went on, to %o', (order, since) => {
  const intent = { kind: 'place', state: 'accepted', title: 'Buy 2 AAPL' } as Intent;
  expect(outcomeOf(intent, order)).toEqual({
    kind: 'good',
    text: 'Accepted by the broker: Buy 2 AAPL.',
    since,
  });
});

it.each([
  ['new', 'good', 'Accepted by the broker: Buy 2 AAPL.'],
  ['partially_filled', 'good', 'Accepted by the broker: Buy 2 AAPL.'],
  ['rejected', 'bad', 'The order is rejected: Buy 2 AAPL.'],
  ['canceled', 'bad', 'The order is canceled: Buy 2 AAPL.'],
  ['gone', 'bad', 'The order is gone at the broker: Buy 2 AAPL.'],
])('does not go on calling it good once the order is %s', (status, kind, text) => {
  const intent = { kind: 'place', state: 'accepted', title: 'Buy 2 AAPL' } as Intent;
  expect(outcomeOf(intent, { status, filledQty: NONE })).toEqual({ kind, text });
});
