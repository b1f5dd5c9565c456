// Steps by a seed, and after every few of them a pause at which each window is compared with main and main with the
// broker's books. Each step has a random of its own, so that how much one of them draws does not change the next.
import type { Page } from 'playwright';
import { createRandom } from '#test/faults/support/campaign.ts';
import { goTo, leave, resetLayout, showTab, unlock } from '#test/monkey/acts.ts';
import {
  bellDifferences,
  chartDifferences,
  everywhereDifferences,
} from '#test/monkey/compare-frame.ts';
import { compare } from '#test/monkey/compare.ts';
import { pick, type Random } from '#test/monkey/random.ts';
import type { Rig } from '#test/monkey/rig.ts';
import { readMenu, readSeen } from '#test/monkey/seen.ts';
import { chooseStep } from '#test/monkey/steps.ts';
import { differencesFromBooks } from '#test/monkey/truth.ts';

export type Finding = { text: string; after: string[] };
export type Report = {
  steps: number;
  pauses: number;
  compared: number;
  /** On the broker's books by now. */
  orders: number;
  fills: number;
  mints: number;
  findings: Finding[];
};

type Options = {
  seed: number;
  /** Whether there is time for more. */
  goesOn: () => boolean;
  /** Once for each text; its numbers and ids do not make another one of it. */
  onFinding(finding: Finding): void;
  onPause(report: Report): void;
  /** What was done, in words. */
  onStep(words: string): void;
};

const STEPS_A_ROUND = 24;
const LAST_STEPS = 30;
/** For an attempt that hangs, what is asked after it, and a stream that comes back. */
const QUIET_MS = 90_000;
const AGREEMENT_MS = 12_000;
const LOOK_EVERY_MS = 250;
const VISITED = ['Account', 'Tokenization', 'Activity', 'Desk'];

export type Monkey = { run(rig: Rig): Promise<Report>; note(text: string): void };

export function createMonkey({ seed, goesOn, onFinding, onPause, onStep }: Options): Monkey {
  const steps: string[] = [];
  const report: Report = {
    steps: 0,
    pauses: 0,
    compared: 0,
    orders: 0,
    fills: 0,
    mints: 0,
    findings: [],
  };
  const known = new Set<string>();

  function note(text: string): void {
    const same = withoutNumbers(text);
    if (known.has(same)) return;
    known.add(same);
    const finding = { text, after: steps.slice(-LAST_STEPS) };
    report.findings.push(finding);
    onFinding(finding);
  }

  async function step(rig: Rig): Promise<void> {
    const random = createRandom(seed * 1_000_003 + report.steps++);
    const windows = rig.windows();
    const page = windows.length > 0 ? pick(random, windows) : await rig.open();
    const { name, run } = chooseStep(random);
    const nth = `${report.steps} window ${windows.indexOf(page) + 1} ${name}`;
    steps.push(nth);
    await page.bringToFront();
    if (rig.main.truth().isLocked) await unlock(page).catch(() => note('the desk stays locked'));
    const did = await run({ rig, page, random, onFinding: note }).catch(whyNot);
    steps[steps.length - 1] = `${nth}: ${did}`;
    onStep(`${nth}: ${did}`);
  }

  async function pause(rig: Rig, random: Random): Promise<void> {
    report.pauses++;
    await rig.broker.control('DELETE', '/faults');
    const [first] = rig.windows();
    if (first && rig.main.truth().isLocked)
      await unlock(first).catch(() => note('the desk stays locked'));
    steps.push('pause');
    await until(QUIET_MS, async () => {
      const busy = rig.main.isUnderWay();
      return busy === undefined
        ? differencesFromBooks(rig.main.truth(), await rig.books())
        : [busy];
    }).then((left) => left.forEach((text) => note(`main: ${text}`)));
    const { orders, executions } = await rig.books();
    const mints = rig.main.truth().requests.length;
    Object.assign(report, { orders: orders.length, fills: executions.length, mints });
    for (const page of rig.charts()) await agreeOnChart(rig, page);
    await rig.closeCharts();
    for (const page of rig.windows())
      await visit(rig, page, random).catch((error: unknown) =>
        note(`not to be visited: ${whyNot(error)}`),
      );
    await allowAgain(rig, random);
    onPause(report);
  }

  async function visit(rig: Rig, page: Page, random: Random): Promise<void> {
    await page.bringToFront();
    await leave({ page, onFinding: note });
    await agree(rig, page);
    for (const screen of VISITED) {
      await goTo(page, screen, AGREEMENT_MS).catch(() => note(`there is no way to ${screen}`));
      if (screen === 'Desk') await bringBack(page, random);
      if (screen === 'Account' && random() < 0.5) await showTables(page);
      await agree(rig, page);
    }
    await lookAtBell(rig, page);
    for (const name of ['Positions', 'Fills', 'Orders'])
      if (await showTab(page, name)) await agree(rig, page);
  }

  /** What is told and what is seen are read again and again: only what stays different is a finding. */
  async function agree(rig: Rig, page: Page): Promise<void> {
    const left = await until(AGREEMENT_MS, async () => {
      const seen = await readSeen(page);
      // An order that fills meanwhile is no moment to compare at.
      const activity = await rig.activity();
      return rig.main.isUnderWay() === undefined
        ? compare(seen, rig.main.truth(), activity)
        : ['busy'];
    });
    report.compared++;
    for (const text of left) if (text !== 'busy') note(text);
  }

  async function agreeOnChart(rig: Rig, page: Page): Promise<void> {
    const left = await until(AGREEMENT_MS, async () => {
      const [seen, truth] = [await readSeen(page), rig.main.truth()];
      return [...everywhereDifferences(seen, truth), ...chartDifferences(seen, truth)];
    });
    report.compared++;
    for (const text of left) note(`a chart's own window: ${text}`);
  }

  /** Opens what the bell leads to, and looks whether it is empty of news afterwards. */
  async function lookAtBell(rig: Rig, page: Page): Promise<void> {
    const bell = page.getByRole('button', { name: /^Alerts(, \d+ new)?$/ });
    const isPrivate =
      (await page.getByRole('button', { name: 'Hide amounts' }).getAttribute('aria-pressed')) ===
      'true';
    const left = await until(AGREEMENT_MS, async () => {
      await bell.click();
      await page.getByRole('menu', { name: 'Recent alerts' }).waitFor();
      const items = await readMenu(page);
      await leave({ page, onFinding: note });
      const said = (await bell.textContent()) ?? '';
      const newAfter = Number(/, (\d+) new/.exec(said)?.[1] ?? 0);
      return bellDifferences(items, newAfter, rig.main.truth(), isPrivate);
    });
    report.compared++;
    for (const text of left) note(text);
  }

  return {
    note,
    async run(rig) {
      await rig.open();
      while (goesOn()) {
        for (let n = 0; n < STEPS_A_ROUND && goesOn(); n++) await step(rig);
        await pause(rig, createRandom(seed * 1_000_003 - report.pauses));
      }
      return report;
    },
  };
}

/**
 * Looks until nothing is left, and answers what was there at every look when there is no more time: a price that is a
 * moment ahead or behind is another one at the next.
 */
async function until(ms: number, look: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + ms;
  let always: string[] | undefined;
  for (;;) {
    const left = await look();
    const now = new Set(left.map(withoutNumbers));
    always = (always ?? [...now]).filter((text) => now.has(text));
    if (left.length === 0) return left;
    if (performance.now() > end)
      return left.filter((text) => always?.includes(withoutNumbers(text)));
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const withoutNumbers = (text: string): string =>
  text.replace(/[0-9a-f-]{36}|[\d,.]*\d/g, '#').slice(0, 160);

/** Panels that were closed cannot be compared; half of the time the standard layout comes back. */
async function bringBack(page: Page, random: Random): Promise<void> {
  const tabs = await page.getByRole('tab').allInnerTexts();
  if (['Orders', 'Positions', 'Fills'].every((name) => tabs.includes(name))) return;
  if (random() < 0.5) return;
  await resetLayout(page);
}

/** The plots of the account are compared as their tables. */
async function showTables(page: Page): Promise<void> {
  for (const button of await page.getByRole('button', { name: 'Show as table' }).all())
    await button.click().catch(() => undefined);
}

/** A desk on which trading stays stopped shows little more. */
async function allowAgain(rig: Rig, random: Random): Promise<void> {
  const [page] = rig.windows();
  if (!page || !rig.main.truth().trading?.isStopped || random() < 0.2) return;
  await page
    .getByRole('button', { name: 'Allow trading…' })
    .click()
    .catch(() => undefined);
}

/** A step that could not be done: something was in the way, or gone by then. */
const whyNot = (error: unknown): string =>
  `not done: ${String(error).split('\n').slice(0, 2).join(' ').slice(0, 160)}`;
