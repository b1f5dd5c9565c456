import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar } from '#contract/bars.ts';
import { createBarBook } from '#main/account/prices/bar-book.ts';

const bar = (time: number, close = 1, symbol = 'AAPL'): Bar => ({
  symbol,
  time,
  open: 1,
  high: 2,
  low: 0.5,
  close,
  volume: 10,
});

describe('the bar book', () => {
  it('keeps bars in time order whatever order they come in, each once', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, fc.integer(), (all, repeat) => {
        const book = createBarBook();
        for (const time of [...all, all[Math.abs(repeat) % all.length] ?? 0]) book.put([bar(time)]);
        expect(book.bars('AAPL').map(({ time }) => time)).toEqual(all.toSorted((a, b) => a - b));
      }),
    );
  });

  it('answers only what was news, and lets a corrected bar replace itself', () => {
    const book = createBarBook();
    expect(book.put([bar(1), bar(2)])).toHaveLength(2);
    expect(book.put([bar(2)])).toEqual([]);
    expect(book.put([bar(2, 5)])).toEqual([bar(2, 5)]);
    expect(book.bars('AAPL')).toEqual([bar(1), bar(2, 5)]);
  });

  it('holds a bounded number per symbol, the newest ones', () => {
    const book = createBarBook();
    for (let time = 0; time < 2_000; time++) book.put([bar(time)]);
    expect(book.bars('AAPL')).toHaveLength(150);
    expect(book.bars('AAPL')[0]?.time).toBe(1_850);
    expect(book.put([bar(3)])).toEqual([]);
    expect(book.bars('AAPL')).toHaveLength(150);
  });

  it('forgets symbols nobody watches', () => {
    const book = createBarBook();
    book.put([bar(1), bar(1, 1, 'MSFT')]);
    book.keepOnly(['MSFT']);
    expect([book.bars('AAPL').length, book.bars('MSFT').length]).toEqual([0, 1]);
  });
});
