// What is said of a price stream that has nothing to tell, or does not carry all that is followed.
import { Decimal } from '#contract/decimal.ts';
import { expect, test } from '#test/component/support/component.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';

const CLOSED = 'Closed until Monday 09:30 New York time.';
const NOTE = 'The market data plan streams 30 symbols live, visible ones first.';

test.beforeEach(({ main }) => main.showDefaultLayout());

test('a quiet stream is no fault: it says why, and its prices are not dimmed', async ({
  page,
  main,
  address,
}) => {
  await page.goto(address);
  const status = page.getByRole('status', { name: 'Price stream' });
  await expect(status).toContainText('live');
  main.tell('streams', { stream: 'prices', phase: 'quiet', message: CLOSED, since: Date.now() });
  await expect(status).toContainText(`quiet. ${CLOSED}`);
  const chart = page.getByRole('figure', { name: 'Price chart, AAPL' });
  await expect(chart.getByRole('status', { name: 'Quiet prices' })).toHaveText(CLOSED);
  await expect(chart).not.toContainText('The price stream is');
  const row = page.getByRole('table', { name: 'Watchlist' }).getByRole('row', { name: /^AAPL/ });
  await expect(row.locator('.stale')).toHaveCount(0);
  await expectAccessibleInBoth(page);
});

test('what the plan does not carry is marked with its age and origin, and told', async ({
  page,
  main,
  address,
}) => {
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  const now = Date.now();
  main.tell('streams', {
    stream: 'prices',
    phase: 'live',
    since: now,
    carries: { symbols: 30, of: 45 },
    notes: [NOTE],
  });
  main.tell('prices', {
    symbol: 'AAPL',
    price: Decimal.parse('190.12'),
    tradedAt: now,
    receivedAt: now - 600_000,
    readAt: now - 12_000,
  });
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live, 30 of 45');
  await expect(page.getByRole('status', { name: 'Watchlist prices' })).toHaveText(NOTE);
  const row = page.getByRole('table', { name: 'Watchlist' }).getByRole('row', { name: /^AAPL/ });
  await expect(row.getByTitle(/^From a snapshot, 1\d s ago · Traded/)).toBeVisible();
  await expect(row.locator('.stale')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Price of AAPL' })).toContainText(
    /1\d s, by snapshot/,
  );
  await expectAccessibleInBoth(page);
});
