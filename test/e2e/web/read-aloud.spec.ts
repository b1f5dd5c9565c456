// One trade from the start to its evidence as a screen reader tells it, line by line and by keyboard alone. What is
// different each time (prices, sizes, times, ids) stands in ‹›.
import type { Page } from 'playwright/test';
import { listen, type ScreenReader } from '#test/e2e/support/screen-reader.ts';
import { reviewOf, ticketOf, watched } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'read-aloud' });

const plain = (line: string): string =>
  line
    .replace(/\d\d:\d\d:\d\d\.\d{3}/g, '‹time›')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '‹id›')
    .replace(/× \d+(,\d{3})*/g, '× ‹size›')
    .replace(/[+-]?\d[\d,]*\.\d{2,4}/g, '‹price›')
    .replace(/\b\d+ (s|min)\b/g, '‹age›');

/** How the streams are, and in how many parts an order fills, is the market's affair. */
const isOurs = (line: string): boolean =>
  !/^(Order|Price) stream |^Bought \d+ of |so far\.|partially filled/.test(line);

const heard = (reader: ScreenReader): string[] => reader.heard().filter(isOurs).map(plain);

async function walk(reader: ScreenReader, key: string, times: number): Promise<string[]> {
  for (let n = 0; n < times; n += 1) await reader.press(key);
  return heard(reader);
}

/** Until this was said, so many times as it takes. */
async function tabTo(reader: ScreenReader, wanted: RegExp): Promise<string> {
  for (let n = 0; n < 60; n += 1) {
    await reader.press('Tab');
    const found = heard(reader).find((line) => wanted.test(line));
    if (found !== undefined) return found;
  }
  throw new Error(`nothing said ${wanted}`);
}

const evidenceOf = (page: Page) => page.getByRole('dialog', { name: 'Evidence' });

test('a trade is heard from the start to its evidence', async ({ page, shell }) => {
  const reader = await listen(page);
  await page.goto(shell.address);
  await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeEnabled();
  await expect(watched(page, 'AAPL')).toContainText(/\d+\.\d\d/);

  // Where am I, and with whose money?
  expect(await page.title()).toBe('PRACTICE · Practice account · Ballast');
  heard(reader);
  expect(await walk(reader, 'Tab', 14)).toEqual([
    'Skip to main content, button',
    'Account, region; Switch account, Practice account, button, collapsed',
    'Alerts, button, collapsed',
    'Hide amounts, toggle button, not pressed',
    'Command palette Ctrl K, button',
    'Screens, navigation; Desk, button',
    'Account, button',
    'Tokenization, button',
    'Apps, button',
    'Activity, button',
    'Settings, button',
    'New here?, group; Take the 60-second tour, button',
    'Not now, button',
    'Layouts Standard, button, collapsed',
  ]);

  // The watchlist: every row says its symbol, price, change and age.
  await reader.press('Alt+1');
  expect(heard(reader)).toEqual([
    'Watchlist, tab panel; Watchlist, region; Add to watchlist, form; Add symbol, combo box, collapsed, blank',
  ]);
  expect(await tabTo(reader, /^AAPL/)).toBe(
    'AAPL ‹price› ‹price› ‹age› Bid ‹price› Ask ‹price› Spread ‹price›, row',
  );
  expect(await walk(reader, 'ArrowDown', 1)).toEqual([
    'MSFT ‹price› ‹price› ‹age› Bid ‹price› Ask ‹price› Spread ‹price›, row',
  ]);

  // The ticket: what it takes, what is wrong, and what it would cost.
  await reader.press('b');
  expect(heard(reader)).toEqual([
    'Order ticket, tab panel; Order ticket, form; Quantity, edit, blank, shares, at most 9 decimals',
  ]);
  await page.keyboard.press('x');
  await expect.poll(() => heard(reader)).toEqual(['"x": write a number such as 1.5.']);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('4');
  await expect(ticketOf(page)).toContainText(/Estimated cost\s*[1-9][\d,]*\.\d\d/);
  // A trade comes before its quote: one that was judged in between goes by the last price, and says why.
  await expect(async () =>
    expect((await reader.read(ticketOf(page))).map(plain)).toEqual([
      'Order ticket, heading, level 2',
      'Bid: Bid ‹price› × ‹size›, button, make it a limit order at this price',
      'Ask: Ask ‹price› × ‹size›, button, make it a limit order at this price',
      'Spread: ‹price› ‹age› old',
      'Presets, button, collapsed',
      'Buy, radio button, checked',
      'Sell, radio button, not checked',
      'Symbol, combo box, collapsed, MSFT',
      'Quantity, edit, 4, shares, at most 9 decimals',
      'One less, button',
      'One more, button',
      'Order type, combo box, collapsed, Market',
      'Time in force, combo box, collapsed, Day',
      'Order class, combo box, collapsed, Simple',
      'Size in, combo box, collapsed, Shares',
      'A market order fills at the next price; a 1% move is $‹price›.',
      'Market price: ‹price› (ask)',
      'Estimated cost: ‹price›',
      'Buying power after: ‹price›',
      'Position after: 4 at ‹price›',
      'Review order, button',
    ]),
  ).toPass();

  // The review: the whole order before anything is sent, and what the button does in full.
  heard(reader);
  await page.keyboard.press('Enter');
  await expect(reviewOf(page)).toContainText('Estimated cost');
  await reader.focus();
  expect(heard(reader)).toEqual(['Review order, dialog; Review order, heading, level 2']);
  await expect(async () =>
    expect((await reader.read(reviewOf(page))).map(plain)).toEqual([
      'Review order, heading, level 2',
      'Account: Practice account, PRACTICE',
      'Side: Buy',
      'Quantity: 4',
      'Symbol: MSFT',
      'Type: Market, day',
      'Price: market, about ‹price› (ask) SIP. Simulated, and labeled as SIP: every US exchange, as it happens.',
      'Estimated cost: ‹price›',
      'Position after: 4 at ‹price›',
      'Back, button',
      'Place order: Buy 4 MSFT, market, PRACTICE, button',
      'Stop all trading, button',
    ]),
  ).toPass();
  expect(await walk(reader, 'Tab', 2)).toEqual([
    'Back, button',
    'Place order: Buy 4 MSFT, market, PRACTICE, button',
  ]);

  // It is sent, taken and filled: each is said by itself. The fill may be heard before the answer.
  await page.keyboard.press('Enter');
  const said: string[] = [];
  await expect.poll(() => said.push(...heard(reader))).toBe(3);
  expect(said[0]).toBe('Sending.');
  expect(said.slice(1).toSorted()).toEqual([
    'Accepted by the broker: Buy 4 MSFT, market, PRACTICE.',
    'Bought 4 MSFT. At ‹price›, a market order. Practice account, PRACTICE.',
  ]);
  await reader.focus();
  expect(heard(reader)).toEqual([
    'Order ticket, tab panel; Order ticket, form; Quantity, edit, blank, shares, at most 9 decimals',
  ]);

  // The order in the table, and its evidence.
  await reader.press('Alt+4');
  expect(heard(reader)).toEqual([
    expect.stringMatching(
      /^Orders, tab panel; Orders, region; Orders, table; MSFT buy 4 4 market filled at .*\bfilled\b.*, row$/,
    ),
  ]);
  expect(await tabTo(reader, /^Evidence/)).toBe('Evidence: Buy 4 MSFT market, button');
  await page.keyboard.press('Enter');
  await expect(evidenceOf(page)).toContainText('It ended: filled, 4 at');
  await reader.focus();
  expect(heard(reader)).toEqual(['Evidence, dialog; Evidence, heading, level 2']);
  const evidence = (await reader.read(evidenceOf(page))).filter(isOurs).map(plain);
  // Of what the broker said on two ways either may come first; the stream adds nothing to an answer that was faster.
  const byBroker = (line: string) => /the broker has it|The broker answered|It ended/.test(line);
  expect(evidence.filter((line) => !byBroker(line))).toEqual([
    'Evidence, heading, level 2',
    'Buy 4 MSFT, market, PRACTICE What is this? Evidence, button, collapsed',
    'The broker has this order.',
    'Client order id ‹id›',
    'What happened, oldest first, New York time, list',
    '‹time› Recorded before sending: Buy 4 MSFT, market, PRACTICE',
    '‹time› Sent to the broker with client order id ‹id›.',
    'Copy for support, button',
    'Close, button',
    'Stop all trading, button',
  ]);
  const onStream = '‹time› Heard on the order stream: the broker has it as order ‹id›, pending.';
  const told = evidence.filter(byBroker);
  expect(told.filter((line) => line !== onStream).toSorted()).toEqual([
    'It ended: filled, 4 at ‹price› on average.',
    '‹time› It ended: filled, 4 at ‹price› on average. Broker’s time.',
    '‹time› The broker answered: it has it as order ‹id›, pending. Request ‹id›',
  ]);
  const answered = told.findIndex((line) => line.includes('The broker answered'));
  const heardFirst = told.slice(0, answered).filter((line) => line === onStream);
  expect(told.filter((line) => line === onStream)).toEqual(heardFirst);
  expect(heardFirst.length).toBeLessThanOrEqual(1);

  // And back where it was opened.
  await page.keyboard.press('Escape');
  await expect(evidenceOf(page)).toHaveCount(0);
  await reader.focus();
  expect(heard(reader)).toEqual([
    'Orders, tab panel; Orders, region; Orders, table; Evidence: Buy 4 MSFT market, button',
  ]);
});
