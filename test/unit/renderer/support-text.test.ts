import { expect, it } from 'vitest';
import type { Evidence, Intent } from '#contract/intents.ts';
import { supportText } from '#renderer/trading/evidence/support-text.ts';
import { anOrder } from '#test/unit/domain/samples.ts';

const AT = Date.UTC(2026, 10, 13, 15, 0, 0);
const intent: Intent = {
  intentId: '018f0000-0000-7000-8000-000000000001',
  accountId: '00000000-0000-4000-8000-000000000009',
  kind: 'place',
  state: 'accepted',
  body: '{"symbol":"AAPL"}',
  symbol: 'AAPL',
  title: 'Buy 10 AAPL, limit 190.00',
  confirmedAt: AT,
  resultId: 'order-1',
  cancelWhenFound: false,
  isConflict: false,
  unanswered: 0,
  changedAt: AT,
};
const line = (text: string, more: Partial<Evidence> = {}): Evidence => ({
  intentId: intent.intentId,
  at: AT,
  kind: 'answered',
  text,
  ...more,
});

it('has the ids, times, statuses and request ids, and no account number', () => {
  const text = supportText({
    intent,
    evidence: [
      line('Sent.'),
      line('The broker answered.', { status: 200, requestId: 'r-1' }),
      line('Filled 10 at 190.00.', { isTakenBack: true, isBrokersTime: true }),
    ],
    order: anOrder({ status: 'pending_replace', submittedAt: '2026-11-13T14:59:59Z' }),
    environment: 'paper',
    now: AT + 60_000,
  });
  expect(text.split('\n')).toEqual([
    'Written: 2026-11-13T15:01:00.000Z',
    'Account: paper',
    'Order: Buy 10 AAPL, limit 190.00',
    'Client order id: 018f0000-0000-7000-8000-000000000001',
    'Order id: order-1',
    'State in Ballast: accepted',
    'Status: pending_replace',
    'Filled: 0 of 10',
    'Submitted: 2026-11-13T14:59:59Z',
    'Updated: 2026-11-13T15:00:00Z',
    '',
    'What happened, in UTC:',
    '2026-11-13T15:00:00.000Z  Sent.',
    '2026-11-13T15:00:00.000Z  The broker answered. (status 200, request r-1)',
    '2026-11-13T15:00:00.000Z  Filled 10 at 190.00. (broker’s time, since reversed by the broker)',
    '',
  ]);
  expect(text).not.toContain(intent.accountId);
});

it('has what was to be changed, and goes without an order', () => {
  const change = {
    ...intent,
    kind: 'replace' as const,
    targetId: 'order-0',
    state: 'unknown' as const,
  };
  const text = supportText({
    intent: change,
    evidence: [],
    order: undefined,
    environment: 'live',
    now: AT,
  });
  expect(text).toContain('Change: Buy 10 AAPL');
  expect(text).toContain('Order to be changed: order-0');
  expect(text).not.toContain('Status');
});
