// What goes out of the desk for good, in a real Electron: an address that main shows itself before it leaves the window,
// and shares that are minted.
import { expect, test } from 'playwright/test';
import { createFakeBrowser } from '#test/e2e/support/fake-browser.ts';
import { launchDesk, type ElectronDesk } from '#test/e2e/support/electron-desk.ts';
import { bookedRequests } from '#test/e2e/support/ledger.ts';
import {
  expectCompleted,
  expectTaken,
  loseAnswer,
  openTokenization,
  requestMint,
} from '#test/e2e/support/mint.ts';
import { choose, fill, place } from '#test/e2e/support/ticket.ts';

type Seen = { asked: string[]; opened: string[] };

const browser = createFakeBrowser();
let desk: ElectronDesk;

test.beforeAll(async () => {
  desk = await launchDesk({ env: browser.env });
  await expect(desk.page.getByRole('status', { name: 'Price stream' })).toContainText('live');
});
test.afterAll(async () => {
  await desk?.close();
  browser.remove();
});

/** The person's answer to main's own question. */
const answerDialogs = (response: number): Promise<void> =>
  desk.app.evaluate(({ dialog }, answer) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = (async (options: { detail?: string }) => {
      asked.push(options.detail ?? '');
      return { response: answer, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  }, response);
/** What main asked, and what then left the window. */
const seen = async (): Promise<Seen> => ({
  asked: await desk.app.evaluate(() => (globalThis as unknown as Pick<Seen, 'asked'>).asked),
  opened: browser.opened(),
});

test('main asks for the exact address, and opens it only when the person agrees', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: 'Apps', exact: true }).click();
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
  await expect(card.getByRole('status')).toContainText('Sent to your browser');
  await expect.poll(seen).toEqual({ asked: [address], opened: [address] });
  // The code in it is for this user: the arguments of a program are for everybody.
  expect(browser.arguments()).toEqual([expect.stringMatching(/^\S+\/ballast-\w+\/open\.html$/)]);
});

test('shares are bought, minted and completed, and a mint whose answer is lost is found and exists once', async () => {
  const { page, folder, call } = desk;
  await page.getByRole('button', { name: 'Desk', exact: true }).click();
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '5' });
  await place(page);
  await openTokenization(page);
  await requestMint(page, { Label: 'first' });
  await expectTaken(page, 'Mint 1.5 AAPL', 'first');

  // While the issuer is at work on the first.
  const accounts = await call('accounts.list', {});
  const [practice] = accounts.value as unknown as { accountId: string }[];
  await loseAnswer(page, {
    folder,
    async call(name, input) {
      const answer = await call(name, { accountId: practice?.accountId, ...input });
      expect(answer).toMatchObject({ ok: true });
    },
  });
  await expectCompleted(page, 'first');
  await page.screenshot({ path: 'test-results/electron-minted.png' });
  expect(bookedRequests(folder)).toMatchObject([
    { type: 'mint', status: 'completed', label: 'first', symbol: 'AAPL', qty: '1.5' },
    { type: 'mint', label: 'lost', symbol: 'AAPL', qty: '2' },
  ]);
});
