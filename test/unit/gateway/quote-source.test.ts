import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { SymbolMarket } from '#contract/records.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import { createQuoteBook } from '#main/account/prices/quote-book.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createAccountSources } from '#main/gateway/sources.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const accountId = '11111111-1111-4111-8111-111111111111';

it('holds a symbol and its quotes while they are watched, and tells that symbol alone', () => {
  const time = createFakeTime();
  const quotes = createQuoteBook(time);
  const held: string[] = [];
  const hold = (what: string) => (symbol: string) => {
    held.push(`${what} ${symbol}`);
    return () => void held.splice(held.indexOf(`${what} ${symbol}`), 1);
  };
  const unit = { quotes, follow: hold('prices of'), followQuotes: hold('quotes of') };
  const sources = createAccountSources({
    get: () => ok({ unit: unit as unknown as AccountUnit } as OpenAccount),
    hold: () => () => undefined,
  });
  const halt = (symbol: string, isHalted: boolean) =>
    quotes.putNews({ kind: 'status', symbol, isHalted, at: 7 }, 7);
  halt('AAPL', true);
  const told: SymbolMarket[] = [];
  const opened = sources.quotes({ accountId, symbol: 'AAPL' }, (items) => told.push(...items));
  if (!opened.ok) throw new Error('not opened');
  expect(opened.value.snapshot()).toEqual([{ symbol: 'AAPL', halt: { since: 7 } }]);
  expect(held).toEqual(['prices of AAPL', 'quotes of AAPL']);
  time.advance(1_000);
  told.length = 0;
  halt('MSFT', true);
  halt('AAPL', false);
  time.advance(1_000);
  expect(told).toEqual([{ symbol: 'AAPL' }]);
  opened.value.stop();
  halt('AAPL', true);
  time.advance(1_000);
  expect([held, told.length]).toEqual([[], 1]);
});
