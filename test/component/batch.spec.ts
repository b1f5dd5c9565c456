// What the panel of batches asks before something is lost.
import type { Page } from 'playwright/test';
import { MintProposal } from '#contract/proposals.ts';
import { MintRow } from '#contract/tokenization.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ACCOUNT_ID, ok } from '#test/component/support/world.ts';
import { openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import { aBatch, headOf } from '#test/support/batches.ts';

const FORM = {
  underlyingSymbol: 'AAPL',
  qty: '1',
  issuer: 'xstocks',
  network: 'solana',
  walletAddress: SOLANA,
  label: '',
};
const STATES = ['pending', 'refused', 'unknown', 'waiting', 'waiting'];
const batch = aBatch({
  batchId: '019a8000-0000-4000-8000-00000000000b',
  name: 'five.csv',
  createdAt: Date.now(),
  state: 'paused',
  rows: STATES.map((state, at) => ({ line: at + 2, issues: [], form: FORM, state })),
});

const aMint = (state: string, changedAt: number): MintRow =>
  MintRow.parse({
    intent: {
      intentId: `019a8000-0000-7000-8000-${String(changedAt).padStart(12, '0')}`,
      accountId: ACCOUNT_ID,
      kind: 'mint',
      title: 'Mint 1 AAPL',
      body: '{}',
      symbol: 'AAPL',
      confirmedAt: changedAt,
      changedAt,
      state,
      unanswered: 0,
      cancelWhenFound: false,
      isConflict: false,
    },
  });

async function openBatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: /five\.csv/ }).click();
  await expect(page.getByRole('heading', { name: 'five.csv' })).toBeVisible();
}

test.beforeEach(async ({ page, main, address }) => {
  main.tell('batches', headOf(batch));
  main.tell('batchRows', ...batch.rows);
  await openDesk(page, address);
  await openTokenization(page);
  await page.getByRole('button', { name: /^Batch/ }).click();
});

test('a batch that was proposed says that it waits, and is not proposed again', async ({
  page,
  main,
}) => {
  const now = Date.now();
  const rows = batch.rows.map((row) => ({ ...row, state: 'ready', held: 'second-person' }));
  const dry = aBatch({ ...batch, state: 'dry', rows });
  main.tell('batches', headOf(dry));
  main.tell('batchRows', ...dry.rows);
  const list = page.getByRole('button', { name: /five\.csv/ });
  await expect(list).toContainText('dry run done');
  await openBatch(page);
  const propose = page.getByRole('button', { name: 'Propose to a second person…' });
  await expect(propose).toBeVisible();
  main.tell(
    'proposals',
    MintProposal.parse({
      proposalId: '019a8000-0000-4000-8000-00000000000e',
      what: 'Batch five.csv: 5 mints',
      batch: { batchId: batch.batchId, name: batch.name },
      wallets: [],
      walletCount: 0,
      at: now,
      until: now + 86_400_000,
      state: 'waiting',
    }),
  );
  await expect(list).toContainText('waiting for a second person');
  await expect(propose).toHaveCount(0);
});

test('a batch that stands is discarded only after a question that says what stays', async ({
  page,
  main,
}) => {
  const discarded = aBatch({ ...batch, state: 'discarded' });
  main.answer('batches.discard', () => ok(headOf(discarded)));
  await openBatch(page);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Discard batch five.csv?' });
  await expect(question).toContainText('2 rows that were not sent will never be sent');
  await expect(question).toContainText('What was sent (2 of 5) stays in the record');
  await expect(question).toContainText('1 row is unconfirmed');
  await question.getByRole('button', { name: 'Keep it' }).click();
  expect(main.inputsOf('batches.discard')).toEqual([]);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await question.getByRole('button', { name: 'Discard 2 rows' }).click();
  await expect(question).toHaveCount(0);
  expect(main.inputsOf('batches.discard')).toHaveLength(1);
  main.tell('batches', headOf(discarded));
  await expect(page.getByText(/^Discarded: rows that were not sent/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Discard', exact: true })).toHaveCount(0);
});

test('the buttons of a long review stay in sight', async ({ page, main }) => {
  const note = 'The same was minted 4 min ago: B300-001, completed, to the same wallet.';
  const long = aBatch({
    ...batch,
    batchId: '019a8000-0000-4000-8000-00000000000c',
    name: 'long.csv',
    state: 'dry',
    rows: Array.from({ length: 60 }, (_, at) => ({
      line: at + 2,
      issues: [],
      form: { ...FORM, label: `b-${at}` },
      state: 'ready',
      note,
      ...(at % 2 === 0 && { held: 'repeats' }),
    })),
  });
  main.tell('batches', headOf(long));
  main.tell('batchRows', ...long.rows);
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.getByRole('button', { name: /long\.csv/ }).click();
  await page.getByRole('button', { name: 'Review batch' }).click();
  const review = page.getByRole('dialog', { name: 'Review batch' });
  for (const name of ['Back', /^Start: /])
    await expect(review.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('rows to mend take the place of a table that was not tried only when told to', async ({
  page,
}) => {
  const table = page.getByRole('textbox', { name: 'Table of mints' });
  const mend = async () => {
    await openBatch(page);
    await page.getByRole('button', { name: 'Fix 1 row' }).click();
    await page.getByRole('menuitem', { name: 'Edit and try as a new batch' }).click();
  };
  await table.fill('symbol,qty\nAAPL,7');
  await mend();
  const question = page.getByRole('dialog', { name: 'Replace the table you have not tried?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'New batch' }).click();
  await expect(table).toHaveValue('symbol,qty\nAAPL,7');
  await mend();
  await question.getByRole('button', { name: 'Replace it' }).click();
  await expect(table).toHaveValue(/was_line/);
  // Nothing is asked where nothing would be lost.
  await table.fill('');
  await mend();
  await expect(table).toHaveValue(/was_line/);
  await expect(question).toHaveCount(0);
});

test('the right to mint is asked about when a row loses it, and when a row has it again', async ({
  page,
  main,
}) => {
  const terms = (participant: 'yes' | 'no') =>
    main.answer('tokenization.terms', () =>
      ok({ participant, why: 'This account is not allowed to mint.', issuers: [], networks: [] }),
    );
  const outside = page.getByRole('region', { name: 'For Authorized Participants' });
  const mint = page.getByRole('form', { name: 'Mint' });
  await expect(mint).toBeVisible();
  terms('no');
  main.tell('mints', aMint('refused', 1_000));
  await expect(outside).toContainText('This account is not allowed to mint.');
  // This is the practice account.
  await expect(outside).toContainText('unless you turned it off under Break it');
  await expect(outside).not.toContainText('You can try it now');
  // The batch that stands because of it stays in sight.
  await expect(page.getByRole('button', { name: /five\.csv/ })).toBeVisible();
  terms('yes');
  main.tell('mints', aMint('accepted', 2_000));
  await expect(mint).toBeVisible();
  await expect(outside).toHaveCount(0);
});

test('a table says that it is being checked until it was', async ({ page, main }) => {
  let answer = () => undefined as void;
  const reading = {
    fingerprint: 'f',
    encoding: 'UTF-8',
    delimiter: ',',
    headingLine: 1,
    headings: ['symbol', 'qty', 'issuer', 'network', 'wallet'],
    rows: 10_000,
    columns: { underlyingSymbol: 0, qty: 1, issuer: 2, network: 3, walletAddress: 4 },
    decimal: 'point',
    issues: [],
  } as const;
  main.answer('batches.read', () =>
    ok({ ...reading, headings: [...reading.headings], samples: [], issues: [] }),
  );
  main.answer('batches.dryRun', async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return ok(headOf(batch));
  });
  const form = page.getByRole('form', { name: 'New batch' });
  await form.getByLabel('Table of mints').fill('symbol,qty,issuer,network,wallet');
  await form.getByRole('button', { name: 'Dry run' }).click();
  const said = form.getByRole('status').filter({ hasText: 'Checking' });
  await expect(said).toHaveText('Checking 10,000 rows…');
  answer();
  await expect(said).toHaveCount(0);
});

const NOTES = [
  '"1,5": write 1.5 with a point.',
  '1 NOPE requested, but none can leave the account.',
  'Ballast does not know the network mars: check the address with its owner.',
];
const noted = aBatch({
  batchId: '019a8000-0000-4000-8000-00000000000c',
  name: 'noted.csv',
  createdAt: Date.now(),
  state: 'paused',
  rows: [
    { line: 2, issues: [], form: FORM, state: 'completed' },
    ...NOTES.map((issue, at) => ({ line: at + 3, issues: [issue], form: FORM, state: 'wrong' })),
    { line: 9, issues: [], form: FORM, state: 'waiting' },
  ],
});

for (const width of [900, 1440])
  test(`why a row does not go can be read in a window of ${width} pixels`, async ({
    page,
    main,
  }) => {
    await page.setViewportSize({ width, height: width === 900 ? 700 : 900 });
    main.tell('batches', headOf(noted));
    main.forget('batchRows');
    main.tell('batchRows', ...noted.rows);
    await page.getByRole('button', { name: /noted\.csv/ }).click();
    const table = page.getByRole('table', { name: 'Batch rows' });
    for (const note of NOTES) {
      const cell = table.locator('.column-note', { hasText: note });
      await expect(cell).toBeVisible();
      const cut = await cell.evaluate((one) => {
        const text = one.querySelector('.two-lines') ?? one;
        return [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight];
      });
      expect(Math.max(...cut)).toBeLessThan(6);
    }
    // Nothing of the page is beyond its edge, and its sentences are no column of single words.
    const view = page.locator('.batch-view');
    expect(await view.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThan(1);
    await expect(page.getByRole('button', { name: /^Fix 3 rows/ })).toBeInViewport({ ratio: 1 });
    const words = await view.locator('.batch-head > div').first().boundingBox();
    expect(words?.width).toBeGreaterThan(300);
    await takePictures(page, `batch-notes-${width}`);
  });

test('a batch of which a guard blocks the rest says so, on its page and on every other', async ({
  page,
  main,
}) => {
  const note = 'Ballast does not know the issuer zzz: check the name.';
  const blocked = aBatch({
    batchId: '019a8000-0000-4000-8000-00000000000d',
    name: 'blocked.csv',
    createdAt: Date.now(),
    state: 'paused',
    rows: [
      ...[2, 3].map((line) => ({ line, issues: [], form: FORM, state: 'completed' })),
      { line: 4, issues: [], form: FORM, state: 'waiting', held: 'guard', note },
      ...[5, 6, 7, 8, 9].map((line) => ({
        line,
        issues: [`Line ${line} has no quantity.`],
        form: FORM,
        state: 'wrong',
      })),
    ],
  });
  main.forget('batchRows');
  main.tell('batches', headOf(blocked));
  main.tell('batchRows', ...blocked.rows);
  await page.getByRole('button', { name: /blocked\.csv/ }).click();
  const view = page.locator('.batch-view');
  await expect(view).toContainText(
    `Paused at 2 of 3: nothing of the rest may be minted as it is. 2 minted, 1 blocked: ${note}`,
  );
  await expect(view.getByRole('list', { name: 'What to know about this batch' })).toContainText(
    `Line 4, blocked. ${note}`,
  );
  await takePictures(page, 'batch-blocked');
  const text = 'Batch blocked.csv is paused at 2 of 3.';
  const why = `2 minted, 1 blocked: ${note}`;
  main.setTrading({ standingBatch: { batchId: blocked.batchId, text, heldWhy: why } });
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Desk' })
    .click();
  const banner = page.getByRole('region', { name: 'A batch is waiting for you' });
  await expect(banner).toContainText(`${why} No more rows will be sent while that is so.`);
  await takePictures(page, 'batch-blocked-banner');
});
