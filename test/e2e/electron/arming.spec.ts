// Arming a live account in a real Electron: main's own window asks, and the desk's page can neither answer nor skip it.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, test, type ElectronApplication, type Page } from 'playwright/test';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

type Answer = { ok: boolean; value?: Record<string, unknown>; failure?: { message?: string } };

let app: ElectronApplication;
let page: Page;
let paper: Paper;
let folder = '';
let live: { accountId: string; accountNumber: string };

const call = (name: string, input: unknown): Promise<Answer> =>
  page.evaluate(
    ([callName, callInput]) =>
      (
        window as unknown as { ballast: { call(n: unknown, i: unknown): Promise<Answer> } }
      ).ballast.call(callName, callInput),
    [name, input] as const,
  );

/** The key that answers closes the window, sometimes before it is up again. */
const closedByIt = (): void => undefined;

/** Begins to arm, and answers main's window. */
async function arm(): Promise<{ question: Page; armed: Promise<Answer> }> {
  const opening = app.waitForEvent('window', { timeout: 60_000 });
  const armed = call('accounts.arm', { accountId: live.accountId });
  return { question: await opening, armed };
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-arming-'));
  paper = await startPaper({ folder: join(folder, 'broker'), seed: 4 });
  app = await _electron.launch({
    executablePath: createRequire(import.meta.url)('electron') as string,
    args: ['.', '--data', join(folder, 'desk')],
    timeout: 60_000,
  });
  page = await app.firstWindow({ timeout: 60_000 });
  await page.waitForFunction(() => 'ballast' in window);
  const connected = await call('accounts.connect', {
    label: 'Real money',
    environment: 'live',
    hosts: paper.hosts,
    credentials: paper.key,
    keepIn: 'this-run',
    isUnverifiedAllowed: false,
  });
  expect(connected).toMatchObject({ ok: true, value: { isArmed: false, isVerified: true } });
  live = connected.value as typeof live;
});

test.afterAll(async () => {
  await app?.close().catch(() => undefined);
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a window of main’s own asks for the account number', async () => {
  const { question, armed } = await arm();
  const dialog = question.getByRole('dialog', { name: 'Arm live account' });
  await expect(dialog).toContainText('Real money');
  await question.screenshot({ path: 'test-results/arming.png' });
  await dialog.getByRole('textbox', { name: 'Account number' }).fill(live.accountNumber);
  await dialog.getByRole('button', { name: 'Arm' }).click().catch(closedByIt);
  expect(await armed).toMatchObject({ ok: true, value: { isArmed: true } });
  await expect.poll(() => app.windows().length).toBe(1);
  await call('accounts.disarm', { accountId: live.accountId });
});

test('a wrong number, Escape and a closed window leave it disarmed', async () => {
  const wrong = await arm();
  await wrong.question.getByRole('textbox', { name: 'Account number' }).fill('PA0');
  await wrong.question
    .getByRole('textbox', { name: 'Account number' })
    .press('Enter')
    .catch(closedByIt);
  expect((await wrong.armed).failure?.message).toContain('not its account number');
  const escaped = await arm();
  await escaped.question
    .getByRole('textbox', { name: 'Account number' })
    .press('Escape')
    .catch(closedByIt);
  expect((await escaped.armed).failure?.message).toContain('stays disarmed');
  const closed = await arm();
  await closed.question.close();
  expect((await closed.armed).failure?.message).toContain('stays disarmed');
});

test('nobody but that window can answer', async () => {
  const { question, armed } = await arm();
  const stranger = await app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await window.loadURL('data:text/html,<p>stranger</p>');
      const result: unknown = await window.webContents.executeJavaScript(
        "window.question.answer('x').then(() => 'taken', () => 'refused')",
      );
      window.destroy();
      return result;
    },
    join(process.cwd(), 'out/preload/ask.cjs'),
  );
  expect(stranger).toBe('refused');
  expect(await page.evaluate(() => 'question' in window)).toBe(false);
  expect(await question.evaluate(() => 'ballast' in window)).toBe(false);
  await question.getByRole('button', { name: 'Cancel' }).click().catch(closedByIt);
  expect((await armed).ok).toBe(false);
});

/** From now on main's dialogs are answered like this, after a while, and counted. */
const answerDialogs = (response: number): Promise<void> =>
  app.evaluate(({ dialog }, answer) => {
    const seen = { now: 0, most: 0, all: 0 };
    Object.assign(globalThis, { seen });
    dialog.showMessageBox = async () => {
      seen.all++;
      seen.most = Math.max(seen.most, ++seen.now);
      await new Promise((resolve) => setTimeout(resolve, 50));
      seen.now--;
      return { response: answer, checkboxChecked: false };
    };
  }, response);

test('of three hundred questions one stands at a time, and most are refused in words', async () => {
  await answerDialogs(0);
  const hosts = (name: string) => ({
    rest: `https://${name}`,
    data: `https://${name}`,
    tradeStream: `wss://${name}/stream`,
    dataStream: `wss://${name}/v2/iex`,
  });
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      call('accounts.check', {
        environment: 'live',
        hosts: hosts(`h${at}.example`),
        credentials: { keyId: 'a', secretKey: 'b' },
      }),
    ),
  );
  const said = answers.map(({ failure }) => failure?.message ?? '');
  expect(
    said.filter((text) => text.includes('too many questions are waiting')).length,
  ).toBeGreaterThan(200);
  expect(said.every((text) => text.startsWith('Nothing was sent to '))).toBe(true);
  const seen = await app.evaluate(() => (globalThis as unknown as { seen: object }).seen);
  expect(seen).toMatchObject({ now: 0, most: 1 });
});

test('a token is shown in a window of main’s own, and the page never has it', async () => {
  await answerDialogs(1);
  const { value: accounts } = (await call('accounts.list', {})) as unknown as {
    value: { accountId: string; environment: string }[];
  };
  const accountId = accounts.find(({ environment }) => environment === 'embedded')?.accountId;
  await call('accounts.open', { accountId });
  const readiness = await call('oauth.readiness', { accountId });
  const { searchParams } = new URL(String(readiness.value?.['demoLink']));
  const opening = app.waitForEvent('window', { timeout: 60_000 });
  const issuing = call('oauth.issueToken', {
    accountId,
    clientId: searchParams.get('client_id'),
    redirectUri: searchParams.get('redirect_uri'),
    scope: 'data',
    isShown: true,
  });
  const shown = await opening;
  const field = shown.getByRole('textbox', { name: 'Token' });
  await expect(field).toHaveValue(/^[\da-f-]{36}$/);
  await expect(field).toHaveAttribute('readonly', '');
  const token = await field.inputValue();
  await shown.screenshot({ path: 'test-results/token.png' });
  await shown.getByRole('button', { name: 'Done' }).click().catch(closedByIt);
  const issued = await issuing;
  expect(issued).toMatchObject({ ok: true, value: { wasShown: true } });
  expect(JSON.stringify(issued)).not.toContain(token);
});
