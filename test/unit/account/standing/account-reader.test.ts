import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Position } from '#contract/orders.ts';
import type { Account } from '#contract/records.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import {
  createAccountReader,
  createAccountUpdates,
} from '#main/account/standing/account-reader.ts';
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
  /** The question leaves now. */
  const sends: (() => void)[] = [];
  const read = createAccountReader({
    client: {
      account: async () => ok(account),
      positions: (_signal, _lane, onSend = () => undefined) =>
        new Promise((resolve) => {
          sends.push(onSend);
          answers.push((qty) => resolve(ok([position(qty)])));
        }),
    },
    book,
    clock: createFakeTime().clock,
    signal: new AbortController().signal,
    credentials: () => key,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { book, read, answers, sends, settle, rotate: () => (key = {}) };
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

  it('counts once what is learned while the question waits for its turn', async () => {
    const { book, read, answers, sends, settle } = setUp();
    const first = read();
    answers[0]?.('5');
    await first;
    const second = read();
    await settle();
    const size = { qty: decimal('2'), cumQty: decimal('2'), price: decimal('1') };
    const at = '2026-01-05T15:00:01Z';
    book.putFill({ orderId: 'o1', symbol: 'AAPL', side: 'buy', at, ...size }, undefined);
    sends[1]?.();
    answers[1]?.('7');
    await second;
    const [held] = book.standingPositions();
    expect([held?.qty, held?.isEstimate ?? false]).toEqual(['7', false]);
    // The money was asked for before, and may lack it.
    expect(book.account()?.estimates).toBeDefined();
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

describe('an account whose answer takes longer than that of its positions', () => {
  /** Each question waits until it is answered. */
  function slow() {
    const book = createAccountBook();
    const time = createFakeTime();
    const accounts: (() => void)[] = [];
    const positions: ((qty: string) => void)[] = [];
    const read = createAccountReader({
      client: {
        account: () => new Promise((resolve) => accounts.push(() => resolve(ok(account)))),
        positions: (_signal, _lane, onSend) =>
          new Promise((resolve) => {
            onSend?.();
            positions.push((qty) => resolve(ok([position(qty)])));
          }),
      },
      book,
      clock: time.clock,
      signal: new AbortController().signal,
      credentials: () => 'the same',
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return { book, time, read, accounts, positions, settle };
  }

  it('is not told as if both had been read when the last of them came', async () => {
    const { book, time, read, accounts, positions, settle } = slow();
    const began = time.clock.wall();
    const reading = read();
    time.advance(100);
    positions[0]?.('5');
    await settle();
    time.advance(14_000);
    accounts[0]?.();
    await reading;
    expect(book.positionsReceivedAt()).toBe(began + 100);
    expect(book.account()?.receivedAt).toBe(began + 14_100);
  });

  it('does not bring back positions that were read again meanwhile', async () => {
    const { book, time, read, accounts, positions, settle } = slow();
    const reading = read();
    await settle();
    positions[0]?.('5');
    // A way out reads them alone, and they are gone.
    time.advance(600);
    const alone = { ...book.markFills(), at: time.clock.wall() };
    expect(book.putPositions([], time.clock.wall(), alone)).toBe(true);
    time.advance(10_000);
    accounts[0]?.();
    await settle();
    expect([book.positions(), book.account()]).toEqual([[], undefined]);
    positions[1]?.('1');
    accounts[1]?.();
    await reading;
    expect(book.positions()[0]?.qty).toBe('1');
    expect(book.account()).toBeDefined();
  });
});

it('believes nothing that was read with a key that may be another account’s', async () => {
  const book = createAccountBook();
  const changes: string[] = [];
  book.onChange(({ kind }) => changes.push(kind));
  const read = createAccountReader({
    client: { account: async () => ok(account), positions: async () => ok([position('5')]) },
    book,
    clock: createFakeTime().clock,
    signal: new AbortController().signal,
    credentials: () => 'the same',
    accountDoubt: () => (book.owner() === 'PA2' ? undefined : 'Its key opens another account.'),
  });
  expect(await read()).toMatchObject({ failure: { kind: 'not-allowed' } });
  expect([book.account(), book.positions(), changes]).toEqual([undefined, [], ['owner']]);
});

describe('a reading of which one half failed', () => {
  const offline = fail({ kind: 'offline', message: 'no answer' });

  /** Ten shares at 190 were read, and four of them sold at 191. */
  async function sold() {
    const book = createAccountBook();
    const broker: { account: Result<Account>; positions: Result<Position[]> } = {
      account: ok({ ...account, equity: decimal('1900'), cash: decimal('0') }),
      positions: ok([held('10')]),
    };
    const time = createFakeTime();
    const read = createAccountReader({
      client: { account: async () => broker.account, positions: async () => broker.positions },
      book,
      clock: time.clock,
      signal: new AbortController().signal,
      credentials: () => 'the same',
    });
    await read();
    time.advance(1_000);
    const sale = { orderId: 'o1', symbol: 'AAPL', side: 'sell', price: decimal('191') };
    const size = { qty: decimal('4'), cumQty: decimal('4'), at: '2026-01-05T15:00:01Z' };
    book.putFill({ ...sale, ...size }, undefined);
    return { book, broker, read, time };
  }
  const held = (qty: string): Position => ({
    ...position(qty),
    currentPrice: decimal('190'),
    marketValue: decimal(String(190 * Number(qty))),
  });
  const after = ok({ ...account, equity: decimal('1904'), cash: decimal('764') });
  const reckoned = {
    account: { cash: '764', equity: '1904' },
    estimates: expect.anything() as unknown,
  };

  it('does not count a fill twice that only the account holds', async () => {
    const { book, broker, read } = await sold();
    broker.account = after;
    broker.positions = offline;
    expect(await read()).toBe(offline);
    expect(book.account()).toMatchObject(reckoned);
    broker.positions = ok([held('6')]);
    await read();
    expect(book.account()).toMatchObject({ account: { cash: '764', equity: '1904' } });
    expect(book.account()?.estimates).toBeUndefined();
  });

  it('does not lose a fill that only the positions hold, and exits go by these', async () => {
    const { book, broker, read, time } = await sold();
    broker.account = offline;
    broker.positions = ok([held('6')]);
    expect(await read()).toBe(offline);
    expect(book.account()).toMatchObject(reckoned);
    expect(book.standingPositions()).toEqual([held('6')]);
    expect([book.positions(), book.filledSince('AAPL')]).toEqual([[held('6')], '0']);
    const price = { symbol: 'AAPL', price: decimal('200'), tradedAt: 1 };
    book.putPrices([{ ...price, receivedAt: time.clock.wall() + 1 }]);
    expect(book.account()?.account.equity).toBe('1964');
    broker.account = after;
    await read();
    // The price, which is newer, has moved it by more than a hundredth.
    expect(book.account()?.estimates).toEqual(['buyingPower']);
  });
});

describe('reading again soon', () => {
  function watch() {
    const time = createFakeTime();
    let reads = 0;
    const updates = createAccountUpdates({
      readAccount: async () => {
        reads++;
        return ok(null);
      },
      book: { arePositionsInDoubt: () => false },
      clock: time.clock,
      delay: time.delay,
      log: () => undefined,
    });
    const pass = async (ms: number) => {
      for (let done = 0; done < ms; done += 20) {
        time.advance(20);
        for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      }
    };
    return { updates, pass, reads: () => reads };
  }

  it('is done at once for the first, and ever less often while they go on', async () => {
    const { updates, pass, reads } = watch();
    updates.now();
    await pass(12_000);
    expect(reads()).toBe(1);
    updates.onFill();
    await pass(40);
    expect(reads()).toBe(2);
    for (let fill = 0; fill < 500; fill++) {
      updates.onFill();
      await pass(120);
    }
    expect(reads()).toBeLessThan(28);
    expect(reads()).toBeGreaterThan(18);
    updates.stop();
  });

  it('follows the last one of a burst, and begins anew after it', async () => {
    const { updates, pass, reads } = watch();
    for (let fill = 0; fill < 20; fill++) {
      updates.onFill();
      await pass(100);
    }
    const during = reads();
    updates.onFill();
    await pass(3_100);
    expect(reads()).toBe(during + 1);
    await pass(12_000);
    const before = reads();
    updates.onFill();
    await pass(40);
    expect(reads()).toBe(before + 1);
    updates.stop();
  });

  it('waits a second for what an order reserves, and not with the fill that follows it', async () => {
    const { updates, pass, reads } = watch();
    updates.onReserve();
    await pass(900);
    expect(reads()).toBe(0);
    await pass(200);
    expect(reads()).toBe(1);
    await pass(12_000);
    updates.onReserve();
    await pass(20);
    updates.onFill();
    await pass(40);
    expect(reads()).toBe(2);
    updates.stop();
  });
});
