import { expect, it } from 'vitest';
import { Account } from '#contract/records.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import type { Journal } from '#main/journal/types.ts';
import { anExecution, anOrder, aPosition } from '#test/unit/domain/samples.ts';

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

it.each([
  ['was filled after it', 20, true],
  ['was filled before it', 5, false],
])('marks a position of an earlier run when something %s', (_what, receivedAt, isMarked) => {
  const position = aPosition({ qty: '10' });
  const sale = { side: 'sell', symbol: 'AAPL', orderId: 'o' };
  const value = {
    account: { value: account, receivedAt: 10 },
    positions: { value: [position], receivedAt: 10 },
    // Told again since, when nothing more was filled.
    orders: [{ value: anOrder({ ...sale, id: 'o', filledQty: '4' }), receivedAt: 30 }],
    executions: [{ value: anExecution({ ...sale, qty: '4', cumQty: '4' }), receivedAt }],
  };
  const load = () => ({ ok: true, value });
  const journal = { load, savePositions: () => undefined } as unknown as Journal;
  const book = openAccountBook(journal, () => undefined);
  const [held] = book.standingPositions();
  expect([held?.qty, held?.isEstimate ?? false]).toEqual(['10', isMarked]);
  expect(book.account()?.estimates !== undefined).toBe(isMarked);
  book.putPositions([aPosition({ qty: '6' })], 40, book.markFills());
  expect(book.standingPositions()).toEqual([aPosition({ qty: '6' })]);
});
