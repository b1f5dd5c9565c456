// The developer of an application, from registering it to a token that works and to having it disabled, with the program
// of docs/oauth.md as the application.
import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { picture } from '#test/e2e/support/pictures.ts';
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

async function register(page: Page, terminal: RunningShell, port: number): Promise<string> {
  const form = panel(page).getByRole('form', { name: 'Register an application' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Rebalancer');
  const redirects = form.getByRole('textbox', { name: /^Redirect addresses/ });
  await redirects.fill('http://app.example/back');
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(form).toContainText('neither https nor on this computer');
  await redirects.fill(`http://127.0.0.1:${port}/back`);
  await form.getByRole('checkbox', { name: /^data/ }).check();
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(panel(page)).toContainText('look for “Register this application?”');
  await terminal.type(/Register this application\?.*“Rebalancer”.*to register: /s, 'yes');
  const shown = /Your client secret.*Client secret: ([\da-f]{32}).*Press Enter/s;
  const [, secret = ''] = await terminal.type(shown, '');
  await expect(panel(page).getByText(/Rebalancer is registered/)).toBeVisible();
  return secret;
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
    await page.getByRole('button', { name: 'Apps' }).click();
    const port = await freePort();
    const secret = await register(page, terminal, port);
    const item = panel(page).getByRole('listitem', { name: 'Rebalancer' });
    await expect(item).toContainText(`http://127.0.0.1:${port}/back`);
    await expect(page.locator('body')).not.toContainText(secret);
    await panel(page).scrollIntoViewIfNeeded();
    await page.screenshot({ path: picture('app-registered') });

    const text = await panel(page).innerText();
    const env = {
      BROKER: /(http:\/\/127\.0\.0\.1:\d+)\/oauth\/token/.exec(text)?.[1] ?? '',
      ASK_AT: /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize/.exec(text)?.[0] ?? '',
      CLIENT_ID: /\b[\da-f]{32}\b/.exec(text)?.[0] ?? '',
      CLIENT_SECRET: secret,
    };
    program = await startDocumentProgram(port, env);

    // The link is one of another page; it reaches this tab by way of main.
    const app = await context.newPage();
    await app.goto(`http://127.0.0.1:${port}/`);
    await app.getByRole('link', { name: 'Connect' }).click();
    await expect(app.getByText('Ballast has this request.')).toBeVisible();
    const question = page.getByRole('main', { name: 'Authorize application' });
    await expect(question.getByRole('heading', { name: 'Rebalancer' })).toBeVisible();
    await page.screenshot({ path: picture('app-asks') });
    await question.getByRole('button', { name: 'Allow' }).click();
    const back = await question.getByText(/\/back\?code=/).innerText();
    await app.goto(back);
    await expect(app.getByText(/^Connected to \w+: data$/)).toBeVisible();
    await app.goto(back);
    await expect(app.getByText(/^No token: invalid_grant, the code was used before/)).toBeVisible();

    await question.getByRole('button', { name: 'Done' }).click();
    await expect(told(page).nth(1)).toContainText('the code was used before');
    await expect(told(page).nth(2)).toContainText('It exchanged its code for a token.');
    await item.getByRole('button', { name: 'Disable' }).click();
    await expect(item).toContainText('Disabled');
    await panel(page).scrollIntoViewIfNeeded();
    await page.screenshot({ path: picture('app-exchanges') });

    await item.getByRole('button', { name: 'Remove' }).click();
    await item.getByRole('button', { name: 'Remove it' }).click();
    await expect(item).toHaveCount(0);
    await expect(told(page).nth(1)).toContainText('An application that was removed');
  } finally {
    program?.stop();
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
  await expect(stranger.getByText('Nobody clicked this link')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Watchlist' })).toBeVisible();
});
