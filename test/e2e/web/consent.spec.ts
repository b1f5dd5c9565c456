// The owner's decision: a link is opened, what it can do is read, it is declined or allowed, is in the list, is revoked, and
// the token is refused. First without the key pair that most owners do not have.
import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { call } from '#test/e2e/support/bridge-call.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import { expect, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

test.use({ story: 'consent' });
test.describe.configure({ mode: 'serial' });

type App = { client_id: string; client_secret: string };
let folder: string;
let paper: Paper;
let app: App;
let redirect: string;
test.beforeAll(async () => {
  folder = temporaryFolder('consent-broker-');
  paper = await startPaper({ folder, seed: 20 });
  redirect = new URL('/oauth/demo', paper.hosts.rest).href;
  app = await paper.control<App>('POST', '/oauth/clients', {
    name: 'Rebalancer',
    description: 'Keeps your weights.',
    redirect_uri: [redirect],
  });
  await trade('POST', '/v2/orders', {
    symbol: 'AAPL',
    qty: '54.8',
    side: 'buy',
    type: 'market',
    time_in_force: 'day',
  });
});
test.afterAll(async () => {
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const trade = (method: string, path: string, body: object) =>
  fetch(paper.hosts.rest + path, {
    method,
    headers: {
      'APCA-API-KEY-ID': paper.key.keyId,
      'APCA-API-SECRET-KEY': paper.key.secretKey,
    },
    body: JSON.stringify(body),
  });
const use = async (token: string): Promise<number> =>
  (
    await fetch(`${paper.hosts.rest}/v2/account`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  ).status;
/** What the application does with the address that it waits at. */
async function exchange(address: string): Promise<string> {
  const answer = await fetch(`${paper.hosts.rest}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(address).searchParams.get('code') ?? '',
      client_id: app.client_id,
      client_secret: app.client_secret,
      redirect_uri: redirect,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const card = (page: Page) => page.getByRole('main', { name: 'Authorize application' });
const ledger = (page: Page) => page.getByRole('table', { name: 'Decided on this machine' });
const access = (page: Page) => page.getByRole('region', { name: 'Who has access' });
const needs = (page: Page) => page.getByRole('region', { name: 'What this needs' });

async function openApps(page: Page, address: string): Promise<void> {
  await openDesk(page, address, false);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.getByRole('menuitemradio', { name: 'Owner' }).click();
  await expect(page).toHaveTitle('PAPER · Owner · Ballast');
  await page.getByRole('button', { name: 'Apps', exact: true }).click();
}

async function openLink(page: Page): Promise<void> {
  const query = new URLSearchParams({
    client_id: app.client_id,
    response_type: 'code',
    redirect_uri: redirect,
    scope: 'trading data',
    state: 'from-the-application',
  });
  await page.evaluate((text) => {
    window.location.hash = `link=${encodeURIComponent(text)}`;
  }, `ballast://oauth/authorize?${query.toString()}`);
  await expect(card(page)).toBeVisible();
}

test('an owner without a partner’s key pair reads what a link asks for, and denies it', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address, false);
  await call(page, 'accounts.connect', {
    label: 'Owner',
    environment: 'paper',
    hosts: paper.hosts,
    credentials: paper.key,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  });
  await openApps(page, shell.address);
  await expect(needs(page)).toContainText('Most owners do not have one and do not need one.');
  await expect(access(page)).toContainText('access granted on this computer');
  await expectAccessibleInBoth(page);
  await takePictures(page, 'consent-without-pair');

  await openLink(page);
  await expect(card(page)).toContainText('An application that has not been looked up');
  await expect(card(page)).toContainText(/sell your one position \(\$[\d,.]+\)/);
  await expect(card(page)).toContainText(/as tokens, to any wallet.* worth \$[\d,.]+/);
  await expect(card(page)).toContainText('not checked with the broker');
  await expect(card(page).getByRole('button', { name: 'Allow' })).toBeDisabled();
  await expectAccessibleInBoth(page);
  await takePictures(page, 'consent-not-looked-up');
  await card(page).getByRole('button', { name: 'Deny' }).click();
  await expect(card(page)).toContainText('Ballast could not check');
  await card(page).getByRole('button', { name: 'Done' }).click();
  await expect(ledger(page).getByRole('row', { name: /not been looked up.*Denied/ })).toBeVisible();
});

test('an owner declines, allows, finds it in the list and takes it back', async ({
  page,
  shell,
}) => {
  await openApps(page, shell.address);
  await needs(page).getByText('I have a broker partner’s key pair').click();
  const form = page.getByRole('form', { name: 'Broker access' });
  await form.getByLabel('Broker address').fill(paper.hosts.rest);
  await form.getByLabel('Broker key ID').fill(paper.key.keyId);
  await form.getByLabel('Broker secret key').fill(paper.key.secretKey);
  await form.getByRole('button', { name: 'Save broker access' }).click();
  // The forms are others once the pair is there.
  await expect(needs(page)).not.toContainText('Most owners do not have one');
  const secret = page.getByRole('form', { name: 'Client secret' });
  await secret.getByRole('textbox', { name: 'Client id' }).fill(app.client_id);
  await secret.getByLabel('Client secret').fill(app.client_secret);
  await secret.getByRole('button', { name: 'Save secret' }).click();
  await expect(needs(page)).toContainText('Nothing is missing.');
  await expect(access(page)).toContainText('No application has access to this account.');

  await openLink(page);
  await expect(card(page).getByRole('heading', { name: 'Rebalancer' })).toBeVisible();
  await expect(card(page)).toContainText(/sell your one position \(\$[\d,.]+\)/);
  await expect(card(page)).toContainText(/as tokens, to any wallet.* worth \$[\d,.]+/);
  await expect(card(page)).toContainText('lasts until it is revoked');
  await expect(card(page)).toContainText(/read \d\d:\d\d:\d\d New York/);
  await expectAccessibleInBoth(page);
  await takePictures(page, 'consent-asked');
  await card(page).getByRole('button', { name: 'Deny' }).click();
  await card(page).getByRole('button', { name: 'Done' }).click();
  await expect(ledger(page).getByRole('row', { name: /Rebalancer.*Denied/ })).toBeVisible();

  await openLink(page);
  await card(page).getByRole('button', { name: 'Allow' }).click();
  const answer = card(page).getByRole('region', { name: 'You allowed Rebalancer' });
  const address = await answer.getByText(/\/oauth\/demo\?code=/).innerText();
  await answer.getByRole('button', { name: 'Done' }).click();
  await expect(
    ledger(page).getByRole('row', { name: /Rebalancer.*Allowed, not handed over/ }),
  ).toBeVisible();
  await expect(access(page)).toContainText('No application has access to this account.');

  const token = await exchange(address);
  expect(await use(token)).toBe(200);
  await access(page).getByRole('button', { name: 'Ask again' }).click();
  const row = access(page).getByRole('row', { name: /Rebalancer.*trading data.*s ago.*here,/ });
  await expect(row).toBeVisible();
  await expect(
    ledger(page).getByRole('row', { name: /Rebalancer.*Allowed, has access/ }),
  ).toBeVisible();
  await row.getByRole('button', { name: 'Revoke Rebalancer' }).click();
  await expect(access(page)).toContainText('Orders it placed stay open');
  await expectAccessibleInBoth(page);
  await takePictures(page, 'consent-revoke');
  await access(page).getByRole('button', { name: 'Revoke Rebalancer now' }).click();
  await expect(access(page)).toContainText('No application has access to this account.');
  await expect(
    ledger(page).getByRole('row', { name: /Rebalancer.*Allowed, revoked/ }),
  ).toBeVisible();
  await takePictures(page, 'consent-revoked');
  expect(await use(token)).toBe(401);
});
