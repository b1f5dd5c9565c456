// What the page says of numbers that are reckoned and not read yet, of what is gone, and of legs after a replacement.
import { Decimal } from '#contract/decimal.ts';
import { Order, Position } from '#contract/orders.ts';
import { AccountReading } from '#contract/records.ts';
import { expect, test } from '#test/component/support/component.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

test.beforeEach(({ main }) => main.showDefaultLayout());

const reading = (more: object): AccountReading =>
  AccountReading.parse({
    account: {
      accountNumber: 'PLAYED',
      status: 'ACTIVE',
      currency: 'USD',
      equity: '100000',
      lastEquity: '100000',
      cash: '98000',
      buyingPower: '198000',
    },
    receivedAt: Date.now(),
    dayChange: '0',
    ...more,
  });
const order = (id: string, more: object = {}): Order =>
  Order.parse({
    id,
    clientOrderId: `client of ${id}`,
    symbol: 'KO',
    side: 'sell',
    type: 'limit',
    orderClass: 'oco',
    timeInForce: 'gtc',
    status: 'new',
    qty: '100',
    filledQty: '0',
    limitPrice: '90',
    submittedAt: '2026-01-05T15:00:00Z',
    ...more,
  });

test('what is reckoned from fills is marked until it is read', async ({ page, main, address }) => {
  await openDesk(page, address);
  const bar = page.getByRole('region', { name: 'Account' });
  await expect(bar).not.toContainText('≈');
  const position = Position.parse({
    symbol: 'AAPL',
    side: 'long',
    qty: '10',
    avgEntryPrice: '200',
    unrealizedPl: '50',
    isEstimate: true,
  });
  const estimates = ['equity', 'cash', 'buyingPower'];
  main.tell('account', reading({ dayChange: '120', estimates }));
  main.tell('positions', { positions: [position], receivedAt: Date.now() });
  await expect(bar.getByText('estimated 198,000.00')).toBeVisible();
  await expect(bar.getByText('estimated +120.00')).toBeVisible();
  const table = page.getByRole('table', { name: 'Positions' });
  for (const text of ['estimated 10', 'estimated +50.00'])
    await expect(table.getByText(text)).toBeVisible();
  main.tell('account', reading({}));
  await expect(bar).not.toContainText('≈');
});

test('positions have a row of totals below them once there are two', async ({
  page,
  main,
  address,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openDesk(page, address);
  const held = (symbol: string, unrealizedPl: string) =>
    Position.parse({
      symbol,
      side: 'long',
      qty: '10',
      avgEntryPrice: '200',
      costBasis: '2000',
      marketValue: '2050.5',
      unrealizedPl,
      unrealizedIntradayPl: '-1.25',
    });
  const tell = (...positions: Position[]) =>
    main.tell('positions', { positions, receivedAt: Date.now() });
  const total = page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /^Total/ });
  tell(held('AAPL', '50.5'));
  await expect(page.getByRole('row', { name: /^AAPL/ })).not.toHaveCount(0);
  await expect(total).toHaveCount(0);
  tell(held('AAPL', '50.5'), held('KO', '-70.75'));
  for (const text of ['4,101.00', '-20.25', '-0.51%', '-2.50'])
    await expect(total).toContainText(text);
});

test('the change of the day is marked while something may have moved in or out', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const bar = page.getByRole('region', { name: 'Account' });
  main.tell('account', reading({ dayChange: '120', areTransfersOpen: true }));
  await expect(bar.getByText('estimated +120.00')).toBeVisible();
  await expect(bar.getByText('estimated 198,000.00')).toHaveCount(0);
});

test('a leg is shown once after its order was replaced, and a gone order says so', async ({
  page,
  main,
  address,
}) => {
  const leg = order('leg', { type: 'stop', limitPrice: undefined, stopPrice: '50' });
  main.tell('orders', order('old', { legs: [leg] }), leg);
  await openDesk(page, address);
  const table = page.getByRole('table', { name: 'Orders' });
  const rows = table.getByRole('row').filter({ hasText: 'KO' });
  await expect(rows).toHaveCount(2);
  main.tell(
    'orders',
    order('new', { replaces: 'old', limitPrice: Decimal.parse('95'), legs: [leg] }),
    order('old', { status: 'replaced', replacedBy: 'new' }),
  );
  await expect(rows.filter({ hasText: 'leg' })).toHaveCount(1);
  await expect(rows).toHaveCount(3);
  main.tell(
    'orders',
    order('ghost', { orderClass: undefined, status: 'gone', statusBefore: 'new' }),
  );
  await expect(rows.filter({ hasText: 'gone at the broker' })).toHaveCount(1);
});

test('no figure of a position is cut, and what is not traded here says so whole', async ({
  page,
  main,
  address,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  main.addOrder({ symbol: 'BTC/USD', assetClass: 'crypto' });
  await openDesk(page, address);
  const held = {
    side: 'long',
    currentPrice: '91702',
    unrealizedPl: '376',
    unrealizedPlpc: '0.497',
  };
  const positions = [
    { ...held, symbol: 'AAPL', assetClass: 'us_equity', qty: '13', avgEntryPrice: '222.015384' },
    {
      ...held,
      symbol: 'BTCUSD',
      assetClass: 'crypto',
      qty: '0.012345678',
      avgEntryPrice: '61250.5',
    },
  ].map((each) => Position.parse(each));
  main.tell('positions', { positions, receivedAt: Date.now() });
  const cells = page.getByRole('table', { name: 'Positions' }).locator('td.num, .column-symbol');
  await expect(cells.filter({ hasText: '0.012345678' })).toBeVisible();
  const cut = () =>
    cells.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  await expect.poll(cut).toEqual([]);
  const orders = page.getByRole('table', { name: 'Orders', exact: true });
  const tags = orders
    .getByRole('row', { name: /^BTC\/USD/ })
    .locator('td')
    .last();
  await expect(tags).toContainText('not traded here');
  await expect
    .poll(() => tags.evaluate((one) => one.scrollWidth - one.clientWidth))
    .toBeLessThanOrEqual(0);
});
