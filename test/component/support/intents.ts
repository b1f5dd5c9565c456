import type { Intent } from '#contract/intents.ts';
import { ACCOUNT_ID } from '#test/component/support/world.ts';

export const UNKNOWN_ID = '019a8000-0000-7000-8000-00000000abcd';
export const REASON = 'The broker answered 500: something went wrong.';

/** Of an order whose fate is unknown, unless a test says otherwise. */
export const intentOf = (members: Partial<Intent>): Intent => ({
  intentId: UNKNOWN_ID,
  accountId: ACCOUNT_ID,
  kind: 'place',
  state: 'unknown',
  body: JSON.stringify({ symbol: 'AMZN', side: 'buy', type: 'limit', qty: '7' }),
  symbol: 'AMZN',
  title: 'Buy 7 AMZN',
  confirmedAt: Date.now(),
  cancelWhenFound: false,
  isConflict: false,
  unanswered: 1,
  reason: REASON,
  changedAt: Date.now(),
  ...members,
});
