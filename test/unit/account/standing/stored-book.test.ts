import { expect, it } from 'vitest';
import { Account } from '#contract/records.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import type { Journal } from '#main/journal/types.ts';

const account = Account.parse({
  accountNumber: 'PA1',
  status: 'ACTIVE',
  currency: 'USD',
  equity: '1',
  lastEquity: '1',
  cash: '1',
  buyingPower: '1',
});

it('tells whoever listens, and whoever reads goes on when a listener throws', () => {
  const saved: unknown[] = [];
  const lines: string[] = [];
  const journal = {
    load: () => ({ ok: false, failure: { kind: 'closed', message: 'closed' } }),
    saveAccount: (value: unknown) => saved.push(value),
  } as unknown as Journal;
  const book = openAccountBook(journal, (_level, message) => void lines.push(message));
  const heard: string[] = [];
  book.onChange(() => {
    throw new Error('broken');
  });
  const remove = book.onChange(({ kind }) => void heard.push(kind));
  book.putAccount(account, 1);
  remove();
  book.putAccount(account, 2);
  expect(heard).toEqual(['account']);
  expect(saved).toHaveLength(2);
  expect(lines).toEqual(['a listener of the book failed', 'a listener of the book failed']);
});

it('does not know what moved on the day of an account that an earlier run has read', () => {
  const none = { orders: [], executions: [], positions: undefined };
  const journal = {
    load: () => ({ ok: true, value: { ...none, account: { value: account, receivedAt: 1 } } }),
  } as unknown as Journal;
  const book = openAccountBook(journal, () => undefined);
  expect(book.account()).toMatchObject({ receivedAt: 1, areTransfersOpen: true });
});
