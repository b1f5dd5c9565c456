// The ticket and its dialogs by role and name, and the ways through them that several tests take.
import { expect, type Locator, type Page } from 'playwright/test';
import { pick } from '#test/e2e/support/choice.ts';

export const ticketOf = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
export const reviewOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Review order' });
export const changeOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Change order' });
export const field = (page: Page, name: string): Locator =>
  ticketOf(page).getByLabel(name, { exact: true });
export const watched = (page: Page, symbol: string): Locator =>
  page
    .getByRole('table', { name: 'Watchlist' })
    .getByRole('row', { name: new RegExp(`^${symbol}`) });

export async function openDesk(page: Page, address: string, mayTrade = true): Promise<void> {
  await page.goto(address);
  // A start opens with the screen that the last one was left with.
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByText('Desk', { exact: true })
    .click();
  if (mayTrade)
    await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeEnabled();
  await expect(watched(page, 'AAPL')).toContainText(/\d+\.\d\d/);
}

/** Chooses a symbol of the watchlist and answers its price. */
export async function choose(page: Page, symbol: string): Promise<number> {
  await watched(page, symbol).getByRole('button', { name: symbol, exact: true }).click();
  await expect(field(page, 'Symbol')).toHaveValue(symbol);
  const row = await watched(page, symbol).innerText();
  return Number(/(\d[\d,]*\.\d\d)/.exec(row)?.[1]?.replaceAll(',', ''));
}

/** Fills fields and choices by their names, in the order given. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = field(page, name);
    const isChoice = await control.evaluate((element) => element.tagName === 'BUTTON');
    await (isChoice ? pick(control, value) : control.fill(value));
  }
}

/** Reviews what is in the ticket, places it, and waits until the broker has it. */
export async function place(page: Page): Promise<string> {
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  const button = reviewOf(page).getByRole('button', { name: /^Place order: / });
  await expect(button).toBeEnabled();
  const title = (await button.innerText()).replace('Place order: ', '');
  await button.click();
  await expect(reviewOf(page)).toHaveCount(0);
  // 'Accepted by the broker', or how it ended: one that fills at once or not at all may be canceled by now.
  await expect(ticketOf(page).getByRole('status')).toContainText(`: ${title}.`);
  return title;
}

export const cents = (price: number): string => price.toFixed(2);

/** Filled to the end: a part of it would be 'partially filled'. */
export const FILLED = /(?<!partially[ _])filled/;
