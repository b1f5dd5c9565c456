import { rmSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { accountIdOf, call } from '#test/e2e/support/bridge-call.ts';
import { bookedRequests } from '#test/e2e/support/ledger.ts';
import {
  confirmMint,
  EVM,
  expectCompleted,
  expectTaken,
  fieldOf,
  fillMint,
  formOf,
  loseAnswer,
  MINT,
  openTokenization,
  requestMint,
  SOLANA,
  standingOf,
  tableOf,
} from '#test/e2e/support/mint.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { choose, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';
import { startPaper } from '#test/faults/support/paper.ts';
import { pick } from '#test/e2e/support/choice.ts';

// It trades, stops and breaks things: nobody else's desk is touched.
test.use({ story: 'tokenization' });

const rowsOf = (page: Page): Locator =>
  tableOf(page)
    .getByRole('row')
    .filter({ hasNot: heads(page) });
const heads = (page: Page): Locator => page.getByRole('columnheader');
const filterOf = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Filter requests' }).getByLabel(name, { exact: true });

// One account, one story: later tests find what earlier ones left.
test.describe.configure({ mode: 'serial' });

test('shares are bought, minted and completed, and the form says what is wrong', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await choose(page, 'AAPL');
  await fill(page, { Quantity: '20' });
  await place(page);
  await openTokenization(page);
  await expect(page.getByText('No requests yet.')).toBeVisible();

  const symbol = fieldOf(page, 'Underlying symbol');
  await symbol.click();
  await expect(page.getByRole('option', { name: 'AAPL 20 available' })).toBeVisible();
  await symbol.press('ArrowDown');
  await symbol.press('Enter');
  await expect(symbol).toHaveValue('AAPL');
  await fillMint(page, {
    Quantity: '1.5000000001',
    Issuer: 'xstocks',
    Network: 'ethereum',
    'Wallet address': EVM.replace('5aAe', '5aae'),
  });
  await expect(formOf(page)).toContainText('at most 12 digits before the point and 9 after it');
  await fillMint(page, { Quantity: '21' });
  await expect(formOf(page)).toContainText('only 20 can leave the account');
  await expect(formOf(page)).toContainText('checksum of this address is wrong');
  await formOf(page).getByRole('button', { name: 'Review mint' }).click();
  await expect(fieldOf(page, 'Quantity')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await fillMint(page, { ...MINT, Label: 'first' });
  await expect(formOf(page)).toContainText(/Left after this mint\s*18\.5/);
  await fieldOf(page, 'Label').press('Enter');
  const review = page.getByRole('dialog', { name: 'Review mint' });
  await expect(review).toContainText('1.5 AAPL leave the account immediately.');
  await expect(review).toContainText(SOLANA);
  await expect(review).toContainText('Practice account PRACTICE · SIMULATED');
  await takePicture(page, 'mint-review');
  await confirmMint(page);
  await expectTaken(page, 'Mint 1.5 AAPL', 'first');
  await expectCompleted(page, 'first');
  await expect(standingOf(page)).toContainText('Completed: Mint 1.5 AAPL');
  expect(bookedRequests(shell.folder)).toMatchObject([
    { type: 'mint', status: 'completed', label: 'first', qty: '1.5' },
  ]);
});

test('a mint whose answer is lost is shown as unknown, found, and exists once', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await openTokenization(page);
  const accountId = await accountIdOf(page);
  await loseAnswer(page, {
    folder: shell.folder,
    call: (name, input) => call(page, name, { accountId, ...input }),
  });
});

test('requests are narrowed by every filter and found by id and by label', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await openTokenization(page);
  // The label of the first is used again, with another issuer, network and wallet.
  await requestMint(
    page,
    {
      Quantity: '3',
      Issuer: 'ondo',
      Network: 'ethereum',
      'Wallet address': EVM,
      Label: 'first',
    },
    { isRepeat: true },
  );
  const ondo = tableOf(page).getByRole('row', { name: /ondo/ });
  await expect(ondo).toBeVisible();
  const mints = rowsOf(page).filter({ hasText: 'mint' });
  await expect(mints).toHaveCount(3);
  for (const [name, value, count] of [
    ['Issuer', 'ondo', 1],
    ['Network', 'solana', 2],
    ['Type', 'redeem', 0],
    ['Status', 'rejected', 0],
  ] as const) {
    await pick(filterOf(page, name), value);
    await expect(mints).toHaveCount(count);
    if (count === 0) await expect(page.getByText('No requests match the filter.')).toBeVisible();
    await pick(filterOf(page, name), 'any');
    await expect(mints).toHaveCount(3);
  }
  for (const [name, value, count] of [
    ['Underlying symbol', 'msft', 0],
    ['Underlying symbol', 'aapl', 3],
    ['After', '2099-01-01T00:00', 0],
    ['Before', '2020-01-01T00:00', 0],
    ['After', '2020-01-01T00:00', 3],
  ] as const) {
    await filterOf(page, name).fill(value);
    await expect(mints).toHaveCount(count);
    await filterOf(page, name).fill('');
    await expect(mints).toHaveCount(3);
  }
  await filterOf(page, 'After').fill('2030-01-01T00:00');
  await filterOf(page, 'Before').fill('2029-01-01T00:00');
  await expect(page.getByRole('alert')).toContainText('After must be earlier than Before');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await tableOf(page).getByRole('button', { name: 'Quantity' }).click();
  await expect(rowsOf(page).first()).toContainText('1.5');

  const byId = page.getByLabel('Find by id', { exact: true });
  await byId.fill('not-an-id');
  await byId.press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    'That is not a request id. A request id is a UUID',
  );
  const [first] = bookedRequests(shell.folder);
  await byId.fill(first?.id ?? '');
  await byId.press('Enter');
  const detail = page.getByRole('dialog', { name: 'Tokenization request' });
  await expect(detail).toContainText('Mint 1.5 AAPL');
  await expect(detail).toContainText('Completed by the issuer');
  await expect(detail).toContainText(/Fee\s*0\.5\s*as the broker reports it, unit not stated/);
  await expect(detail).toContainText('How Ballast sent it');
  await expect(detail.getByRole('button', { name: 'Copy transaction hash' })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await detail.getByRole('button', { name: 'Copy request id' }).click();
  await expect(detail.getByRole('status')).toHaveText('Request id copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first?.id);
  await takePicture(page, 'tokenization-request');
  await page.keyboard.press('Escape');

  const byLabel = page.getByLabel('Find by label', { exact: true });
  await byLabel.fill('nobody');
  await byLabel.press('Enter');
  await expect(page.getByRole('alert')).toContainText('No mint on this account has this label');
  await byLabel.fill('first');
  await byLabel.press('Enter');
  await expect(detail).toContainText('Mint 3 AAPL');
  await expect(detail).toContainText('The label was reused: one other mint has it.');
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export tokenization requests', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export tokenization requests as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^ballast-tokenization-requests-.*\.csv$/);
});

test('a batch is tried dry, its wrong row told, and the rest goes exactly once', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  await openTokenization(page);
  // Both wallets are known by mints of before, as soon as the last of them is completed.
  const last = rowsOf(page).filter({ hasText: 'ondo' }).filter({ hasText: 'completed' }).first();
  await expect(last).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: /^Batch/ }).click();
  const form = page.getByRole('form', { name: 'New batch' });
  await form.getByRole('button', { name: 'Dry run' }).click();
  await expect(form.getByRole('alert')).toContainText('Paste a table of mints');
  const lines = [1, 2, 3, 4].map((nth) => {
    const to = nth === 4 ? `ondo,ethereum,${EVM}` : `xstocks,solana,${SOLANA}`;
    return `AAPL,0.${nth},${to},batch-${nth}`;
  });
  const csv = [
    'symbol,qty,issuer,network,wallet,label',
    ...lines.slice(0, 2),
    `AAPL,1,xstocks,ethereum,${SOLANA},batch-wrong`,
    ...lines.slice(2),
  ].join('\n');
  await form.getByLabel('Open a CSV file').setInputFiles({
    name: 'five.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await expect(form.getByRole('region', { name: 'How the table is read' })).toContainText(
    'UTF-8, separated by commas, headings on line 1, 5 rows.',
  );
  await form.getByRole('button', { name: 'Edit as text' }).click();
  await expect(form.getByLabel('Table of mints')).toHaveValue(csv);
  await form.getByRole('button', { name: 'Dry run' }).click();
  const table = page.getByRole('table', { name: 'Batch rows' });
  await expect(table.getByRole('row', { name: /ready/ })).toHaveCount(4);
  await expect(table.getByRole('row', { name: /wrong/ })).toContainText('40 hexadecimal digits');
  await expect(page.getByText('1 AAPL would leave the account.')).toBeVisible();
  expect(bookedRequests(shell.folder).filter(({ label }) => label?.startsWith('batch'))).toEqual(
    [],
  );

  const open = page.getByRole('button', { name: 'Review batch' });
  await open.press('Enter');
  const review = page.getByRole('dialog', { name: 'Review batch' });
  await expect(review.getByRole('heading', { name: 'Review batch' })).toBeFocused();
  await expect(review).toContainText('Practice account PRACTICE · SIMULATED');
  await expect(review).toContainText(/Requests\s*4/);
  await expect(review).toContainText(/Wallets\s*2/);
  await expect(review).toContainText(/Wrong, not sent\s*1/);
  await expect(review.getByRole('list', { name: 'Leaves the account' })).toHaveText(
    '1 AAPL4 requests',
  );
  const wallets = review.getByRole('list', { name: 'Where the tokens go' }).getByRole('listitem');
  await expect(wallets).toHaveText([
    `${SOLANA}solana, xstocks, 3 requests: 0.6 AAPL`,
    `${EVM}ethereum, ondo, 1 request: 0.4 AAPL`,
  ]);
  await expectAccessibleInBoth(page, 'batch-review');
  await page.keyboard.press('Escape');
  await expect(review).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(page.getByText('Dry run done. Nothing was sent.')).toBeVisible();

  await page.keyboard.press('Enter');
  const start = review.getByRole('button', { name: 'Start: 4 mints, 1 AAPL, PRACTICE' });
  // The list that scrolls, the way back, and the button: in this order.
  for (const step of [
    review.getByRole('group', { name: 'What goes where' }),
    review.getByRole('button', { name: 'Back' }),
    start,
  ]) {
    await page.keyboard.press('Tab');
    await expect(step).toBeFocused();
  }
  expect(bookedRequests(shell.folder).filter(({ label }) => label?.startsWith('batch'))).toEqual(
    [],
  );
  await page.keyboard.press('Enter');
  await expect(review).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'five.csv' })).toBeFocused();
  const summary = '4 completed, 0 rejected, 0 pending, 1 wrong.';
  await expect(page.getByText(summary, { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(table.getByRole('row', { name: /completed/ })).toHaveCount(4);
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '4');
  await expect(
    page.getByRole('navigation', { name: 'Earlier batches' }).getByRole('button'),
  ).toContainText('4 completed, 0 rejected, 0 pending, 1 wrong');
  const labels = bookedRequests(shell.folder)
    .map(({ label }) => label)
    .filter((label) => label?.startsWith('batch'));
  expect(labels).toHaveLength(4);
  expect(new Set(labels)).toEqual(new Set([1, 2, 3, 4].map((nth) => `batch-${nth}`)));
  await expectAccessible(page);
  await takePicture(page, 'tokenization-batch');
});

test('an address is kept in the address book and brings its network', async ({ page, shell }) => {
  await openDesk(page, shell.address);
  await openTokenization(page);
  await fillMint(page, { Network: 'ethereum', 'Wallet address': EVM });
  await formOf(page).getByRole('button', { name: 'Save to address book' }).click();
  await formOf(page).getByLabel('Name in the address book').fill('Treasury');
  await formOf(page).getByRole('button', { name: 'Save address' }).click();
  await expect(formOf(page)).toContainText('In the address book as Treasury, on ethereum');
  await page.reload();
  await openTokenization(page);
  await fieldOf(page, 'Wallet address').click();
  await page.getByRole('option', { name: /^Treasury/ }).click();
  await expect(fieldOf(page, 'Wallet address')).toHaveValue(EVM);
  await expect(fieldOf(page, 'Network')).toHaveValue('ethereum');
});

test('an account that is no Authorized Participant reads what this is, until the broker makes it one', async ({
  page,
  shell,
}) => {
  const folder = temporaryFolder();
  const paper = await startPaper({ folder, seed: 12, isParticipant: false });
  try {
    await openDesk(page, shell.address);
    await call(page, 'accounts.connect', {
      label: 'Outside',
      environment: 'paper',
      hosts: paper.hosts,
      credentials: paper.key,
      keepIn: 'this-run',
      isUnverifiedAllowed: false,
    });
    await page.getByRole('button', { name: 'Switch account' }).click();
    await page.getByRole('menuitemradio', { name: 'Outside' }).click();
    await expect(page).toHaveTitle('PAPER · Outside · Ballast');
    await page.getByRole('button', { name: 'Tokenization', exact: true }).click();
    const panel = page.getByRole('region', { name: 'For Authorized Participants' });
    await expect(panel).toContainText('not an Authorized Participant');
    await expect(panel).toContainText('How an account becomes one');
    await expect(formOf(page)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    await takePicture(page, 'tokenization-outside');

    const [known] = await paper.control<{ id: string }[]>('GET', '/accounts');
    await paper.control('PUT', `/accounts/${known?.id}/ap`, { permission: 'mint' });
    await panel.getByRole('button', { name: 'Check again' }).click();
    await expect(formOf(page)).toBeVisible();
    await expect(panel).toHaveCount(0);
  } finally {
    await paper.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
