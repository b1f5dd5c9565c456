import { expect, it } from 'vitest';
import { createAccountBook } from '#main/account/standing/book.ts';
import { watchStanding } from '#main/account/standing/standing-news.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anExecution, aPosition } from '#test/unit/domain/samples.ts';

function setUp() {
  const time = createFakeTime();
  const book = createAccountBook();
  let told = 0;
  const stop = watchStanding(book, time.delay, () => told++);
  const tick = (symbol: string, n: number) =>
    book.putPrices([{ symbol, price: decimal(String(n)), tradedAt: n, receivedAt: n }]);
  return { time, book, stop, tick, told: () => told };
}

it('is told at once after a reading and after a fill', () => {
  const { book, told } = setUp();
  book.putPositions([aPosition()], 0, book.markFills());
  expect(told()).toBe(1);
  book.putFill(anExecution(), undefined);
  expect(told()).toBeGreaterThan(1);
});

it('is told with the prices of what is held, ten times a second at most', () => {
  const { book, time, tick, told } = setUp();
  book.putPositions([aPosition()], 0, book.markFills());
  const before = told();
  for (let n = 1; n <= 1_000; n++) {
    tick('AAPL', n);
    time.advance(1);
  }
  expect(told() - before).toBe(10);
});

it('is not told with the prices of others, nor after the end', () => {
  const { book, time, tick, told, stop } = setUp();
  book.putPositions([aPosition()], 0, book.markFills());
  const before = told();
  tick('MSFT', 1);
  time.advance(1_000);
  expect(told()).toBe(before);
  tick('AAPL', 2);
  stop();
  time.advance(1_000);
  expect(told()).toBe(before);
});
