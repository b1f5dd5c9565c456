// The first evening and the first morning of a person with a free account: the night before, more symbols than the plan
// carries, a halt, and a fill that the broker takes back. What the desk says at each is in the pictures.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { Watchlists } from '#contract/market.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { call } from '#test/e2e/support/bridge-call.ts';
import { describeAccount, formOf, openSettings, typeKey } from '#test/e2e/support/accounts.ts';
import { tab } from '#test/e2e/support/frame.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { choose, field, openDesk, place, ticketOf } from '#test/e2e/support/ticket.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import {
  openBrokerDoor,
  type BrokerDoor,
  type Interference,
} from '#test/desk/support/broker-door.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

const LABEL = 'Free account';
const TITLE = `PAPER · ${LABEL} · Ballast`;
const WATCHED = 45;

let folder = '';
let shell: RunningShell;
let paper: Paper;
let door: BrokerDoor;
let isNight = true;

test.setTimeout(120_000);
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  folder = temporaryFolder('free-account');
  paper = await startPaper({ folder: join(folder, 'broker'), seed: 23 });
  await paper.control('PUT', '/plan', { plan: 'free' });
  door = await openBrokerDoor(paper.hosts);
  door.interfere(({ path }) =>
    isNight && path.startsWith('/v3/clock') ? nightClock() : undefined,
  );
  shell = await startWebShell({ folder: join(folder, 'desk') });
});

test.afterAll(async () => {
  await shell?.stop();
  door?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask<T>(path: string): Promise<T> {
  const { keyId, secretKey } = paper.key;
  const headers = { 'APCA-API-KEY-ID': keyId, 'APCA-API-SECRET-KEY': secretKey };
  const response = await fetch(`${paper.hosts.rest}${path}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

/** More than the plan carries, as after some years of looking. */
async function watchSymbols(page: Page): Promise<void> {
  const accounts = await call<{ accountId: string; label: string }[]>(page, 'accounts.list');
  const accountId = accounts.find(({ label }) => label === LABEL)?.accountId;
  const { lists } = await call<Watchlists>(page, 'watchlists.get', { accountId });
  const [list] = lists;
  if (!list) throw new Error('there is no watchlist');
  const others = (await ask<{ symbol: string }[]>('/v2/assets'))
    .map(({ symbol }) => symbol)
    .filter((symbol) => !list.symbols.includes(symbol));
  for (const symbol of others.slice(0, WATCHED - list.symbols.length))
    await call(page, 'watchlists.add', { accountId, listId: list.listId, symbol });
}

/** The exchange is closed and the venue of the night is not, for a few seconds more whenever it is asked. */
function nightClock(): Interference {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const clock = (acronym: string, mic: string, phase: string) => ({
    market: { acronym, mic, name: acronym, timezone: 'America/New_York' },
    timestamp: at(0),
    is_market_day: true,
    next_market_open: at(6_000),
    next_market_close: at(7 * 3_600_000),
    phase,
    phase_until: at(6_000),
  });
  const clocks = [clock('NYSE', 'XNYS', 'closed'), clock('BOATS', 'OCEA', 'core')];
  return {
    kind: 'instead',
    reply: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clocks }),
    },
  };
}

async function openAccount(page: Page): Promise<void> {
  await openDesk(page, shell.address);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.getByRole('menuitemradio', { name: LABEL }).click();
  await expect(page).toHaveTitle(TITLE);
}

test('at night the header says so', async ({ page }) => {
  await openDesk(page, shell.address);
  await openSettings(page);
  await describeAccount(page, { label: LABEL, hosts: door.hosts, home: /^Memory/ });
  await typeKey(formOf(page), paper.key);
  await formOf(page).getByRole('button', { name: 'Check and save' }).click();
  await page
    .getByRole('region', { name: 'Connected' })
    .getByRole('button', { name: 'Open on the desk' })
    .click();
  await expect(page).toHaveTitle(TITLE);
  await expect(page.getByRole('status', { name: 'Market session' })).toContainText('Overnight');
  await takePictures(page, 'free-night');
});

test('when a session begins the header follows, and the plan is told where it ends', async ({
  page,
}) => {
  await openAccount(page);
  await watchSymbols(page);
  isNight = false;
  await expect(page.getByRole('status', { name: 'Market session' })).toContainText(
    'Open around the clock',
  );
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText(
    new RegExp(`live, \\d+ of ${WATCHED}`),
  );
  await expect(page.getByRole('status', { name: 'Watchlist prices' })).toContainText(
    /streams \d+ symbols live, visible ones first\. \d+ more are read by snapshot/,
  );
  await expect(page.getByRole('region', { name: 'Watchlist' })).toContainText('IEX');
  await takePictures(page, 'free-plan');
  await expectAccessible(page);
});

test('an order into a halt is stopped, and goes when trading goes on', async ({ page }) => {
  await openAccount(page);
  await choose(page, 'AAPL');
  await expect(ticketOf(page).getByRole('group', { name: 'Quote' })).toContainText(/Bid\s*\d/);
  await paper.control('PUT', '/market/halts', { symbols: ['AAPL'] });
  await expect(ticketOf(page)).toContainText('Halted since');
  await field(page, 'Quantity').fill('2');
  await expect(ticketOf(page).getByRole('list', { name: 'Guards' })).toContainText(
    /Trading in AAPL has been halted since .*: wait until it resumes/,
  );
  await takePictures(page, 'free-halt');
  await paper.control('PUT', '/market/halts', { symbols: [] });
  await expect(ticketOf(page)).not.toContainText('Halted since');
  await place(page);
});

test('a fill that the broker takes back is struck through, and told', async ({ page }) => {
  await openAccount(page);
  const position = page
    .getByRole('table', { name: 'Positions' })
    .getByRole('row', { name: /^AAPL/ });
  // Filled in parts, perhaps: what is still working cannot be taken back.
  await expect(
    page.getByRole('table', { name: 'Positions' }).getByRole('row', { name: /^AAPL long 2 / }),
  ).toBeVisible();
  const { executions } = await paper.control<{
    executions: { execution_id: string; symbol: string }[];
  }>('GET', '/ledger');
  for (const { execution_id: id } of executions)
    await paper.control('POST', `/executions/${id}/bust`, {});
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText('busted by the broker');
  await expect(position).toHaveCount(0);
  await tab(page, 'Fills').click();
  const fills = page.getByRole('table', { name: 'Fills' }).locator('tbody tr');
  await expect(fills.first()).toContainText('busted by the broker');
  await expect(fills.first().locator('s').first()).toBeVisible();
  await takePictures(page, 'free-bust');
});
