// The ticket under the hand: asked at once, priced by a press, stepped by ticks, its exits in any unit.
import { expect, test } from '#test/component/support/component.ts';
import { Decimal } from '#contract/decimal.ts';
import { SymbolMarket } from '#contract/records.ts';
import { AMD, ok, previewOf } from '#test/component/support/world.ts';
import { choose, field, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';

const quoteOf = (quote: object = {}): SymbolMarket =>
  SymbolMarket.parse({
    symbol: 'AAPL',
    quote: {
      state: 'good',
      bid: '190.1',
      ask: '190.12',
      spread: '0.02',
      spreadPercent: '0.01',
      bidSize: '300',
      askSize: '1200',
      quotedAt: Date.now(),
      receivedAt: Date.now(),
      ...quote,
    },
  });

test.beforeEach(async ({ page, address }) => {
  await openDesk(page, address);
  await choose(page, 'AAPL');
});

test('figures of the form before stand marked as old until the new ones come, one question at a time', async ({
  page,
  main,
}) => {
  const figures = ticketOf(page).getByLabel('What this order would do');
  await field(page, 'Quantity').fill('1');
  await expect(figures).toContainText(/Position after\s*1 at/);
  await expect(figures).toHaveAttribute('aria-busy', 'false');
  const held: (() => void)[] = [];
  main.answer('orders.preview', async ({ draft }) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return ok(previewOf(draft));
  });
  await field(page, 'Quantity').fill('12');
  await expect(figures).toHaveAttribute('aria-busy', 'true');
  await expect(figures).toContainText(/Position after\s*1 at/);
  await field(page, 'Quantity').fill('123');
  await field(page, 'Quantity').fill('1234');
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  // Of those that waited only the newest is asked.
  await expect.poll(() => held.length).toBe(2);
  expect(main.inputsOf('orders.preview').at(-1)).toMatchObject({ draft: { qty: '1234' } });
  held[1]?.();
  await expect(figures).toContainText(/Position after\s*1,234 at/);
  await expect(figures).toHaveAttribute('aria-busy', 'false');
});

test('the market price is the side of the quote that stands beside it, in the same frame', async ({
  page,
  main,
}) => {
  main.answer('orders.preview', ({ draft }) =>
    ok(
      previewOf(draft, {
        market: { price: Decimal.parse('190.12'), receivedAt: Date.now(), by: 'ask' },
      }),
    ),
  );
  main.tell('quotes', quoteOf());
  await field(page, 'Quantity').fill('1');
  const figures = ticketOf(page).getByLabel('What this order would do');
  await expect(figures).toContainText('190.12 (ask)');
  // Every frame, what both say.
  await page.evaluate(() => {
    const told: string[] = [];
    const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    const look = (): void => {
      const ask = document.querySelectorAll('.quote-side .num')[2]?.textContent ?? '';
      const market = /[\d.]+(?= \(ask\))/.exec(textOf('.what-if'))?.[0] ?? '';
      if (ask !== market) told.push(`${ask} beside ${market}`);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { toldApart: told });
  });
  for (const ask of ['190.13', '190.2', '190.17']) {
    main.tell('quotes', quoteOf({ ask, receivedAt: Date.now() }));
    await expect(figures).toContainText(`${Number(ask).toFixed(2)} (ask)`);
  }
  expect(await page.evaluate(() => (window as never as { toldApart: string[] }).toldApart)).toEqual(
    [],
  );
  // One that cannot be gone by: what main said stands.
  main.tell('quotes', quoteOf({ state: 'crossed', ask: '190.01', receivedAt: Date.now() }));
  await expect(figures).toContainText('190.12 (ask)');
});

test('a press on a side of the quote prices the order, and says what it does', async ({
  page,
  main,
}) => {
  const quote = ticketOf(page).getByRole('group', { name: 'Quote' });
  const bid = quote.getByRole('button', { name: /^Bid/ });
  await expect(bid).toHaveAccessibleName('Bid');
  await expect(bid).toHaveAccessibleDescription('no quote yet');
  await expect(bid).toHaveAttribute('aria-disabled', 'true');
  main.tell('quotes', quoteOf());
  await expect(bid).toHaveAccessibleName('Bid 190.10 × 300');
  await expect(bid).toHaveAccessibleDescription('make it a limit order at this price');
  await bid.click();
  await expect(field(page, 'Order type')).toHaveText('Limit');
  await expect(field(page, 'Limit price')).toHaveValue('190.10');
  await expect(field(page, 'Limit price')).toBeFocused();
  await quote.getByRole('button', { name: 'Ask 190.12 × 1,200' }).click();
  await expect(field(page, 'Limit price')).toHaveValue('190.12');
  await fill(page, { 'Order type': 'Stop' });
  await bid.press('Enter');
  await expect(field(page, 'Stop price')).toHaveValue('190.10');
  await expect(field(page, 'Stop price')).toBeFocused();
  // What is old, or not there, is not pressed.
  main.tell('quotes', quoteOf({ bid: '150', receivedAt: Date.now() - 300_000 }));
  await expect(bid).toHaveAccessibleName('Bid 150.00 × 300');
  await expect(bid).toHaveAccessibleDescription('too old to use, 5 min old');
  await bid.press('Enter');
  await expect(field(page, 'Stop price')).toHaveValue('190.10');
  const {
    spread: _,
    spreadPercent: __,
    ...oneSided
  } = quoteOf({ state: 'no-bid', bid: '0' }).quote!;
  main.tell('quotes', { symbol: 'AAPL', quote: oneSided });
  await expect(bid).toHaveAccessibleName('Bid');
  await expect(bid).toHaveAccessibleDescription('nobody bids');
});

test('nothing moves when quotes tick', async ({ page, main }) => {
  main.tell('quotes', quoteOf());
  const quote = ticketOf(page).getByRole('group', { name: 'Quote' });
  await expect(quote).toContainText('190.10');
  const places = async () => [
    await quote.getByRole('button', { name: /^Bid/ }).boundingBox(),
    await quote.getByRole('button', { name: /^Ask/ }).boundingBox(),
    await field(page, 'Quantity').boundingBox(),
  ];
  const before = await places();
  expect(before[0]?.height).toBeGreaterThanOrEqual(24);
  main.tell(
    'quotes',
    quoteOf({ bid: '1199.9', ask: '1200.02', bidSize: '12345678', askSize: '1' }),
  );
  await expect(quote).toContainText('1,199.90');
  expect(await places()).toEqual(before);
});

test('prices go by ticks and quantities by one, by key and by button', async ({ page, main }) => {
  main.tell('quotes', quoteOf());
  await expect(ticketOf(page)).toContainText('190.12');
  const quantity = field(page, 'Quantity');
  await quantity.press('ArrowUp');
  await expect(quantity).toHaveValue('1');
  await quantity.press('Shift+ArrowUp');
  await expect(quantity).toHaveValue('11');
  await ticketOf(page).getByRole('button', { name: 'One less' }).click();
  await expect(quantity).toHaveValue('10');
  await fill(page, { 'Order type': 'Limit' });
  const limit = field(page, 'Limit price');
  await limit.press('ArrowDown');
  await expect(limit).toHaveValue('190.12');
  await limit.press('ArrowDown');
  await expect(limit).toHaveValue('190.11');
  const up = ticketOf(page).getByRole('button', { name: 'Up one tick' });
  await up.click({ modifiers: ['Shift'] });
  await expect(limit).toHaveValue('190.21');
  const box = await up.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
});

test('exits in percent or dollars show their prices, gain, loss and reward to risk, and send prices', async ({
  page,
  main,
}) => {
  main.tell('quotes', quoteOf());
  await fill(page, { Quantity: '10', 'Order type': 'Limit', 'Limit price': '190' });
  await fill(page, { 'Order class': 'Bracket', 'Exits in': 'Percent' });
  await fill(page, { 'Take profit': '5', 'Stop loss': '2.5' });
  await expect(ticketOf(page)).toContainText('= 199.50, +95.00');
  await expect(ticketOf(page)).toContainText('= 185.25, -47.50');
  await expect(ticketOf(page)).toContainText(/Reward to risk\s*2 : 1/);
  await expect
    .poll(() => main.inputsOf('orders.preview').at(-1))
    .toMatchObject({
      draft: { takeProfit: { limitPrice: '199.5' }, stopLoss: { stopPrice: '185.25' } },
    });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await expect(reviewOf(page)).toContainText(/At the take profit\s*\+95\.00/);
  await expect(reviewOf(page)).toContainText(/Reward to risk\s*2 : 1/);
  await reviewOf(page).getByRole('button', { name: 'Back' }).click();
  // What it came to is kept as a price; another unit begins anew.
  await fill(page, { 'Exits in': 'Price' });
  await expect(field(page, 'Take profit')).toHaveValue('199.50');
  await fill(page, { 'Exits in': 'Dollars' });
  await expect(field(page, 'Take profit')).toHaveValue('');
  await fill(page, { 'Stop loss': '45' });
  await expect(ticketOf(page)).toContainText('= 185.50, -45.00');
});

test('presets are saved, used for another symbol, renamed and deleted, and two windows agree', async ({
  page,
  context,
  main,
  address,
}) => {
  const presets = (of = page) => ticketOf(of).getByRole('button', { name: 'Presets' });
  const item = (name: string | RegExp, of = page) => of.getByRole('menuitem', { name });
  await fill(page, { Quantity: '10', 'Order class': 'Bracket', 'Exits in': 'Percent' });
  await fill(page, { 'Take profit': '5', 'Stop loss': '2' });
  await presets().click();
  await item('Save as…').click();
  const dialog = page.getByRole('dialog', { name: 'Save ticket as preset' });
  await dialog.getByLabel('Preset name').fill('Swing');
  await dialog.getByLabel('Preset name').press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(reviewOf(page)).toHaveCount(0);
  await expect
    .poll(() => main.documents.presets.presets.map(({ name }) => name))
    .toEqual(['Swing']);

  const other = await context.newPage();
  await openDesk(other, address);
  await choose(other, 'MSFT');
  await presets(other).click();
  await item(/^Swing/, other).click();
  await expect(field(other, 'Symbol')).toHaveValue('MSFT');
  await expect(field(other, 'Quantity')).toHaveValue('10');
  await expect(field(other, 'Take profit')).toHaveValue('5');
  await expect(field(other, 'Exits in')).toHaveText('Percent');

  await presets(other).click();
  await item('Rename…', other).click();
  const rename = other.getByRole('dialog', { name: 'Rename preset' });
  await rename.getByLabel('New name').fill('Two days');
  await rename.getByRole('button', { name: 'Rename' }).click();
  // The palette of the first window has heard of it.
  await expect
    .poll(() => main.documents.presets.presets.map(({ name }) => name))
    .toEqual(['Two days']);
  await choose(page, 'TSLA');
  await page.bringToFront();
  await fill(page, { 'Order class': 'Simple' });
  await page.keyboard.press('ControlOrMeta+k');
  await page
    .getByRole('dialog', { name: 'Command palette' })
    .getByRole('combobox')
    .fill('use preset two');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Order class')).toHaveText('Bracket');
  await presets().click();
  await item('Delete…').click();
  await page.getByRole('button', { name: 'Delete preset' }).click();
  await expect.poll(() => main.documents.presets.presets).toEqual([]);
});

test('the linked chart follows a whole symbol once its field is left', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  main.answer('assets.search', ({ text }) => ok(text === 'AMD' ? [AMD] : []));
  await openDesk(page, address);
  await choose(page, 'AAPL');
  const chart = (symbol: string) => page.getByRole('figure', { name: `Price chart, ${symbol}` });
  await expect(chart('AAPL')).toBeVisible();
  await field(page, 'Symbol').fill('tsla');
  await expect(chart('AAPL')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(chart('TSLA')).toBeVisible();
  // Known by its name alone; what nobody knows moves nothing.
  await field(page, 'Symbol').fill('amd');
  await page.keyboard.press('Tab');
  await expect(chart('AMD')).toBeVisible();
  await field(page, 'Symbol').fill('amdx');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Symbol')).toHaveAccessibleDescription(/does not know AMDX/);
  await expect(chart('AMD')).toBeVisible();
});

for (const [width, height] of [
  [1280, 720],
  [1440, 900],
] as const)
  test(`no figure of ticket or review is below the fold of ${width} by ${height}`, async ({
    page,
    main,
    address,
  }) => {
    main.showDefaultLayout();
    await page.setViewportSize({ width, height });
    await openDesk(page, address);
    await choose(page, 'AAPL');
    main.tell('quotes', quoteOf());
    await fill(page, { Quantity: '10' });
    const body = ticketOf(page).getByRole('group').first();
    const hidden = () => body.evaluate((box) => box.scrollHeight - box.clientHeight);
    for (const more of [
      {},
      { 'Order type': 'Limit', 'Limit price': '190' },
      { 'Order class': 'Bracket', 'Take profit': '199.5', 'Stop loss': '185' },
    ]) {
      await fill(page, more);
      await expect(ticketOf(page)).toContainText(/Position after\s*10/);
      expect(await hidden()).toBeLessThanOrEqual(0);
      await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
      const review = reviewOf(page);
      await expect(review.getByRole('button', { name: /^Place order/ })).toBeInViewport({
        ratio: 1,
      });
      for (const figure of await review.getByRole('definition').all())
        await expect(figure).toBeInViewport({ ratio: 1 });
      await review.getByRole('button', { name: 'Back' }).click();
    }
  });
