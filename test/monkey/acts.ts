// What a person does on purpose: whole ways through a screen by role and name, from wherever the page happens to be.
import type { Locator, Page } from 'playwright';
import { pick, type World } from '#test/monkey/random.ts';
import { PASSPHRASE, STEP_MS } from '#test/monkey/rig.ts';
import { readOpen, type Open } from '#test/monkey/seen.ts';
import { SYMBOLS } from '#test/monkey/texts.ts';
import { EVM, SOLANA } from '#test/support/mint-values.ts';

const SETTLE_MS = 500;
/** A dialog waits for the answer to what it sent; the longest is an attempt that hangs. */
const BUSY_MS = 20_000;

/** Whether it is there within the time of a step. */
const isThere = (locator: Locator, timeout = STEP_MS): Promise<boolean> =>
  locator
    .first()
    .waitFor({ timeout })
    .then(
      () => true,
      () => false,
    );

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

/** The desk with a panel of it in front; where it was closed, the standard layout comes back. */
async function toPanel(world: World, name: string): Promise<void> {
  const { page } = world;
  await leave(world);
  await goTo(page, 'Desk');
  if (await showTab(page, name)) return;
  await resetLayout(page);
  await showTab(page, name);
}

export async function showTab(page: Page, name: string): Promise<boolean> {
  const tab = page.getByRole('tab', { name, exact: true }).first();
  if ((await tab.count()) === 0 || !(await tab.isVisible())) return false;
  if ((await tab.getAttribute('aria-selected')) === 'true') return true;
  return tab.click().then(
    () => true,
    () => false,
  );
}

export async function resetLayout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Layouts/ }).click();
  await page.getByRole('menuitem', { name: /^Reset/ }).click();
}

/** Chooses one of a list by its words; what is chosen already stays. */
async function choose(page: Page, list: Locator, words: string): Promise<void> {
  if ((await list.innerText()).trim() === words) return;
  await list.click();
  const choice = page.getByRole('option', { name: words, exact: true });
  if (await isThere(choice, 1_000)) await choice.click();
  else await page.keyboard.press('Escape');
}

/** Confirms what a dialog asks, with every box in it checked. */
async function confirm(
  { page, random }: World,
  dialog: RegExp,
  action: RegExp,
): Promise<'done' | 'no dialog' | 'held'> {
  const open = page.getByRole('dialog', { name: dialog });
  if (!(await isThere(open))) return 'no dialog';
  const button = open.getByRole('button', { name: action }).last();
  if (!(await isThere(button))) return 'held';
  for (const box of await open.getByRole('checkbox').all()) await box.check();
  // It may still be read what it will do.
  const end = performance.now() + STEP_MS;
  while ((await button.isDisabled()) && performance.now() < end) await settled(page, () => false);
  if (await button.isDisabled()) return 'held';
  if (random() < 0.1) await button.dblclick();
  else await button.click();
  return 'done';
}

/** Fills in the ticket, reviews and places what is in it. */
export async function place(world: World): Promise<string> {
  const { page, random } = world;
  await toPanel(world, 'Order ticket');
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  if (!(await isThere(ticket))) return 'there is no ticket';
  const symbol = pick(random, SYMBOLS);
  const side = random() < 0.65 ? 'Buy' : 'Sell';
  const kind = pick(random, [
    'Market',
    'Market',
    'Limit',
    'Limit',
    'Limit',
    'Stop',
    'Trailing stop',
  ]);
  const qty = pick(random, ['1', '2', '3', '7']);
  const said = `${side} ${qty} ${symbol} ${kind}`;
  const action = ticket.getByRole('button', { name: /^(Review order|Place order)/ });
  if (await action.isDisabled()) return `${said}: held, ${await allow(world)}`;
  await ticket.getByText(side, { exact: true }).click();
  await ticket.getByLabel('Symbol').fill(symbol);
  await ticket.getByLabel('Symbol').press('Tab');
  await choose(page, ticket.getByLabel('Order type'), kind);
  await choose(page, ticket.getByLabel('Order class'), 'Simple');
  await ticket.getByLabel('Quantity').fill(qty);
  const far = side === 'Buy' ? ['1', '2', '500'] : ['900', '1200', '3'];
  for (const name of ['Limit price', 'Stop price', 'Trail']) {
    const price = ticket.getByLabel(name, { exact: true });
    if ((await price.count()) > 0) await price.fill(pick(random, far));
  }
  await action.click();
  return `${said}: ${await confirm(world, /^Review order/, /^Place order/)}`;
}

type Pressed = {
  /** Of the button. */
  words: RegExp;
  /** The panel of the desk that it is in; without one it is in reach everywhere. */
  panel?: string;
  dialog?: RegExp;
  action?: RegExp;
  /** What is done where there is nothing to press. */
  orElse?: (world: World) => Promise<string>;
};

/** One of the buttons of these words, if there is one, and what the dialog after it asks for. */
export const press =
  ({ words, panel, dialog, action, orElse }: Pressed) =>
  async (world: World): Promise<string> => {
    const { page, random } = world;
    if (panel === undefined) await leave(world);
    else await toPanel(world, panel);
    const buttons = await page.getByRole('button', { name: words }).all();
    if (buttons.length === 0) return orElse ? `none, ${await orElse(world)}` : 'there is none';
    const button = pick(random, buttons);
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    if (await button.isDisabled())
      return orElse ? `${name} is off, ${await orElse(world)}` : `${name} is off`;
    await button.click();
    if (!dialog || !action) return name;
    const open = page.getByRole('dialog', { name: dialog });
    if (!(await isThere(open))) return `${name}: no dialog`;
    const inputs = await open.getByRole('textbox').all();
    if (inputs.length > 0) await pick(random, inputs).fill(pick(random, ['1', '2', '4', '5']));
    if (random() < 0.1) return `${name}: thought better of it`;
    return `${name}: ${await confirm(world, dialog, action)}`;
  };

/** What holds an order back is mostly that all is stopped. */
export const allow = press({ words: /^Allow trading…$/ });

/** Mints some of what is held, or of what is not. */
export async function mint(world: World): Promise<string> {
  const { page, random, rig } = world;
  await leave(world);
  await goTo(page, 'Tokenization');
  const form = page.getByRole('form', { name: 'Mint' });
  if (!(await isThere(form))) return 'there is no form';
  const held = (rig.main.truth().positions[0] ?? []).filter(({ side }) => side === 'long');
  const symbol = held.length > 0 ? pick(random, held).symbol : pick(random, SYMBOLS);
  const [network, wallet] = random() < 0.7 ? ['solana', SOLANA] : ['ethereum', EVM];
  const said = `${symbol} on ${network}`;
  const review = form.getByRole('button', { name: 'Review mint' });
  if (await review.isDisabled()) return `${said}: held, ${await allow(world)}`;
  for (const [name, text] of [
    ['Underlying symbol', symbol],
    ['Quantity', pick(random, ['1', '0.5', '0.25', '400'])],
    ['Issuer', 'xstocks'],
    ['Network', network],
    ['Wallet address', wallet],
    ['Label', pick(random, ['', '', 'monkey', `monkey ${Math.floor(random() * 1e6)}`])],
  ] as const) {
    const field = form.getByLabel(name, { exact: true });
    await field.fill(text);
    await field.press('Tab');
  }
  await review.click();
  if (!(await isThere(page.getByRole('dialog', { name: 'Review mint' }), 2_000)))
    return `${said}: no review`;
  return `${said}: ${await confirm(world, /^Review mint/, /^Request mint/)}`;
}

/** By name from the palette, which every screen has; then sometimes by a wrong passphrase first. */
export async function lock(world: World): Promise<string> {
  const { page, random, rig, onFinding } = world;
  await leave(world);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await page.keyboard.insertText('lock the desk');
  await page.getByRole('option', { name: /^Lock the desk/ }).click();
  for (const one of rig.windows())
    if (!(await isThere(one.getByRole('heading', { name: 'Ballast is locked' }))))
      onFinding('a window of a locked desk does not say that it is locked');
  const isStopping = random() < 0.3;
  if (isStopping) await page.getByRole('button', { name: 'Stop all trading' }).click();
  const said = page.getByRole('region', { name: 'All trading is stopped' });
  const isStopped = isStopping || rig.main.truth().trading?.isStopped === true;
  if ((await isThere(said, isStopped ? STEP_MS : 300)) !== isStopped)
    onFinding(`a locked desk does ${isStopped ? 'not ' : ''}say that all is stopped`);
  if (random() < 0.3) {
    await page.getByLabel('Passphrase').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
  }
  await unlock(page);
  return isStopping ? 'and stopped' : '';
}

/** The passphrase of the lock, if that is what the page asks for. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: 30_000 });
}

/** As far as nothing is sent to anybody: a key without its secret. */
export async function connect(world: World): Promise<string> {
  const { page, random, onFinding } = world;
  await leave(world);
  await goTo(page, 'Settings');
  const form = page.getByRole('form', { name: 'Connect account' });
  const button = page.getByRole('button', { name: 'Connect an account', exact: true });
  if (await isThere(button, 1_000)) await button.click();
  await form.getByLabel('Account name').fill(`Mine ${Math.floor(random() * 1e6)}`);
  await form.getByLabel('Key ID').fill('nonsense');
  await form.getByLabel('Secret key').fill('');
  await form.getByRole('button', { name: 'Check and save' }).click();
  if (!(await isThere(form.getByText('Enter the secret key.'))))
    onFinding('a key without its secret is not refused in words');
  await form.getByRole('button', { name: 'Back' }).click();
  return 'refused';
}

/** One of the faults of the practice broker, from its own screen. */
export async function breakIt(world: World): Promise<string> {
  const { page, random } = world;
  await leave(world);
  await goTo(page, 'Settings');
  await page
    .getByRole('button', { name: /^Break it/ })
    .first()
    .click();
  const buttons = page.getByRole('button', { name: /^(Break |Clear all faults)/ });
  if (!(await isThere(buttons))) return 'there is none';
  const button = pick(random, await buttons.all());
  if (await button.isDisabled()) return 'off';
  await button.click();
  return (await button.getAttribute('aria-label')) ?? 'healed';
}
