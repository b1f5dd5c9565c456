import { describe, expect, it } from 'vitest';
import { invalid, type Failure } from '#contract/failure.ts';
import { isUnrecorded } from '#renderer/trading/submission/use-intent-id.ts';

describe('the id of a submit that failed', () => {
  it.each<[string, Failure]>([
    ['the order is malformed', invalid('Enter a quantity.', 'draft.qty').failure],
    ['the whole of it is malformed', invalid('Expected an object.', '').failure],
  ])('may be used again when %s', (_, failure) => expect(isUnrecorded(failure)).toBe(true));

  it.each<[string, Failure]>([
    ['it was recorded with other values', invalid('Recorded before.', 'intentId').failure],
    ['the answer was lost', { kind: 'offline', message: 'No answer.' }],
    ['the desk was stopped', { kind: 'not-allowed', message: 'All trading is stopped.' }],
  ])('is not proven to be free when %s', (_, failure) => expect(isUnrecorded(failure)).toBe(false));
});
