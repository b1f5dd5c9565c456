import { expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { mayResend, stepOf, type AttemptOutcome } from '#main/account/intents/judge.ts';
import { judgeOrder } from '#main/account/orders/order-judge.ts';
import { anOrder } from '#test/unit/account/orders/world.ts';

const ours = anOrder({ clientOrderId: 'mine' });
const answer = (status: number, message = 'no', more: object = {}): AttemptOutcome<Order> => ({
  kind: 'answer',
  status,
  message,
  ...more,
});

it.each<[AttemptOutcome<Order>, string, string, string]>([
  [
    { kind: 'not-sent', reason: 'Ballast is closing.' },
    'not-sent',
    'Ballast is closing.',
    'not-sent',
  ],
  [{ kind: 'lost', reason: 'timeout' }, 'undecided', 'The broker did not answer: timeout.', 'lost'],
  [answer(200), 'undecided', "The broker's answer (200) could not be read.", 'lost'],
  [answer(299), 'undecided', "The broker's answer (299) could not be read.", 'lost'],
  [
    answer(200, 'ok', { record: anOrder({ clientOrderId: 'theirs' }) }),
    'undecided',
    "The broker's answer (200) could not be read.",
    'lost',
  ],
  [
    answer(422, 'client_order_id must be unique'),
    'landed-before',
    'The broker says that it already has an order with this id.',
    'lost',
  ],
  [answer(422, 'qty'), 'refused', 'The broker refused (422): qty.', 'refused'],
  [
    answer(403, 'client_order_id'),
    'refused',
    'The broker refused (403): client_order_id.',
    'refused',
  ],
  [
    answer(500, 'client_order_id'),
    'undecided',
    'The broker answered 500: client_order_id.',
    'lost',
  ],
  [answer(199), 'undecided', 'The broker answered 199: no.', 'lost'],
  [answer(300), 'undecided', 'The broker answered 300: no.', 'lost'],
])('%j proves what it proves and no more', (outcome, kind, text, step) => {
  const finding = judgeOrder(outcome, 'mine');
  expect(finding).toEqual({ kind, text });
  if (finding.kind !== 'taken') expect(stepOf(finding)).toEqual({ step });
});

it('takes an order under our id for ours', () => {
  const outcome = answer(201, 'ok', { record: ours });
  expect(judgeOrder(outcome, 'mine')).toEqual({ kind: 'taken', record: ours });
});

it('sends again by itself up to the limit and not a moment longer', () => {
  const at = (sinceConfirmedMs: number, limitMs: number | undefined) =>
    mayResend({
      limitMs,
      sinceConfirmedMs,
      hasSlept: false,
      isOver: false,
      isGivenUp: false,
      hasLanded: false,
      wasRefused: false,
    });
  expect([at(5_000, 5_000), at(5_001, 5_000)]).toEqual([true, false]);
  expect(at(0, undefined)).toBe(false);
});
