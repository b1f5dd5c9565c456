// Bid, ask, spread, halts and price bands where a person looks: the ticket, the chart, a row of the watchlist.
import { SymbolMarket } from '#contract/records.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok, previewOf } from '#test/component/support/world.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { choose, field, openDesk, reviewOf, ticketOf, watched } from '#test/e2e/support/ticket.ts';

const marketOf = (quote: object, more: object = {}): SymbolMarket => {
  const now = Date.now();
  const sizes = { bidSize: '300', askSize: '1200' };
  const prices = { bid: '190.1', ask: '190.12', spread: '0.02', spreadPercent: '0.01' };
  const times = { quotedAt: now, receivedAt: now };
  return SymbolMarket.parse({
    symbol: 'AAPL',
    quote: { state: 'good', ...prices, ...sizes, ...times, ...quote },
    ...more,
  });
};

test.beforeEach(async ({ page, main, address }) => {
  main.showDefaultLayout();
  await openDesk(page, address);
  await choose(page, 'AAPL');
});

test('the ticket and the chart show what somebody bids and asks, with sizes, spread and age', async ({
  page,
  main,
}) => {
  const quote = ticketOf(page).getByRole('group', { name: 'Quote' });
  await expect(quote).toContainText(/Bid\s*–/);
  main.tell('quotes', marketOf({}));
  await expect(quote).toContainText(/Bid\s*190\.10\s*× 300/);
  await expect(quote).toContainText(/Ask\s*190\.12\s*× 1,200/);
  await expect(quote).toContainText(/Spread\s*0\.02\s*\d s old/);
  const chart = page.getByRole('region', { name: 'Price of AAPL' });
  await expect(chart).toContainText(/Bid\s*190\.10 × 300\s*Ask\s*190\.12 × 1,200\s*Spread\s*0\.02/);
  expect(main.watched('quotes')).toContainEqual(expect.objectContaining({ symbol: 'AAPL' }));

  const {
    spread: _,
    spreadPercent: __,
    ...oneSided
  } = marketOf({ state: 'no-bid', bid: '0' }).quote!;
  main.tell('quotes', { symbol: 'AAPL', quote: oneSided });
  await expect(quote).toContainText(/Bid\s*–/);
  await expect(quote).toContainText(/Spread\s*–\s*no bid, \d s old/);
  main.tell('quotes', marketOf({ state: 'crossed', bid: '190.2', spread: '-0.08' }));
  await expect(quote).toContainText('crossed');
  main.tell('quotes', marketOf({ receivedAt: Date.now() - 300_000 }));
  await expect(quote.locator('.stale').first()).toBeVisible();
});

test('a halt is said with its reason and since when, and is gone when trading goes on', async ({
  page,
  main,
}) => {
  const halt = { since: Date.UTC(2026, 0, 5, 15, 32), reason: 'News Pending' };
  const band = { lower: '180.5', upper: '199.5', since: 1 };
  main.tell('quotes', marketOf({}, { halt, band }));
  const words = /Halted since Jan 5, 10:32 New York: News Pending/;
  await expect(ticketOf(page)).toContainText(words);
  await expect(ticketOf(page)).toContainText('Price band 180.50 to 199.50');
  await expect(page.getByRole('status', { name: 'Trading halt' })).toContainText(words);
  await expect(watched(page, 'AAPL')).toContainText('H');
  await expectAccessibleInBoth(page, 'quote-halted');
  main.tell('quotes', marketOf({}));
  await expect(page.getByText('Halted')).toHaveCount(0);
});

test('the ticket and the review name the price that they reckon with, and why it is not the ask', async ({
  page,
  main,
}) => {
  const receivedAt = Date.now();
  const market = { price: '190.12', receivedAt, by: 'ask' as const };
  main.answer('orders.preview', ({ draft }) => ok(previewOf(draft, { market } as object)));
  await field(page, 'Quantity').fill('7');
  await expect(ticketOf(page)).toContainText(/Market price\s*190\.12 \(ask\)/);
  const last = { price: '190', receivedAt, by: 'last' as const, why: 'there is no ask' };
  main.answer('orders.preview', ({ draft }) => ok(previewOf(draft, { market: last } as object)));
  await expect(ticketOf(page)).toContainText('190.00 (last price: there is no ask)');
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(reviewOf(page)).toContainText('market, about 190.00 (last price: there is no ask)');
});

test('however long the words about a price are, ticket and review stay within their edges', async ({
  page,
  main,
}) => {
  const why = 'the quote is 12 min old';
  const market = { price: '1190.12', receivedAt: Date.now(), by: 'last' as const, why };
  main.answer('orders.preview', ({ draft }) => ok(previewOf(draft, { market } as object)));
  await field(page, 'Quantity').fill('7');
  await expect(ticketOf(page)).toContainText(why);
  const isWide = (element: Element): boolean => element.scrollWidth > element.clientWidth;
  await expect.poll(() => ticketOf(page).evaluate(isWide)).toBe(false);
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(reviewOf(page)).toContainText(why);
  await expect.poll(() => reviewOf(page).evaluate(isWide)).toBe(false);
});
