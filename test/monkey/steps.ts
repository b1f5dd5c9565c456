// What the monkey does: only what a keyboard and a mouse can, with a purpose (acts.ts) or without one, and what a broker,
// a browser or a second window does by itself. A step that finds nothing to do is no finding.
import type { Page } from 'playwright';
import { FAULT_KINDS } from '#test/faults/support/kinds.ts';
import {
  allow,
  breakIt,
  connect,
  goTo,
  leave,
  lock,
  mint,
  place,
  press,
} from '#test/monkey/acts.ts';
import { pick, type Random, type World } from '#test/monkey/random.ts';
import { reachable, type Control } from '#test/monkey/seen.ts';
import { KEYS, SYMBOLS, TEXTS } from '#test/monkey/texts.ts';

export type Step = { name: string; weight: number; run(world: World): Promise<string> };

/** It leads out of the desk, to other brokers; an act of its own goes as far as nothing is sent. */
const NEVER = /^(Connect|Check and save|Save without checking)/;
const MOST_WINDOWS = 2;

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

async function type(page: Page, { x, y }: Pick<Control, 'x' | 'y'>, text: string): Promise<void> {
  await page.mouse.click(x, y);
  await page.keyboard.press('Control+A');
  if (text === '') await page.keyboard.press('Backspace');
  else await page.keyboard.insertText(text);
}

const SCREENS = ['Desk', 'Desk', 'Account', 'Tokenization', 'Apps', 'Activity', 'Settings'];

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
    weight: 26,
    run: (world) =>
      anything(world, async ({ role, name, x, y }) => {
        await world.page.mouse.click(x, y);
        return `${role} ${name}`;
      }),
  },
  {
    name: 'type',
    weight: 10,
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
    weight: 10,
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
  { name: 'place', weight: 34, run: place },
  {
    name: 'cancel',
    weight: 7,
    run: press({ words: /^Cancel order: /, panel: 'Orders', orElse: place }),
  },
  {
    name: 'change',
    weight: 9,
    run: press({
      words: /^Change order: /,
      panel: 'Orders',
      dialog: /^Change order/,
      action: /^Change order/,
      orElse: place,
    }),
  },
  {
    name: 'close',
    weight: 6,
    run: press({
      words: /^Close [A-Z.]+$/,
      panel: 'Positions',
      dialog: /^Close /,
      action: /^Close |^Flatten/,
      orElse: place,
    }),
  },
  {
    name: 'cancel all',
    weight: 2,
    run: press({
      words: /^Cancel all$/,
      panel: 'Orders',
      dialog: /^Cancel all orders/,
      action: /^Cancel \d/,
      orElse: place,
    }),
  },
  {
    name: 'flatten',
    weight: 1,
    run: press({
      words: /^Flatten$/,
      panel: 'Positions',
      dialog: /^Flatten/,
      action: /^Flatten|^Close/,
    }),
  },
  { name: 'mint', weight: 6, run: mint },
  { name: 'stop', weight: 2, run: press({ words: /^Stop all trading$/ }) },
  { name: 'allow', weight: 3, run: allow },
  { name: 'lock', weight: 1, run: lock },
  { name: 'connect', weight: 1, run: connect },
  { name: 'break', weight: 1, run: breakIt },
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
