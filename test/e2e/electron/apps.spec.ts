// Letting an application in, in a real Electron: main shows the exact address itself before it leaves the window.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, test, type ElectronApplication, type Page } from 'playwright/test';

type Seen = { asked: string[]; opened: string[] };

let app: ElectronApplication;
let page: Page;
let folder = '';

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-electron-'));
  app = await _electron.launch({
    executablePath: createRequire(import.meta.url)('electron') as string,
    args: ['.', '--data', folder],
    timeout: 60_000,
  });
  page = await app.firstWindow({ timeout: 60_000 });
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live', {
    timeout: 30_000,
  });
});
test.afterAll(async () => {
  await app?.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

/** The person's answer to main's own question, and what then leaves the window. */
const answerDialogs = (response: number): Promise<void> =>
  app.evaluate(({ dialog, shell }, answer) => {
    const seen: Seen = { asked: [], opened: [] };
    Object.assign(globalThis, { seen });
    dialog.showMessageBox = (async (options: { detail?: string }) => {
      seen.asked.push(options.detail ?? '');
      return { response: answer, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
    shell.openExternal = async (url) => void seen.opened.push(url);
  }, response);
const seen = (): Promise<Seen> =>
  app.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

test('main asks for the exact address, and opens it only when the person agrees', async () => {
  await page.getByRole('button', { name: 'Apps' }).click();
  await page.getByRole('button', { name: 'Try the demo application' }).click();
  const card = page.getByRole('main', { name: 'Authorize application' });
  await expect(card).toContainText('asks for access to Practice account');
  await card.getByRole('button', { name: 'Allow' }).click();
  const address = await card.getByText(/\/oauth\/demo\?code=/).innerText();
  await page.screenshot({ path: 'test-results/electron-authorized.png' });

  await answerDialogs(0);
  await card.getByRole('button', { name: 'Open in browser' }).click();
  await expect(card.getByRole('status')).toContainText('it was not confirmed');
  expect(await seen()).toEqual({ asked: [address], opened: [] });

  await answerDialogs(1);
  await card.getByRole('button', { name: 'Open in browser' }).click();
  await expect(card.getByRole('status')).toContainText('handed to your browser');
  expect(await seen()).toEqual({ asked: [address], opened: [address] });
});
