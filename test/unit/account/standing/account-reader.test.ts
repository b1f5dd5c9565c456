import { describe, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { Position } from '#contract/orders.ts';
import type { Account } from '#contract/records.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createAccountReader } from '#main/account/standing/account-reader.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const account: Account = {
  accountNumber: 'PA1',
  status: 'ACTIVE',
  currency: 'USD',
  equity: decimal('1'),
  lastEquity: decimal('1'),
  cash: decimal('1'),
  buyingPower: decimal('1'),
};
const position = (qty: string): Position => ({
  symbol: 'AAPL',
  side: 'long',
  qty: decimal(qty),
  avgEntryPrice: decimal('1'),
});

function setUp() {
  const book = createAccountBook();
  let key = {};
  const answers: ((qty: string) => void)[] = [];
  const read = createAccountReader({
    client: {
      account: async () => ok(account),
      positions: () =>
        new Promise((resolve) => {
          answers.push((qty) => resolve(ok([position(qty)])));
        }),
    },
    book,
    clock: createFakeTime().clock,
    signal: new AbortController().signal,
    credentials: () => key,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { book, read, answers, settle, rotate: () => (key = {}) };
}

describe('reading account and positions', () => {
  it('never has two under way, so that no older answer comes last', async () => {
    const { book, read, answers, settle } = setUp();
    const first = read();
    const second = read();
    const third = read();
    await settle();
    expect(answers).toHaveLength(1);
    answers[0]?.('5');
    await first;
    await settle();
    expect(answers).toHaveLength(2);
    answers[1]?.('7');
    await Promise.all([second, third]);
    expect(book.positions()[0]?.qty).toBe('7');
    expect(answers).toHaveLength(2);
  });

  it('answers a question with what was read after it was asked', async () => {
    const { read, answers, settle, book } = setUp();
    const early = read();
    await settle();
    const late = read();
    answers[0]?.('1');
    await early;
    expect(book.positions()[0]?.qty).toBe('1');
    await settle();
    answers[1]?.('2');
    await late;
    expect(book.positions()[0]?.qty).toBe('2');
  });

  it('drops what was read with a key that was replaced meanwhile, and reads again', async () => {
    const { read, answers, settle, book, rotate } = setUp();
    const reading = read();
    await settle();
    rotate();
    answers[0]?.('1');
    await settle();
    expect([book.account(), book.positions()]).toEqual([undefined, []]);
    answers[1]?.('2');
    await reading;
    expect(book.positions()[0]?.qty).toBe('2');
  });
});
