// What the drawings of the account say, read back from the marks: each bar is measured against the axis beside it and
// compared with the table.
import type { Locator, Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { Position } from '#contract/orders.ts';
import { AccountReading } from '#contract/records.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok, type World } from '#test/component/support/world.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const DAY_MS = 86_400_000;

async function openAccount(page: Page, address: string): Promise<void> {
  await openDesk(page, address);
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Account', exact: true })
    .click();
}

/** Holdings of one share each, that were worth 100 at the close. */
function hold(main: World, worth: Record<string, string | undefined>): void {
  const positions = Object.entries(worth).map(([symbol, marketValue]) =>
    Position.parse({
      symbol,
      side: 'long',
      qty: '1',
      avgEntryPrice: '100',
      lastdayPrice: '100',
      marketValue,
    }),
  );
  main.tell('positions', { positions, receivedAt: Date.now() });
}

function setAccount(main: World, { cash = '100000', dayChangePercent = '0' }): void {
  const account = {
    accountNumber: 'PLAYED',
    status: 'ACTIVE',
    currency: 'USD',
    equity: '100000',
    lastEquity: '100000',
    cash,
    buyingPower: '200000',
  };
  const reading = { account, receivedAt: Date.now(), dayChange: '-0.04', dayChangePercent };
  main.tell('account', AccountReading.parse(reading));
}

function setEquity(main: World, values: readonly number[]): void {
  const from = Date.now() - values.length * DAY_MS;
  main.answer('portfolio.history', () =>
    ok({
      time: values.map((_, n) => from + n * DAY_MS),
      equity: values.map((value) => Decimal.parse(value.toFixed(2))),
      profitLoss: values.map(() => Decimal.parse('0')),
      profitLossPercent: values.map(() => 0),
      baseValue: Decimal.parse('100000'),
    }),
  );
}

const panelOf = (page: Page, name: string): Locator => page.getByRole('region', { name });

type Tick = { text: string; at: number };
type Marks = {
  /** Along the axis of values. */
  ticks: Tick[];
  names: Tick[];
  /** Where each bar begins and ends along that axis, and its middle across it. */
  bars: { from: number; to: number; middle: number; fill: string }[];
  /** Where the line of zero is. */
  zero: number | undefined;
};

const marksOf = (figure: Locator): Promise<Marks> =>
  figure.evaluate((element) => {
    const box = (of: Element) => of.getBoundingClientRect();
    const ticksOf = (axis: string, isAcross: boolean) =>
      [
        ...element.querySelectorAll(
          `.recharts-${axis}-tick-labels .recharts-cartesian-axis-tick-value`,
        ),
      ].map((tick) => ({
        text: tick.textContent ?? '',
        at: isAcross ? box(tick).x + box(tick).width / 2 : box(tick).y + box(tick).height / 2,
      }));
    const zero = element.querySelector('.recharts-reference-line-line');
    return {
      ticks: ticksOf('xAxis', true),
      names: ticksOf('yAxis', false),
      bars: [...element.querySelectorAll('.recharts-bar-rectangle path')].map((bar) => ({
        from: box(bar).left,
        to: box(bar).right,
        middle: box(bar).y + box(bar).height / 2,
        fill: bar.getAttribute('fill') ?? '',
      })),
      zero: zero ? box(zero).x : undefined,
    };
  });

const valueOf = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''));

/** What a person reads off the bars, by name, and how much a pixel is. */
async function readBars(figure: Locator): Promise<{ values: Map<string, number>; pixel: number }> {
  await expect(figure.locator('.recharts-bar-rectangle path').first()).toBeVisible();
  const { ticks, names, bars, zero } = await marksOf(figure);
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (!first || !last) throw new Error('the axis has no ticks');
  const pixel = (valueOf(last.text) - valueOf(first.text)) / (last.at - first.at);
  const at = (x: number): number => valueOf(first.text) + (x - first.at) * pixel;
  // The axis has its zero, and the line through it is where the axis says.
  expect(ticks.map(({ text }) => valueOf(text))).toContain(0);
  expect(Math.abs(at(zero ?? NaN))).toBeLessThan(1.5 * pixel);
  const values = new Map<string, number>();
  for (const { from, to, middle } of bars) {
    const name = names.find((one) => Math.abs(one.at - middle) < 4)?.text ?? '';
    // Every bar begins at zero and goes one way.
    const ends = [at(from), at(to)].toSorted((a, b) => Math.abs(a) - Math.abs(b));
    expect(Math.abs(ends[0] ?? NaN)).toBeLessThan(1.5 * pixel);
    values.set(name, ends[1] ?? NaN);
  }
  return { values, pixel };
}

async function expectBars(figure: Locator, expected: Record<string, number>): Promise<void> {
  // Drawn anew as it grows: what a person reads is the last drawing.
  await expect(async () => {
    const { values, pixel } = await readBars(figure);
    expect([...values.keys()]).toEqual(Object.keys(expected));
    for (const [name, value] of Object.entries(expected))
      // A bar of nothing is two pixels wide, so that it is there.
      expect(Math.abs((values.get(name) ?? NaN) - value)).toBeLessThan(3 * pixel);
  }).toPass({ timeout: 20_000 });
}

const rowsOf = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

test('profit and loss have their zero, what is left over, and the sum of the table', async ({
  page,
  main,
  address,
}) => {
  hold(main, {
    ...Object.fromEntries(
      Array.from({ length: 15 }, (_, n) => [
        `S${n}`,
        (100 + (n % 2 ? -1 : 1) * (45 - 3 * n)).toFixed(2),
      ]),
    ),
    NEW: undefined,
  });
  await openAccount(page, address);
  const panel = panelOf(page, 'Profit and loss by symbol');
  const figure = panel.getByRole('figure');
  // S11 to S14: -12 + 9 - 6 + 3.
  const others = { '4 others': -6 };
  await expectBars(figure, {
    ...Object.fromEntries(
      Array.from({ length: 11 }, (_, n) => [`S${n}`, (n % 2 ? -1 : 1) * (45 - 3 * n)]),
    ),
    ...others,
  });
  await expect(figure).toContainText('In USD.');
  await expect(figure).toContainText('Without NEW: current price, last close or fills not known.');
  await panel.getByRole('button', { name: 'Show as table' }).click();
  // Those in sight are drawn; all of them are counted, its head with them.
  await expect(page.getByRole('table', { name: 'Profit and loss by symbol' })).toHaveAttribute(
    'aria-rowcount',
    '17',
  );
});

test('a loss alone begins at zero', async ({ page, main, address }) => {
  hold(main, { AAPL: '99.96' });
  await openAccount(page, address);
  await expectBars(panelOf(page, 'Profit and loss by symbol').getByRole('figure'), { AAPL: -0.04 });
});

test('borrowed money is below zero in the allocation, as in its table', async ({
  page,
  main,
  address,
}) => {
  setAccount(main, { cash: '-50' });
  hold(main, {
    ...Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`S${n}`, '10'])),
    BIG: '60',
    NEW: undefined,
  });
  await openAccount(page, address);
  const panel = panelOf(page, 'Allocation');
  const figure = panel.getByRole('figure');
  await expectBars(figure, {
    BIG: 24,
    Cash: -20,
    ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`S${n}`, 4])),
    '5 others': 20,
  });
  // Its label begins at the zero as those above it do, and not at its other end, where the names are.
  const [owed, small] = [figure.getByText('-20.00%'), figure.getByText('4.00%').last()];
  const [at, beside] = [await owed.boundingBox(), await small.boundingBox()];
  expect(Math.abs((at?.x ?? 0) - (beside?.x ?? Infinity))).toBeLessThan(40);
  await expect(panel).toContainText('Without NEW: no price.');
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(rowsOf(page, 'Allocation').nth(1)).toHaveText(/Cash\s*-50\.00\s*-20\.00%/);
});

test('the curve of an account that hardly moved is hardly a hill, and says that its axis is cut', async ({
  page,
  main,
  address,
}) => {
  setEquity(main, [100_000, 100_030, 100_010, 99_999.96]);
  await openAccount(page, address);
  const figure = page.getByRole('figure', { name: 'Equity over time' });
  const curve = figure.locator('.recharts-line-curve');
  // It is drawn anew as it grows: both are measured in the same drawing.
  await expect
    .poll(async () => {
      const [line, plot] = [await curve.boundingBox(), await figure.boundingBox()];
      return line !== null && plot !== null && line.width > 100 && line.height < plot.height / 10;
    })
    .toBe(true);
  // Nothing is filled that could be taken for an amount.
  expect(await curve.getAttribute('fill')).toBe('none');
  await expect(figure.locator('.recharts-area-area')).toHaveCount(0);
  await expect(figure).toContainText(
    /In USD\. The axis does not start at zero: its height is 1(\.\d)?% of/,
  );
  const below = page.getByRole('figure', { name: 'Drawdown over time' });
  const ticks = below.locator('.recharts-yAxis-tick-labels .recharts-cartesian-axis-tick-value');
  await expect(ticks.filter({ hasText: /^0$/ })).toHaveCount(1);
});

test('the first value of a young account is said and not drawn', async ({
  page,
  main,
  address,
}) => {
  setEquity(main, [100_000]);
  await openAccount(page, address);
  const panel = panelOf(page, 'Equity and drawdown');
  await expect(panel).toContainText('So far there is only one value for this period: 100,000.00');
  await expect(panel).toContainText(`, ${new Date().getUTCFullYear()}.`);
  await expect(panel.locator('svg.recharts-surface')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(rowsOf(page, 'Equity')).toHaveCount(1);
});

test('what reads as nothing is neither red nor green', async ({ page, main, address }) => {
  setAccount(main, { dayChangePercent: '-0.00004' });
  await openDesk(page, address);
  const change = page.getByRole('region', { name: 'Account', exact: true }).locator('.change .num');
  await expect(change).toHaveText(['-0.04', '(0.00%)']);
  await expect(change.first()).toHaveClass(/down/);
  await expect(change.nth(1)).not.toHaveClass(/up|down/);
});

test('the bar of a contract of options has its whole name', async ({ page, main, address }) => {
  const contract = 'AAPL261218C00200000';
  setAccount(main, {});
  hold(main, { [contract]: '100', KO: '101' });
  await openAccount(page, address);
  const plot = page.getByRole('figure', { name: 'Allocation in percent' });
  const name = plot.locator('svg text').filter({ hasText: contract });
  const overhang = () =>
    name.evaluate((text) => {
      const plotted = text.closest('svg')?.getBoundingClientRect();
      return (plotted?.left ?? Infinity) - text.getBoundingClientRect().left;
    });
  await expect.poll(overhang).toBeLessThanOrEqual(0);
});
