import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';

test.beforeEach(async ({ page, shell }) => {
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await page.getByRole('button', { name: 'Apps', exact: true }).click();
});

const home = (page: Page) => page.getByRole('main', { name: 'Apps' });
const question = (page: Page) => page.getByRole('main', { name: 'Authorize application' });

async function openDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo application' }).click();
  await expect(question(page)).toBeVisible();
}

/** The demo's link, so that a test can bend it. */
async function demoLink(page: Page): Promise<string> {
  await openDemo(page);
  await page.getByRole('button', { name: 'Decide later' }).click();
  return page.getByRole('textbox', { name: 'Link' }).inputValue();
}

async function lookAt(page: Page, link: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Link' }).fill(link);
  await page.getByRole('button', { name: 'Review link' }).click();
}

test('a newcomer lets the demo application in, and sees where its code goes', async ({ page }) => {
  await expect(page.getByRole('region', { name: 'What this needs' })).toContainText('Nothing:');
  await openDemo(page);
  const card = question(page);
  await expect(card.getByRole('heading', { name: 'Demo application' })).toBeFocused();
  await expect(card).toContainText('asks for access to Practice account');
  await expect(card).toContainText('listed by the application');
  await expect(card).toContainText(/Right now .* for up to \$[\d,]+\.\d\d/);
  await expect(card).toContainText('lasts until you revoke it');
  await card.getByRole('button', { name: 'Allow' }).click();
  const answer = card.getByRole('region', { name: 'You allowed Demo application' });
  const address = await answer.getByText(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/demo\?/).innerText();
  expect([...new URL(address).searchParams.keys()]).toEqual(['code', 'state']);
  expect(page.context().pages()).toHaveLength(1);

  // This shell was started without a browser of its own to open.
  await answer.getByRole('button', { name: 'Open in browser' }).click();
  await expect(answer.getByRole('status')).toContainText('Copy the address');
  const landed = await page.request.get(address);
  expect(await landed.text()).toContain('The demo application received a code.');
  expect(landed.headers()['content-type']).toContain('text/plain');

  await answer.getByRole('button', { name: 'Done' }).click();
  const ledger = page.getByRole('table', { name: 'Decided on this machine' });
  await expect(
    ledger.getByRole('row', { name: /Demo application.*Allowed/ }).first(),
  ).toBeVisible();
});

test('the demo application is denied, by keyboard alone', async ({ page }) => {
  await page.getByRole('button', { name: 'Try the demo application' }).press('Enter');
  const card = question(page);
  await expect(card.getByRole('heading', { name: 'Demo application' })).toBeFocused();
  await page.keyboard.press('Enter'); // meant for something else: decides nothing
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: 'Deny' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByText(/\/oauth\/demo\?error=access_denied&state=[\da-f]+$/)).toBeVisible();
  await card.getByRole('button', { name: 'Done' }).click();
  const ledger = page.getByRole('table', { name: 'Decided on this machine' });
  await expect(ledger.getByRole('row', { name: /Demo application.*Denied/ }).first()).toBeVisible();
});

test('a forged redirect address has no Allow, and Deny sends nothing there', async ({ page }) => {
  const link = new URL(await demoLink(page));
  link.searchParams.set('redirect_uri', 'https://xn--dm-hja.example/back');
  link.searchParams.delete('state');
  await lookAt(page, link.href);
  const card = question(page);
  await expect(card).toContainText('not listed by the application');
  await expect(card).toContainText('The link has no state.');
  await expect(card.getByRole('button', { name: 'Allow' })).toBeDisabled();
  await expect(card).toContainText('The link may be forged.');
  await takePicture(page, 'authorize-forged');
  await card.getByRole('button', { name: 'Deny' }).click();
  await expect(card).toContainText('Nothing is sent back');
  await expect(card.getByRole('button', { name: 'Open in browser' })).toHaveCount(0);
});

test('a token in the address is not delivered, and says why', async ({ page }) => {
  const link = new URL(await demoLink(page));
  link.searchParams.set('response_type', 'token');
  link.searchParams.set('scope', 'trading withdraw');
  await lookAt(page, link.href);
  const card = question(page);
  await expect(card.getByRole('button', { name: 'Allow' })).toBeDisabled();
  await expect(card).toContainText('Ballast does not send one');
  await expect(card).toContainText('Ballast does not know this permission');
});

test('links that are none get a sentence and open nothing', async ({ page }) => {
  const link = await demoLink(page);
  for (const [hostile, words] of [
    ['javascript:alert(1)', 'not a link for Ballast'],
    [`${link}#x`, 'fragment'],
    [`${link}&state=again`, 'has state twice'],
    [`${link}&approve=true`, 'something other than'],
    [link.replace(/redirect_uri=[^&]*/, 'redirect_uri=javascript%3Aalert(1)'), 'https://'],
    [
      link.replace(/client_id=[^&]*/, 'client_id=00000000000000000000000000000000'),
      'no application has this client id',
    ],
  ] as const) {
    await lookAt(page, hostile);
    await expect(home(page)).toContainText(words);
    await expect(question(page)).toHaveCount(0);
  }
  expect(page.context().pages()).toHaveLength(1);
});

test('a link from outside opens the page, and its address is clean again', async ({ page }) => {
  const link = await demoLink(page);
  await page.getByRole('button', { name: 'Desk', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Watchlist' })).toBeVisible();
  await page.evaluate((text) => {
    window.location.hash = `link=${encodeURIComponent(text)}`;
  }, link);
  await expect(question(page)).toContainText('Demo application');
  expect(new URL(page.url()).hash).toBe('');
});

async function askForToken(page: Page): Promise<void> {
  const link = new URL(await demoLink(page));
  const form = page.getByRole('form', { name: 'Issue token' });
  await form
    .getByRole('textbox', { name: 'Client id' })
    .fill(link.searchParams.get('client_id') ?? '');
  await form.getByRole('textbox', { name: 'Scope' }).fill('data');
  await form
    .getByRole('textbox', { name: 'Redirect address' })
    .fill(link.searchParams.get('redirect_uri') ?? '');
  await form.getByRole('checkbox', { name: 'Connect a Ballast account with it' }).uncheck();
  await form.getByRole('button', { name: 'Issue token' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose what to do with the token');
  await form.getByRole('checkbox', { name: 'Show it to me' }).check();
  await form.getByRole('button', { name: 'Issue token' }).click();
}

test('a token is not shown where no terminal can show it, and then not issued', async ({
  page,
}) => {
  await askForToken(page);
  await expect(page.getByRole('alert')).toContainText('No token was issued: it was not confirmed.');
  await expect(page.getByRole('row', { name: /Token issued/ })).toHaveCount(0);
});

test('a token for one’s own application is shown once, in the terminal and not in the page', async ({
  page,
}) => {
  test.skip(process.platform !== 'linux', 'the terminal is made by script(1) as Linux has it');
  const folder = temporaryFolder('token-');
  const terminal = await startWebShell({ folder, hasTerminal: true });
  try {
    await page.goto(terminal.address);
    await page.getByRole('button', { name: 'Apps', exact: true }).click();
    await askForToken(page);
    await expect(page.getByRole('form', { name: 'Issue token' })).toContainText(
      'look for “Issue a token?” and answer there',
    );
    await terminal.type(
      /Issue a token\?.*“Demo application”.*permission: “data”.*to issue: /s,
      'yes',
    );
    await terminal.type(/Your token.*Token: [\da-f]{8}-[\da-f-]{27}.*Press Enter/s, '');
    const issued = page.getByRole('region', { name: 'Issued token' });
    await expect(issued).toContainText('It was shown in the terminal that started Ballast');
    await expect(page.locator('body')).not.toContainText(/[\da-f]{8}-[\da-f]{4}-/);
    await takePicture(page, 'token-issued');
    await issued.getByRole('button', { name: 'Done' }).click();
    await expect(issued).toHaveCount(0);
    const ledger = page.getByRole('table', { name: 'Decided on this machine' });
    await expect(ledger.getByRole('row', { name: /Token issued.*data/ }).first()).toBeVisible();
  } finally {
    expect(await terminal.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a client secret is kept and forgotten by its id', async ({ page }) => {
  const id = 'feedfacefeedfacefeedfacefeedface';
  await page.getByText(/^Client secrets/).click();
  const form = page.getByRole('form', { name: 'Client secret' });
  await form.getByRole('textbox', { name: 'Client id' }).fill(id);
  await form.getByLabel('Client secret').fill('s3cret-of-mine');
  await form.getByRole('button', { name: 'Save secret' }).click();
  const stored = page.getByRole('list', { name: 'Stored client secrets' });
  await expect(stored).toContainText(id);
  await expect(page.locator('body')).not.toContainText('s3cret-of-mine');
  await stored.getByRole('button', { name: `Forget the secret of ${id}` }).click();
  await expect(stored).not.toContainText(id);
});
