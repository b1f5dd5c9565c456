// From the quote to an order with exits: pressed, stepped, measured, reviewed in one glance, and at the broker as prices.
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { bookedOrders } from '#test/e2e/support/ledger.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import {
  choose,
  field,
  fill,
  openDesk,
  place,
  reviewOf,
  ticketOf,
} from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'quote-ticket', viewport: { width: 1280, height: 720 } });

test('a bracket goes from the quote to the broker, and its preset to the next symbol', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  const quote = ticketOf(page).getByRole('group', { name: 'Quote' });
  const bid = quote.getByRole('button', { name: /^Bid [\d,.]+ × / });
  await expect(bid).toBeVisible();
  await field(page, 'Quantity').fill('9');
  await field(page, 'Quantity').press('ArrowUp');
  await expect(field(page, 'Quantity')).toHaveValue('10');
  await bid.click();
  const limit = field(page, 'Limit price');
  await expect(limit).toBeFocused();
  const price = Number(await limit.inputValue());
  // Far below the market, so that it rests.
  await limit.fill((price - 20).toFixed(2));
  await limit.press('ArrowDown');
  const entry = Number((price - 20.01).toFixed(2));
  await expect(limit).toHaveValue(entry.toFixed(2));
  await fill(page, { 'Order class': 'Bracket', 'Exits in': 'Dollars' });
  await fill(page, { 'Take profit': '50', 'Stop loss': '25' });
  const [target, stop] = [(entry + 5).toFixed(2), (entry - 2.5).toFixed(2)];
  await expect(ticketOf(page)).toContainText(`= ${target}, +50.00`);
  await expect(ticketOf(page)).toContainText(`= ${stop}, -25.00`);
  await expect(ticketOf(page)).toContainText(/Reward to risk\s*2 : 1/);
  await expect(ticketOf(page)).toContainText(/Position after\s*10 at/);
  const body = ticketOf(page).getByRole('group').first();
  expect(await body.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await takePictures(page, 'quote-ticket');

  await ticketOf(page).getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await page.getByLabel('Preset name').fill('Two to one');
  await page.getByRole('button', { name: 'Save preset' }).click();

  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(reviewOf(page)).toContainText(/At the stop loss\s*-25\.00/);
  for (const figure of await reviewOf(page).getByRole('definition').all())
    await expect(figure).toBeInViewport({ ratio: 1 });
  await expect(reviewOf(page).getByRole('button', { name: /^Place order/ })).toBeInViewport({
    ratio: 1,
  });
  await expectAccessible(page);
  await takePictures(page, 'quote-ticket-review');
  await reviewOf(page).getByRole('button', { name: 'Back' }).click();
  await place(page);
  const booked = bookedOrders(shell.folder).filter(({ symbol }) => symbol === 'AAPL');
  expect(booked.map((order) => order.limitPrice)).toContain(Number(target));
  expect(booked.map((order) => order.limitPrice)).toContain(entry);

  await field(page, 'Symbol').fill('msft');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('figure', { name: 'Price chart, MSFT' })).toBeVisible();
  await ticketOf(page).getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: /^Two to one/ }).click();
  await expect(field(page, 'Quantity')).toHaveValue('10');
  await expect(field(page, 'Stop loss')).toHaveValue('25');
  await expect(field(page, 'Limit price')).toHaveValue('');
});
