import { expect, it } from 'vitest';
import { stayingAccount } from '#renderer/frame/chosen-account.ts';

const closed = (accountId: string) => ({ accountId, isOpen: false });
const open = (accountId: string) => ({ accountId, isOpen: true });

it('stays where it is when another account opens, wherever that is in the list', () => {
  const first = stayingAccount([closed('live'), open('practice')], undefined);
  expect(first).toBe('practice');
  expect(stayingAccount([open('live'), open('practice')], first)).toBe('practice');
});

it('moves when its own was closed, and does not move back by itself', () => {
  const moved = stayingAccount([closed('live'), open('practice')], 'live');
  expect(moved).toBe('practice');
  expect(stayingAccount([open('live'), open('practice')], moved)).toBe('practice');
});

it('waits for its own while nothing is open', () => {
  expect(stayingAccount([closed('live')], 'live')).toBe('live');
  expect(stayingAccount([], undefined)).toBeUndefined();
});
