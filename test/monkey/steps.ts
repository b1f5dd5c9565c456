// What the monkey does: only what a keyboard and a mouse can, and what a broker, a browser or a second window does by
// itself. A step that finds nothing to do is no finding.
import type { Locator, Page } from 'playwright';
import { FAULT_KINDS } from '#test/faults/support/kinds.ts';
import { reachable, readOpen, type Control, type Open } from '#test/monkey/seen.ts';
import { KEYS, SYMBOLS, TEXTS } from '#test/monkey/texts.ts';
import { STEP_MS, type Rig } from '#test/monkey/rig.ts';

export type Random = () => number;
export type Step = { name: string; weight: number; run(world: World): Promise<string> };
/** Each answers what was done, in words. */
export type World = { rig: Rig; page: Page; random: Random; onFinding(text: string): void };

export const pick = <T>(random: Random, of: readonly T[]): T => {
  const one = of[Math.floor(random() * of.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
};

/** Leads out of the desk, to other brokers or to a lock whose passphrase nobody knows. */
const NEVER = /^(Lock|Unlock|Connect|Choose its passphrase|Make the sealed|Forget|Break |Heal)/;
const MOST_WINDOWS = 2;
const SETTLE_MS = 500;
/** A dialog waits for the answer to what it sent; the longest is an attempt that hangs. */
const BUSY_MS = 20_000;

const control =
  (roles: RegExp) =>
  async ({ page, random }: World, act: (one: Control) => Promise<string>): Promise<string> => {
    const found = (await reachable(page)).filter(
      ({ role, name }) => roles.test(role) && !NEVER.test(name),
    );
    if (found.length === 0) return 'nothing to reach';
    // By role first: rows and cells would drown everything else.
    const role = pick(random, [...new Set(found.map((one) => one.role))].sort());
    return act(
      pick(
        random,
        found.filter((one) => one.role === role),
      ),
    );
  };
/** Links lead out of the page. */
const anything = control(/^(?!link$)/);
const field = control(/^(textbox|combobox|searchbox|spinbutton)$/);

/** Whether it is there within the time of a step. */
const isThere = (locator: Locator): Promise<boolean> =>
  locator
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    );

async function type(page: Page, { x, y }: Pick<Control, 'x' | 'y'>, text: string): Promise<void> {
  await page.mouse.click(x, y);
  await page.keyboard.press('Control+A');
  if (text === '') await page.keyboard.press('Backspace');
  else await page.keyboard.insertText(text);
}

/** Looks again until it is so, or for as long as the page may take to get there. */
async function settled(page: Page, isSo: (now: Open) => boolean, ms = SETTLE_MS): Promise<Open> {
  const end = performance.now() + ms;
  for (;;) {
    const now = await readOpen(page);
    if (isSo(now) || performance.now() > end) return now;
  }
}

/** Out of whatever is open, as a person would: by Escape. What cannot be left so is a finding. */
export async function leave({
  page,
  onFinding,
}: Pick<World, 'page' | 'onFinding'>): Promise<string> {
  const before = await readOpen(page);
  const end = performance.now() + BUSY_MS;
  let now = before;
  while (now.open.length > 0 && performance.now() < end) {
    const { length } = now.open;
    await page.keyboard.press('Escape');
    now = await settled(page, ({ open }) => open.length < length);
  }
  if (now.open.length > 0) onFinding(`no way out of ${now.open.join(', ')}`);
  else if (before.open.length > 0) {
    const { hasFocus } = await settled(page, (one) => one.hasFocus);
    if (!hasFocus) onFinding(`the focus is on nothing after Escape from ${before.open.join(', ')}`);
  }
  return before.open.join(', ') || 'nothing was open';
}

export async function goTo(page: Page, screen: string, timeout = STEP_MS): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: screen, exact: true })
    .click({ timeout });
}

const SCREENS = ['Desk', 'Desk', 'Account', 'Tokenization', 'Apps', 'Activity', 'Settings'];

/** Fills in the ticket, reviews and places what is in it. */
async function place(world: World): Promise<string> {
  const { page, random } = world;
  await leave(world);
  await goTo(page, 'Desk');
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  if (!(await isThere(ticket))) return 'there is no ticket';
  const symbol = pick(random, SYMBOLS);
  const side = random() < 0.65 ? 'Buy' : 'Sell';
  const kind = pick(random, ['Market', 'Market', 'Limit', 'Stop', 'Trailing stop'] as const);
  const qty = pick(random, ['1', '2', '3', '7']);
  await ticket.getByText(side, { exact: true }).click();
  const symbolField = ticket.getByLabel('Symbol');
  await symbolField.fill(symbol);
  await symbolField.press('Tab');
  const types = ticket.getByLabel('Order type');
  if (!(await types.innerText()).includes(kind)) {
    await types.click();
    const choice = page.getByRole('option', { name: kind, exact: true });
    if (await isThere(choice)) await choice.click();
    else await page.keyboard.press('Escape');
  }
  await ticket.getByLabel('Quantity').fill(qty);
  const far = side === 'Buy' ? ['1', '2', '500'] : ['900', '1200', '3'];
  for (const name of ['Limit price', 'Stop price', 'Trail']) {
    const price = ticket.getByLabel(name, { exact: true });
    if ((await price.count()) > 0) await price.fill(pick(random, far));
  }
  await ticket.getByRole('button', { name: /^(Review order|Place order)/ }).click();
  const said = `${side} ${qty} ${symbol} ${kind}`;
  const review = page.getByRole('dialog', { name: 'Review order' });
  if (!(await isThere(review))) return `${said}: no review`;
  for (const box of await review.getByRole('checkbox').all()) await box.check();
  const action = review.getByRole('button', { name: /^Place order/ });
  if (await action.isDisabled()) return `${said}: cannot be placed`;
  if (random() < 0.1) await action.dblclick();
  else await action.click();
  return said;
}

/** One of the buttons of these words, if there is one, and what the dialog after it asks for. */
const press =
  (words: RegExp, dialog?: string, action?: RegExp) =>
  async (world: World): Promise<string> => {
    const { page, random } = world;
    await leave(world);
    await goTo(page, 'Desk');
    const buttons = await page.getByRole('button', { name: words }).all();
    if (buttons.length === 0) return 'there is none';
    const button = pick(random, buttons);
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    if (await button.isDisabled()) return `${name} is off`;
    await button.click();
    if (dialog === undefined) return name;
    const open = page.getByRole('dialog', { name: new RegExp(`^${dialog}`) });
    if (!(await isThere(open))) return `${name}: no dialog`;
    if (dialog === 'Change order') {
      const inputs = await open.getByRole('textbox').all();
      if (inputs.length > 0) await pick(random, inputs).fill(pick(random, ['1', '2', '4', '5']));
    }
    for (const box of await open.getByRole('checkbox').all()) await box.check();
    if (action && random() < 0.9) await open.getByRole('button', { name: action }).last().click();
    return name;
  };

async function orderFault({ rig, random }: World): Promise<string> {
  const kind = pick(random, FAULT_KINDS);
  for (const rule of kind.rules(random)) await rig.broker.control('POST', '/faults', rule);
  return kind.name;
}

async function cutStream({ rig, random }: World): Promise<string> {
  const stream = pick(random, ['trade', 'data']);
  await rig.broker.control('POST', '/streams/cut', { stream });
  return stream;
}

export const STEPS: readonly Step[] = [
  {
    name: 'click',
    weight: 34,
    run: (world) =>
      anything(world, async ({ role, name, x, y }) => {
        await world.page.mouse.click(x, y);
        return `${role} ${name}`;
      }),
  },
  {
    name: 'type',
    weight: 14,
    run: (world) =>
      field(world, async (one) => {
        const text = pick(world.random, TEXTS);
        await type(world.page, one, text);
        if (world.random() < 0.3) await world.page.keyboard.press('Enter');
        return `${one.name}: ${text}`;
      }),
  },
  {
    name: 'key',
    weight: 12,
    async run({ page, random }) {
      const key = pick(random, KEYS);
      await page.keyboard.press(key);
      return key;
    },
  },
  { name: 'leave', weight: 4, run: leave },
  {
    name: 'go to',
    weight: 5,
    async run(world) {
      await leave(world);
      const screen = pick(world.random, SCREENS);
      await goTo(world.page, screen);
      return screen;
    },
  },
  { name: 'place', weight: 14, run: place },
  { name: 'cancel', weight: 3, run: press(/^Cancel order: /) },
  { name: 'change', weight: 4, run: press(/^Change order: /, 'Change order', /^Change order/) },
  { name: 'close', weight: 3, run: press(/^Close$/, 'Close', /^Close \d/) },
  { name: 'cancel all', weight: 2, run: press(/^Cancel all$/, 'Cancel all orders', /^Cancel \d/) },
  { name: 'flatten', weight: 1, run: press(/^Flatten$/, 'Flatten', /^Flatten|^Close/) },
  { name: 'stop', weight: 2, run: press(/^Stop all trading$/) },
  { name: 'allow', weight: 5, run: press(/^Allow trading…$/) },
  { name: 'fault', weight: 6, run: orderFault },
  { name: 'cut', weight: 2, run: cutStream },
  {
    name: 'shock',
    weight: 1,
    async run({ rig, random }) {
      const shock = {
        symbol: pick(random, SYMBOLS),
        factor: pick(random, ['0.97', '1.03', '0.8']),
      };
      await rig.broker.control('POST', '/market/shock', shock);
      return `${shock.symbol} ${shock.factor}`;
    },
  },
  {
    name: 'wheel',
    weight: 3,
    async run({ page, random }) {
      await page.mouse.move(200 + random() * 1_200, 200 + random() * 700);
      const by = (random() - 0.4) * 1_200;
      await page.mouse.wheel(0, by);
      return String(Math.round(by));
    },
  },
  {
    name: 'reload',
    weight: 1,
    async run({ page }) {
      await page.reload({ timeout: 30_000 });
      await page.getByRole('status', { name: 'Price stream' }).waitFor({ timeout: 30_000 });
      return '';
    },
  },
  {
    name: 'window',
    weight: 1,
    async run({ rig, page }) {
      if (rig.windows().length < MOST_WINDOWS) return `opened ${(await rig.open()).url()}`;
      await page.close();
      return 'closed';
    },
  },
];

export function chooseStep(random: Random): Step {
  let left = random() * STEPS.reduce((sum, { weight }) => sum + weight, 0);
  for (const step of STEPS) if ((left -= step.weight) < 0) return step;
  return pick(random, STEPS);
}
