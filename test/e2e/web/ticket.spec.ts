import type { Page } from 'playwright/test';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { choicesOf } from '#test/e2e/support/choice.ts';
import { bookedOrders, type BookedOrder } from '#test/e2e/support/ledger.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import {
  cents,
  choose,
  field,
  fill,
  openDesk,
  place,
  reviewOf,
  ticketOf,
} from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'ticket' });

/** The newest order that is no leg, as the broker has it. */
const newest = (folder: string): BookedOrder | undefined =>
  bookedOrders(folder).findLast(({ role }) => role === 'single' || role === 'entry');

const options = (page: Page, name: string): Promise<string[]> => choicesOf(field(page, name));

const TIMES = {
  ioc: 'Immediate or cancel',
  fok: 'Fill or kill',
  opg: 'At the open',
  cls: 'At the close',
};

/** Minutes of the New York day. */
function newYorkMinute(): number {
  const format = { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' } as const;
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', format)
    .format(new Date())
    .split(':')
    .map(Number);
  return hour * 60 + minute;
}

test.describe('the ticket', () => {
  // One account, one story: later tests find what earlier ones left.
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  test.beforeEach(async ({ page, shell }) => openDesk(page, shell.address));

  test('places every type of order', async ({ page, shell }) => {
    const price = await choose(page, 'MSFT');
    const [low, high, over] = [0.8, 1.2, 1.21].map((factor) => cents(price * factor));
    const cases: [fields: Record<string, string>, booked: Partial<BookedOrder>][] = [
      [
        { Quantity: '2', 'Order type': 'Market' },
        { type: 'market', timeInForce: 'day', qty: 2 },
      ],
      [
        {
          Quantity: '1',
          'Order type': 'Limit',
          'Time in force': 'Good till canceled',
          'Limit price': low ?? '',
        },
        { type: 'limit', timeInForce: 'gtc', qty: 1, limitPrice: Number(low) },
      ],
      [
        { Quantity: '3', 'Order type': 'Stop', 'Time in force': 'Day', 'Stop price': high ?? '' },
        { type: 'stop', timeInForce: 'day', qty: 3, stopPrice: Number(high) },
      ],
      [
        {
          Quantity: '4',
          'Order type': 'Stop limit',
          'Stop price': high ?? '',
          'Limit price': over ?? '',
        },
        { type: 'stop_limit', qty: 4, stopPrice: Number(high), limitPrice: Number(over) },
      ],
      [
        { Quantity: '5', 'Order type': 'Trailing stop', Trail: '40.5' },
        { type: 'trailing_stop', qty: 5, trailPrice: 40.5 },
      ],
      [
        { Quantity: '6', Unit: 'Percent', Trail: '12.5', 'Time in force': 'Good till canceled' },
        { type: 'trailing_stop', timeInForce: 'gtc', qty: 6, trailPercent: 12.5 },
      ],
    ];
    for (const [fields, booked] of cases) {
      await fill(page, fields);
      await place(page);
      expect(newest(shell.folder)).toMatchObject({ symbol: 'MSFT', side: 'buy', ...booked });
    }
  });

  test('places every time in force and extended hours', async ({ page, shell }) => {
    const price = await choose(page, 'AMZN');
    const low = cents(price * 0.8);
    await fill(page, { 'Order type': 'Limit' });
    expect(await options(page, 'Time in force')).toHaveLength(6);
    for (const [index, time] of (['ioc', 'fok'] as const).entries()) {
      await fill(page, {
        'Time in force': TIMES[time],
        Quantity: `${index + 1}`,
        'Limit price': low,
      });
      await place(page);
      expect(newest(shell.folder)).toMatchObject({ timeInForce: time, limitPrice: Number(low) });
    }
    // The auctions take orders until shortly before they are held, and again in the evening.
    for (const [index, time] of (['opg', 'cls'] as const).entries()) {
      const minute = newYorkMinute();
      const isTaken = minute >= 19 * 60 || minute < (time === 'opg' ? 9 * 60 + 28 : 15 * 60 + 50);
      await fill(page, {
        'Time in force': TIMES[time],
        Quantity: `${index + 3}`,
        'Limit price': low,
      });
      if (isTaken) {
        await place(page);
        expect(newest(shell.folder)).toMatchObject({ timeInForce: time });
        continue;
      }
      await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
      await expect(field(page, 'Time in force')).toHaveAccessibleDescription(
        /^Orders for the (open|close) are accepted until .*: wait, or choose day\.$/,
      );
      await expect(reviewOf(page)).toHaveCount(0);
    }
    await expect(ticketOf(page).getByLabel('Extended hours')).toHaveCount(0);
    await fill(page, { 'Time in force': 'Day', Quantity: '7', 'Limit price': low });
    await ticketOf(page).getByRole('checkbox', { name: 'Extended hours' }).check();
    expect(await place(page)).toContain('extended hours');
    expect(newest(shell.folder)).toMatchObject({ extendedHours: true, qty: 7 });
  });

  test('places a bracket, an OTO and an OCO with their legs', async ({ page, shell }) => {
    const legs = () => bookedOrders(shell.folder).slice(-3);
    const price = await choose(page, 'NVDA');
    const [profit, loss, floor] = [1.2, 0.8, 0.79].map((factor) => cents(price * factor));
    await fill(page, { 'Order class': 'Bracket', Quantity: '2', 'Take profit': profit ?? '' });
    await fill(page, { 'Stop loss': loss ?? '', 'Stop-limit price': floor ?? '' });
    await expectAccessible(page);
    await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
    await expect(reviewOf(page)).toContainText(/Order class\s*Bracket/);
    await expect(reviewOf(page)).toContainText(/Exits\s*take profit/);
    await takePicture(page, 'review-bracket');
    await reviewOf(page).getByRole('button', { name: 'Back' }).click();
    await place(page);
    expect(legs()).toMatchObject([
      { symbol: 'NVDA', orderClass: 'bracket', role: 'entry', qty: 2 },
      { role: 'take_profit', limitPrice: Number(profit), qty: 2 },
      { role: 'stop_loss', stopPrice: Number(loss), limitPrice: Number(floor), qty: 2 },
    ]);

    const entry = await choose(page, 'JPM');
    const [low, lower] = [0.9, 0.8].map((factor) => cents(entry * factor));
    await fill(page, { 'Order class': 'OTO', 'Order type': 'Limit', Quantity: '3' });
    await fill(page, { 'Limit price': low ?? '', 'Take profit': '1', 'Stop loss': lower ?? '' });
    // An OTO has one exit: the other is given up.
    await expect(field(page, 'Take profit')).toHaveValue('');
    await place(page);
    expect(legs().slice(1)).toMatchObject([
      { symbol: 'JPM', orderClass: 'oto', type: 'limit', limitPrice: Number(low) },
      { role: 'stop_loss', stopPrice: Number(lower), qty: 3 },
    ]);

    const held = await choose(page, 'MSFT');
    const [over, under] = [1.3, 0.7].map((factor) => cents(held * factor));
    await ticketOf(page).getByRole('radio', { name: 'Sell' }).check();
    await fill(page, { 'Order class': 'OCO', Quantity: '2' });
    expect(await options(page, 'Order type')).toEqual(['Limit']);
    expect(await options(page, 'Size in')).toEqual(['Shares']);
    await expect(field(page, 'Limit price')).toHaveCount(0);
    await fill(page, { 'Take profit': over ?? '', 'Stop loss': under ?? '' });
    await place(page);
    expect(legs().slice(1)).toMatchObject([
      { symbol: 'MSFT', side: 'sell', orderClass: 'oco', limitPrice: Number(over), qty: 2 },
      { role: 'stop_loss', stopPrice: Number(under), qty: 2 },
    ]);
  });

  test('sizes an order in dollars, percent and risk', async ({ page, shell }) => {
    const price = await choose(page, 'TSLA');
    await fill(page, { 'Size in': 'Dollars', 'Amount in dollars': '250.50' });
    await expect(ticketOf(page)).toContainText(/Shares\s*about \d/);
    expect(await place(page)).toBe('Buy $250.50 of TSLA, market, PRACTICE');
    expect(newest(shell.folder)).toMatchObject({ notional: 250.5, type: 'market' });

    const limit = Math.floor(price * 0.9);
    await fill(page, { 'Order type': 'Limit', 'Limit price': `${limit}` });
    await fill(page, { 'Amount in dollars': `${limit * 4 - 1}` });
    await expect(ticketOf(page)).toContainText(/Shares\s*3 shares/);
    await place(page);
    expect(newest(shell.folder)).toMatchObject({ qty: 3, limitPrice: limit });

    // While the market is open the first order is filled: its cash is an estimate until it is read.
    const bar = page.getByRole('region', { name: 'Account' });
    const READ = /buying power\s*([\d,.]+)/i;
    await expect(bar).toContainText(READ);
    const power = Number(READ.exec(await bar.innerText())?.[1]?.replaceAll(',', ''));
    await fill(page, { 'Size in': '% of buying power', 'Percent of buying power': '5' });
    await fill(page, { 'Limit price': `${limit - 1}` });
    const shares = Math.floor((power * 0.05) / (limit - 1));
    await expect(ticketOf(page)).toContainText(new RegExp(`Shares\\s*${shares} shares`));
    await place(page);
    expect(newest(shell.folder)).toMatchObject({ qty: shares, limitPrice: limit - 1 });

    await fill(page, {
      'Size in': 'Risk to stop',
      'Risk in dollars': '59',
      'Limit price': `${limit - 2}`,
    });
    await fill(page, { 'Stop to size by': `${limit}` });
    await expect(ticketOf(page)).toContainText('Put the stop below the entry');
    await fill(page, { 'Stop to size by': `${limit - 7}` });
    await expect(ticketOf(page)).toContainText(/Shares\s*11 shares/);
    await expectAccessible(page);
    await place(page);
    expect(newest(shell.folder)).toMatchObject({ qty: 11, orderClass: '' });
  });

  test('offers only what belongs together, and says what is wrong at its field', async ({
    page,
    shell,
  }) => {
    const before = bookedOrders(shell.folder).length;
    const price = await choose(page, 'AAPL');
    expect(await options(page, 'Order type')).toHaveLength(5);
    await fill(page, { 'Order type': 'Trailing stop', 'Order class': 'Bracket' });
    expect(await options(page, 'Order type')).toEqual(['Market', 'Limit']);
    expect(await options(page, 'Time in force')).toEqual(['Day', 'Good till canceled']);
    await fill(page, { Quantity: '1' });
    const review = ticketOf(page).getByRole('button', { name: 'Review order' });
    await review.click();
    await expect(field(page, 'Take profit')).toHaveAccessibleDescription('Enter a take profit.');
    await expect(field(page, 'Take profit')).toBeFocused();
    await expect(field(page, 'Stop loss')).toHaveAccessibleDescription('Enter a stop loss.');
    await fill(page, { 'Take profit': cents(price * 1.1), 'Stop loss': cents(price * 1.2) });
    await expect(field(page, 'Take profit')).toHaveAccessibleDescription(/above the stop loss/);
    await fill(page, { 'Stop loss': cents(price * 1.05) });
    await expect(field(page, 'Stop loss')).toHaveAccessibleDescription(/at least a cent below/);
    await fill(page, {
      'Order class': 'Simple',
      Quantity: '0.5',
      'Time in force': 'Good till canceled',
    });
    await expect(field(page, 'Time in force')).toHaveAccessibleDescription(
      /Fractional shares need a day order/,
    );
    await fill(page, { 'Time in force': 'Day', 'Size in': '% of buying power' });
    await fill(page, { 'Percent of buying power': '120' });
    await expect(field(page, 'Percent of buying power')).toHaveAccessibleDescription(
      'Enter at most 100%.',
    );
    await review.click();
    await expect(reviewOf(page)).toHaveCount(0);
    expect(bookedOrders(shell.folder)).toHaveLength(before);
  });
});
