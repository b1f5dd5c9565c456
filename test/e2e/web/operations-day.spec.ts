// The day of the person who mints for a living: three hundred rows, a desk that dies in the middle, two rejections by
// the issuer, and the rest of it put right. Everything by role and name, with pictures.
import { readFileSync, rmSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { openTokenization, SOLANA } from '#test/e2e/support/mint.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import { ledgerMints } from '#test/faults/support/mint-audit.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

const ROWS = 300;
const LABEL = 'Operations';
const labelOf = (nth: number): string => `B300-${String(nth).padStart(3, '0')}`;
const TABLE = [
  'symbol,qty,issuer,network,wallet,label',
  ...Array.from({ length: ROWS }, (_, n) => `AAPL,0.5,xstocks,solana,${SOLANA},${labelOf(n)}`),
].join('\n');
/** Among the first, so that the desk that dies has seen them. */
const REJECTED = [7, 21];

test('operations day: 300 rows, a crash, two rejections, continued and ended', async ({ page }) => {
  test.setTimeout(300_000);
  const folder = temporaryFolder('operations');
  const brokerFolder = temporaryFolder();
  const paper = await startPaper({ folder: brokerFolder, seed: 20 });
  let shell: RunningShell | undefined;
  try {
    await prepareBroker(paper);
    shell = await startWebShell({ folder });
    const { accountId } = await need<{ accountId: string }>(shell, 'accounts.connect', {
      label: LABEL,
      environment: 'paper',
      hosts: paper.hosts,
      ...keyOf(paper),
    });
    await openAccount(page, shell);
    await openTokenization(page);
    await runTable(page);

    await expect.poll(() => answered(page), { timeout: 60_000 }).toBeGreaterThan(100);
    shell.child.kill('SIGKILL');
    shell = await startWebShell({ folder });
    await need(shell, 'accounts.rotate', { accountId, ...keyOf(paper) });
    await openAccount(page, shell);

    // The frame and the bell name it, before anybody looks for it.
    const banner = page.getByRole('region', { name: 'A batch is waiting for you' });
    await expect(banner).toContainText(/Batch november\.csv is paused at \d+ of 300: /);
    await page.getByRole('button', { name: /^Alerts/ }).click();
    const told = page.getByRole('menuitem', {
      name: /Batch november\.csv is paused at \d+ of 300/,
    });
    await expect(told).toContainText('Ballast closed while the batch was running.');
    await takePictures(page, 'operations-stands');
    await page.keyboard.press('Escape');
    await banner.getByRole('button', { name: 'Open batch' }).click();
    await expect(page.getByRole('heading', { name: 'november.csv' })).toBeVisible();
    await expect(page.getByText(/^Paused at \d+ of 300\./)).toBeVisible();
    await expectAccessibleInBoth(page, 'operations-batch');

    await page.getByRole('button', { name: 'Review and continue' }).click();
    await page.getByRole('button', { name: /^Continue: \d+ mints, [\d.]+ AAPL, PAPER$/ }).click();
    const summary = page.getByText('298 completed, 2 rejected, 0 pending.', { exact: true });
    await expect(summary).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText('Ended: not everything requested was minted.')).toBeVisible();
    await takePictures(page, 'operations-ended');

    await expectOneAlert(page);
    await expectRejectedRow(page);
    await expectExport(page);
    await mend(page);

    const labels = (await ledgerMints(paper)).map((mint) => mint.client_request_id);
    expect(labels).toHaveLength(ROWS);
    expect(new Set(labels).size).toBe(ROWS);
  } finally {
    await shell?.stop();
    await paper.stop();
    for (const used of [folder, brokerFolder]) rmSync(used, { recursive: true, force: true });
  }
});

const keyOf = (paper: Paper) => ({
  credentials: paper.key,
  keepIn: 'this-run',
  isUnverifiedAllowed: false,
});

/** Shares to mint, an issuer that rejects two, and a broker slow enough to die in the middle of. */
async function prepareBroker(paper: Paper): Promise<void> {
  const bought = await fetch(`${paper.hosts.rest}/v2/orders`, {
    method: 'POST',
    headers: {
      'APCA-API-KEY-ID': paper.key.keyId,
      'APCA-API-SECRET-KEY': paper.key.secretKey,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      symbol: 'AAPL',
      qty: '200',
      side: 'buy',
      type: 'market',
      time_in_force: 'day',
    }),
  });
  expect(bought.status).toBe(200);
  const next = Array.from({ length: 30 }, (_, n) => (REJECTED.includes(n) ? 'reject' : 'complete'));
  await paper.control('PUT', '/tokenization', {
    delayMs: 1_000,
    next,
    redeems: { every: 0, afterMs: 0 },
  });
  await paper.control('POST', '/faults', {
    match: { method: 'POST', path: '/v2/tokenization/mint' },
    act: { kind: 'delay', ms: 150, when: 'before' },
  });
}

async function openAccount(page: Page, shell: RunningShell): Promise<void> {
  await openDesk(page, shell.address);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.getByRole('menuitemradio', { name: LABEL }).click();
  await expect(page).toHaveTitle(`PAPER · ${LABEL} · Ballast`);
}

const rowsOf = (page: Page): Locator => page.getByRole('table', { name: 'Batch rows' });

async function runTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Batch', exact: true }).click();
  const form = page.getByRole('form', { name: 'New batch' });
  await form.getByLabel('Open a CSV file').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(TABLE),
  });
  await form.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('300 ready.')).toBeVisible();
  await page.getByRole('button', { name: 'Review batch' }).click();
  await page.getByRole('button', { name: 'Start: 300 mints, 150 AAPL, PAPER' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
}

/** How many rows the broker has answered, as the page says it. */
async function answered(page: Page): Promise<number> {
  const words = await page.getByText(/Running: \d+ of 300 sent/).innerText();
  return Number(/Running: (\d+)/.exec(words)?.[1]);
}

/** One for the batch and none for its rows; it leads to the batch. */
async function expectOneAlert(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByText('Desk').click();
  await page.getByRole('button', { name: /^Alerts/ }).click();
  const alerts = page.getByRole('menuitem', { name: /Batch|Mint|mint/ });
  await expect(alerts).toHaveCount(1);
  await expect(alerts).toContainText('Batch november.csv: 298 completed, 2 rejected, 0 pending');
  await expect(alerts).toContainText(/Rejected by the issuer: B300-\d{3}, B300-\d{3}\./);
  await takePictures(page, 'operations-alert');
  await alerts.click();
  await expect(page.getByRole('heading', { name: 'november.csv' })).toBeVisible();
}

async function expectRejectedRow(page: Page): Promise<void> {
  const rejected = rowsOf(page)
    .getByRole('row', { name: /rejected/ })
    .first();
  await expect(rejected).toContainText('The issuer rejected it.');
  await rejected.getByRole('button', { name: /^Line \d+, open request$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Tokenization request' });
  await expect(dialog).toContainText('Rejected by the issuer');
  await page.keyboard.press('Escape');
}

async function expectExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export batch' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export batch as CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines[0]).toContain('transaction_hash,fees,ended_at');
  expect(
    lines.filter((line) => /,completed,/.test(line) && /,0\.5,2\d{3}-/.test(line)),
  ).toHaveLength(ROWS - REJECTED.length);
}

/** The two that were rejected as a batch of their own, tried and not sent. */
async function mend(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fix 2 rows' }).click();
  await takePictures(page, 'operations-mend');
  await page.getByRole('menuitem', { name: 'Edit and try as a new batch' }).click();
  const form = page.getByRole('form', { name: 'New batch' });
  await expect(form.getByLabel('Batch name')).toHaveValue('november.csv, fixed');
  await form.getByRole('button', { name: 'Dry run' }).click();
  await expect(rowsOf(page).getByRole('row', { name: /B300-\d{3}/ })).toHaveCount(REJECTED.length);
  await takePictures(page, 'operations-mended');
}
