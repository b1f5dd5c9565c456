import { describe, expect, it } from 'vitest';
import { OrderDraft } from '#contract/orders.ts';
import { draftWords } from '#renderer/trading/commands/line-words.ts';
import { readTradeLine } from '#renderer/core/commands/trade-line.ts';

describe('a typed order in words', () => {
  it.each([
    ['buy 10 msft', 'Buy 10 MSFT, market'],
    ['buy 10 msft limit 330', 'Buy 10 MSFT at 330.00, limit'],
    ['buy $500 tsla', 'Buy $500.00 of TSLA, market'],
    ['sell 5 aapl stop 180 gtc', 'Sell 5 AAPL when it trades at 180.00, stop, good till canceled'],
    ['buy 5 aapl stop 180 limit 181', 'Buy 5 AAPL at 181.00 when it trades at 180.00, stop limit'],
    ['sell 5 aapl trail 2%', 'Sell 5 AAPL 2% behind the market, trailing stop'],
    ['buy 5 aapl limit 9 ext', 'Buy 5 AAPL at 9.00, limit, extended hours'],
    ['buy 5 aapl tp 9 sl 7', 'Buy 5 AAPL, market, take profit 9.00, stop loss 7.00'],
  ])('%s', (typed, words) => {
    const read = readTradeLine(typed);
    const line = read?.ok ? read.line : undefined;
    expect(draftWords(OrderDraft.parse(line?.kind === 'order' && line.draft))).toBe(words);
  });
});
