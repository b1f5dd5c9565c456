import { expect, it } from 'vitest';
import type { SymbolMarket } from '#contract/records.ts';
import { createQuoteBook } from '#main/account/prices/quote-book.ts';
import { createQuoteWatch } from '#main/account/prices/quote-watch.ts';
import { decimal, ZERO } from '#main/domain/decimal.ts';
import type { MarketNews } from '#main/wire/market-news.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const START = Date.UTC(2026, 0, 5, 15);
const quoteOf = (bid: string, ask: string, at = START): MarketNews & { kind: 'quote' } => ({
  kind: 'quote',
  symbol: 'AAPL',
  bid: decimal(bid),
  bidSize: decimal('300'),
  ask: decimal(ask),
  askSize: decimal('200'),
  at,
});

function setUp() {
  const time = createFakeTime(START);
  const book = createQuoteBook(time);
  const told: SymbolMarket[][] = [];
  book.onChange((markets) => told.push(markets));
  return { time, book, told };
}

it('keeps every quote at once, and tells the newest a few times a second', () => {
  const { time, book, told } = setUp();
  for (let nth = 0; nth < 1_000; nth++)
    book.putNews(quoteOf('190', `190.${String(nth).padStart(4, '0')}1`), time.clock.wall());
  expect(book.quote('AAPL')?.ask).toBe('190.09991');
  expect(told).toEqual([]);
  time.advance(200);
  expect(told).toMatchObject([
    [{ symbol: 'AAPL', quote: { ask: '190.09991', spread: '0.09991' } }],
  ]);
});

it('tells the first quote after a rest with the price that came with it, and the next when it is time again', () => {
  const { time, book, told } = setUp();
  const asks = () => told.splice(0).map(([market]) => market?.quote?.ask);
  book.putNews(quoteOf('190', '190.01'), time.clock.wall());
  time.advance(0);
  expect(asks()).toEqual(['190.01']);
  time.advance(50);
  book.putNews(quoteOf('190', '190.02'), time.clock.wall());
  time.advance(149);
  expect(asks()).toEqual([]);
  time.advance(1);
  expect(asks()).toEqual(['190.02']);
  time.advance(500);
  book.putNews(quoteOf('190', '190.03'), time.clock.wall());
  time.advance(0);
  expect(asks()).toEqual(['190.03']);
});

it('counts the age of a quote by both clocks, and has none after sleep', () => {
  const { time, book } = setUp();
  book.putNews(quoteOf('190', '190.02'), time.clock.wall());
  time.advance(3_000);
  expect(book.quote('AAPL')?.ageMs).toBe(3_000);
  time.sleep(60_000);
  expect(book.quote('AAPL')?.ageMs).toBe(63_000);
  book.forgetQuotes();
  expect(book.quote('AAPL')).toBeUndefined();
});

it('takes a quote that was read for as old as it was quoted, and never for a newer one', () => {
  const { time, book } = setUp();
  const read = (ask: string, ageMs: number) =>
    book.putRead('AAPL', { bid: decimal('190'), ask: decimal(ask), quotedAt: START - ageMs });
  read('190.5', 90_000);
  expect(book.quote('AAPL')).toMatchObject({ ask: '190.5', ageMs: 90_000, askSize: ZERO });
  book.putNews(quoteOf('190', '190.02'), time.clock.wall());
  read('191', 1_000);
  expect(book.quote('AAPL')?.ask).toBe('190.02');
  book.putRead('MSFT', { bid: decimal('1'), ask: decimal('2') });
  expect(book.get('MSFT')).toBeUndefined();
});

it('keeps a halt from its first word until it is over, with its newest reason', () => {
  const { book } = setUp();
  const status = (
    isHalted: boolean,
    at: number,
    reason?: string,
  ): MarketNews & { kind: 'status' } => ({
    kind: 'status',
    symbol: 'AAPL',
    isHalted,
    at,
    ...(reason !== undefined && { reason }),
  });
  book.putNews(status(true, START, 'News Pending'), START);
  book.putNews(status(true, START + 500, 'News Released'), START);
  expect(book.get('AAPL')?.halt).toEqual({ since: START, reason: 'News Released' });
  book.forgetQuotes();
  expect(book.get('AAPL')?.halt).toBeDefined();
  book.putNews(status(false, START + 900), START);
  expect(book.get('AAPL')).toEqual({ symbol: 'AAPL' });
});

it('forgets symbols that nobody follows', () => {
  const { book } = setUp();
  book.putNews(
    { kind: 'band', symbol: 'AAPL', lower: ZERO, upper: decimal('9'), at: START },
    START,
  );
  book.keepOnly(['MSFT']);
  expect(book.get('AAPL')).toBeUndefined();
});

it('asks for quotes while somebody looks and a little longer, and tells a scrolled list once', () => {
  const time = createFakeTime();
  const wanted: string[][] = [];
  const watch = createQuoteWatch({ ...time, onChange: () => wanted.push([...watch.symbols()]) });
  const release = watch.hold('AAPL');
  const again = watch.hold('AAPL');
  const other = watch.hold('MSFT');
  time.advance(100);
  expect(wanted).toEqual([['AAPL', 'MSFT']]);
  release();
  release();
  other();
  time.advance(4_000);
  watch.hold('MSFT');
  time.advance(10_000);
  expect(wanted.length).toBe(1);
  again();
  time.advance(10_000);
  expect(wanted.at(-1)).toEqual(['MSFT']);
  watch.hold('TSLA');
  watch.stop();
  expect([time.pending(), wanted.length]).toEqual([0, 2]);
});
