// The developer of an application, from registering it to a token that works, to having it disabled and to having it taken
// back, with the program of docs/oauth.md as the application.
import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { connect } from '#test/broker/server/sockets.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { takePicture, takePictures } from '#test/e2e/support/pictures.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import { freePort, startDocumentProgram } from '#test/support/document-program.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Your own applications' });
const told = (page: Page) =>
  page.getByRole('table', { name: 'What they did with their codes' }).getByRole('row');

async function register(
  page: Page,
  terminal: RunningShell,
  port: number,
  scope: 'data' | 'trading',
): Promise<string> {
  const form = panel(page).getByRole('form', { name: 'Register an application' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Rebalancer');
  const redirects = form.getByRole('textbox', { name: /^Redirect addresses/ });
  await redirects.fill('http://app.example/back');
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(form).toContainText('neither https nor on this computer');
  await redirects.fill(`http://127.0.0.1:${port}/back`);
  await form.getByRole('checkbox', { name: new RegExp(`^${scope}`) }).check();
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(panel(page)).toContainText('look for “Register this application?”');
  await terminal.type(/Register this application\?.*“Rebalancer”.*to register: /s, 'yes');
  const shown = /Your client secret.*Client secret: ([\da-f]{32}).*Press Enter/s;
  const [, secret = ''] = await terminal.type(shown, '');
  await expect(panel(page).getByText(/Rebalancer is registered/)).toBeVisible();
  return secret;
}

type Env = { BROKER: string; ASK_AT: string; CLIENT_ID: string; CLIENT_SECRET: string };

/** What the panel tells the developer. */
async function envOf(page: Page, secret: string): Promise<Env> {
  const text = await panel(page).innerText();
  return {
    BROKER: /(http:\/\/127\.0\.0\.1:\d+)\/oauth\/token/.exec(text)?.[1] ?? '',
    ASK_AT: /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize/.exec(text)?.[0] ?? '',
    CLIENT_ID: /\b[\da-f]{32}\b/.exec(text)?.[0] ?? '',
    CLIENT_SECRET: secret,
  };
}

/** The code of an answer, sent in by hand. */
async function sendCode(env: Env, answer: string): Promise<Record<string, string>> {
  const { origin, pathname, searchParams } = new URL(answer);
  const response = await fetch(`${env.BROKER}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      client_id: env.CLIENT_ID,
      client_secret: env.CLIENT_SECRET,
      redirect_uri: origin + pathname,
    }),
  });
  return (await response.json()) as Record<string, string>;
}

test('a developer registers an application and gets it to a token; what goes wrong is told on both sides', async ({
  page,
  context,
}) => {
  test.skip(process.platform !== 'linux', 'the terminal is made by script(1) as Linux has it');
  const folder = temporaryFolder('developer-');
  const terminal = await startWebShell({ folder, hasTerminal: true });
  let program: Awaited<ReturnType<typeof startDocumentProgram>> | undefined;
  try {
    await page.goto(terminal.address);
    await page.getByRole('button', { name: 'Apps', exact: true }).click();
    const port = await freePort();
    const secret = await register(page, terminal, port, 'data');
    const item = panel(page).getByRole('listitem', { name: 'Rebalancer' });
    await expect(item).toContainText(`http://127.0.0.1:${port}/back`);
    await expect(page.locator('body')).not.toContainText(secret);
    await panel(page).scrollIntoViewIfNeeded();
    await takePicture(page, 'app-registered');

    const env = await envOf(page, secret);
    program = await startDocumentProgram(port, env);

    // The link is one of another page; it reaches this tab by way of main.
    const app = await context.newPage();
    await app.goto(`http://127.0.0.1:${port}/`);
    await app.getByRole('link', { name: 'Connect' }).click();
    await expect(app.getByText('Ballast received this request.')).toBeVisible();
    const question = page.getByRole('main', { name: 'Authorize application' });
    await expect(question.getByRole('heading', { name: 'Rebalancer' })).toBeVisible();
    await takePicture(page, 'app-asks');
    await question.getByRole('button', { name: 'Allow' }).click();
    const back = await question.getByText(/\/back\?code=/).innerText();
    await app.goto(back);
    await expect(app.getByText(/^Connected to \w+: data$/)).toBeVisible();
    await app.reload();
    await expect(app.getByText(/was seen before/)).toBeVisible();
    const replayed = await sendCode(env, back);
    expect(replayed).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('the token that it gave has ended'),
    });

    await question.getByRole('button', { name: 'Done' }).click();
    await expect(told(page).nth(1)).toContainText('the token issued for it has been revoked');
    await expect(told(page).nth(2)).toContainText('It exchanged its code for a token.');
    await item.getByRole('button', { name: 'Disable' }).click();
    await expect(item).toContainText('Disabled');
    await panel(page).scrollIntoViewIfNeeded();
    await takePicture(page, 'app-exchanges');

    await item.getByRole('button', { name: 'Remove' }).click();
    await item.getByRole('button', { name: 'Remove it' }).click();
    await expect(item).toHaveCount(0);
    await expect(told(page).nth(1)).toContainText('A removed application');
  } finally {
    program?.stop();
    expect(await terminal.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what a developer’s token may do ends when the owner takes it back, and both are told', async ({
  page,
}) => {
  test.skip(process.platform !== 'linux', 'the terminal is made by script(1) as Linux has it');
  const folder = temporaryFolder('revoked-');
  const terminal = await startWebShell({ folder, hasTerminal: true });
  try {
    await page.goto(terminal.address);
    await page.getByRole('button', { name: 'Apps', exact: true }).click();
    const env = await envOf(page, await register(page, terminal, await freePort(), 'trading'));
    await panel(page).getByRole('button', { name: 'Try its link' }).click();
    const question = page.getByRole('main', { name: 'Authorize application' });
    await question.getByRole('button', { name: 'Allow' }).click();
    const back = await question.getByText(/\/back\?code=/).innerText();
    const { access_token: token } = await sendCode(env, back);

    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const buy = (symbol: string) =>
      fetch(`${env.BROKER}/v2/orders`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          symbol,
          qty: '1',
          side: 'buy',
          type: 'market',
          time_in_force: 'day',
        }),
      });
    const stream = await connect(`${env.BROKER.replace('http', 'ws')}/stream`);
    stream.send({ action: 'authenticate', data: { oauth_token: token } });
    expect(await stream.next()).toMatchObject({ data: { status: 'authorized' } });
    stream.send({ action: 'listen', data: { streams: ['trade_updates'] } });
    expect(await stream.next()).toMatchObject({ stream: 'listening' });
    expect((await buy('AAPL')).status).toBe(200);
    expect(await stream.next()).toMatchObject({ data: { order: { symbol: 'AAPL' } } });

    await question.getByRole('button', { name: 'Done' }).click();
    const access = page.getByRole('region', { name: 'Who has access' });
    const row = access.getByRole('row', { name: /Rebalancer.*trading.*connected now.*here,/ });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: 'Revoke Rebalancer' }).click();
    await takePictures(page, 'app-revoke');
    await access.getByRole('button', { name: 'Revoke Rebalancer now' }).click();
    await expect(
      access.getByText(/^Access for Rebalancer was revoked at \d\d:\d\d:\d\d\.$/),
    ).toBeVisible();
    await expect(access).toContainText('No application has access to this account.');
    await expect(
      page
        .getByRole('table', { name: 'Decided on this machine' })
        .getByRole('row', { name: /Rebalancer.*Allowed, revoked \d\d:\d\d:\d\d.*trading/ }),
    ).toBeVisible();
    await expectAccessibleInBoth(page);
    await takePictures(page, 'app-revoked');

    expect(await stream.end()).toBe(1008);
    const refused = await buy('MSFT');
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { code: 40110000, message: 'unauthorized' },
    ]);
    const again = await connect(`${env.BROKER.replace('http', 'ws')}/stream`);
    again.send({ action: 'authenticate', data: { oauth_token: token } });
    expect(await again.next()).toMatchObject({ data: { status: 'unauthorized' } });
    again.socket.terminate();
  } finally {
    expect(await terminal.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a link that nobody clicked does not reach the consent', async ({ page, shell }) => {
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  const link = `http://127.0.0.1:${new URL(shell.address).port}/oauth/authorize?client_id=x`;
  const stranger = await page.context().newPage();
  await stranger.route('http://stranger.localhost/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>location.href='${link}'</script>` }),
  );
  await stranger.goto('http://stranger.localhost/');
  await expect(stranger.getByText('This link was not clicked')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Watchlist' })).toBeVisible();
});
