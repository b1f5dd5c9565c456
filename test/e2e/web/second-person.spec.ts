// Two people at one desk: one proposes a mint above the limit, the other approves or refuses it with a passphrase that no
// page ever has.
import { rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { bookedRequests } from '#test/e2e/support/ledger.ts';
import { fillMint, formOf, MINT, openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { choose, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';

const SECOND = 'two are better than one';
const waiting = (page: Page) => page.getByRole('region', { name: /^Waiting for a second person/ });

/** Types the second passphrase at the question that has this title, the nth of them in this start. */
const answer = (terminal: RunningShell, title: string, nth: number, line = SECOND) =>
  terminal.type(new RegExp(`(?:${title}.*?assphrase[^\\n]*: .*?){${nth}}$`, 's'), line);

async function setLimit(page: Page, terminal: RunningShell): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Guards', exact: true }).click();
  const guard = page.getByRole('group', { name: 'Second person', exact: true });
  await guard.getByRole('checkbox', { name: 'Second person' }).check();
  await guard.getByLabel('Shares per mint, at least').fill('10');
  await guard.getByLabel('Dollars per mint, at least').fill('');
  await page.getByRole('button', { name: 'Save guards' }).click();
  await expect(page.getByText('Saved. They apply from the next order or mint.')).toBeVisible();
  const passphrase = page.getByRole('group', { name: 'Second person’s passphrase' });
  await expect(passphrase).toContainText('no one can approve proposals');
  await passphrase.getByRole('button', { name: 'Set the second passphrase…' }).click();
  await answer(terminal, 'The second person’s passphrase', 1);
  await answer(terminal, 'The second person’s passphrase', 2);
  await expect(passphrase).toContainText('The second person’s passphrase is set.');
  await guard.scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page, 'second-person-settings');
}

async function propose(page: Page, values: Record<string, string>): Promise<void> {
  await fillMint(page, { ...MINT, ...values });
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  const review = page.getByRole('dialog', { name: 'Review mint' });
  await expect(review).toContainText('Nothing is sent yet.');
  await expectAccessibleInBoth(page, 'second-person-review');
  await review.getByRole('button', { name: /^Propose mint: / }).click();
  await expect(review).toHaveCount(0);
}

test('what one person proposes goes when a second one approves it, once, also after a crash', async ({
  page,
}) => {
  test.skip(process.platform !== 'linux', 'the terminal is made by script(1) as Linux has it');
  test.slow();
  const folder = temporaryFolder('second-person-');
  let terminal = await startWebShell({ folder, hasTerminal: true });
  const labels = () => bookedRequests(folder).map(({ label }) => label);
  try {
    await openDesk(page, terminal.address);
    await choose(page, 'AAPL');
    await fill(page, { Quantity: '60' });
    await place(page);
    await setLimit(page, terminal);

    await openTokenization(page);
    await propose(page, { Quantity: '10', Label: 'ten' });
    await expect(waiting(page)).toContainText('Mint 10 AAPL');
    await expect(waiting(page)).toContainText(SOLANA);
    await expect(waiting(page)).toContainText('Nothing was sent.');
    await expectAccessibleInBoth(page, 'second-person-waiting');
    expect(labels()).toEqual([]);

    const approve = waiting(page).getByRole('button', { name: 'Approve…' });
    await approve.click();
    await expect(waiting(page)).toContainText('look for “Approve this mint?”');
    await answer(terminal, 'Approve this mint\\?', 1, 'a guess of the first person');
    await expect(waiting(page)).toContainText('That is not the second person’s passphrase.');
    expect(labels()).toEqual([]);
    await approve.click();
    await answer(terminal, 'Approve this mint\\?', 2);
    await expect(waiting(page)).toHaveCount(0);
    await expect.poll(labels).toEqual(['ten']);

    await propose(page, { Quantity: '11', Label: 'eleven' });
    await waiting(page).getByRole('button', { name: 'Refuse…' }).click();
    await answer(terminal, 'Refuse this mint\\?', 1);
    await expect(waiting(page)).toContainText(/Refused by the second person .*Mint 11 AAPL/);

    await page.getByRole('button', { name: /^Batch/ }).click();
    const csv = [
      'symbol,qty,issuer,network,wallet,label',
      `AAPL,2,xstocks,solana,${SOLANA},row-small`,
      `AAPL,12,xstocks,solana,${SOLANA},row-big`,
    ].join('\n');
    const form = page.getByRole('form', { name: 'New batch' });
    await form.getByLabel('Open a CSV file').setInputFiles({
      name: 'two.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await form.getByRole('button', { name: 'Dry run' }).click();
    await expect(page.getByText('1 ready, 1 for a second person.')).toBeVisible();
    await page.getByRole('button', { name: 'Propose to a second person…' }).click();
    const review = page.getByRole('dialog', { name: 'Review batch' });
    await review.getByRole('button', { name: /^Propose: 2 mints, 14 AAPL/ }).click();
    await expect(waiting(page)).toContainText('Batch two.csv: 2 mints, 14 AAPL');
    await expectAccessibleInBoth(page, 'second-person-batch');

    // Ended without a word: what waits still waits.
    const ended = new Promise((resolve) => terminal.child.once('exit', resolve));
    terminal.child.kill('SIGKILL');
    await ended;
    terminal = await startWebShell({ folder, hasTerminal: true });
    await openDesk(page, terminal.address);
    await openTokenization(page);
    await expect(waiting(page)).toContainText('Batch two.csv: 2 mints, 14 AAPL');
    await takePicture(page, 'second-person-after-crash');
    await waiting(page).getByRole('button', { name: 'Approve…' }).click();
    await answer(terminal, 'Approve this mint\\?', 1);
    await expect.poll(() => new Set(labels())).toEqual(new Set(['row-big', 'row-small', 'ten']));
    expect(labels()).toHaveLength(3);
    await expect(waiting(page).getByRole('button', { name: 'Approve…' })).toHaveCount(0);
  } finally {
    expect(await terminal.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  }
});
