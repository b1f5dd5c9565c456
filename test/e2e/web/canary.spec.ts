// A random key is typed in one start and used in the next. It must be nowhere but in the sealed file, where nobody can
// read it, and on the wire to its broker. The last test plants it in each place, to see that the search would find it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  describeAccount,
  formOf,
  makeSealedFile,
  openSettings,
  ordersAt,
  typeKey,
  UNSEALING,
} from '#test/e2e/support/accounts.ts';
import {
  createCanary,
  familyOf,
  heapOf,
  pageOf,
  recordMessages,
  searchFiles,
  searchProcesses,
} from '#test/e2e/support/canary.ts';
import { holdCall } from '#test/e2e/support/held-call.ts';
import { cents, choose, fill, openDesk, place, ticketOf } from '#test/e2e/support/ticket.ts';
import {
  expect,
  startWebShell,
  temporaryFolder,
  test,
  type RunningShell,
} from '#test/e2e/support/web-shell.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';

const LABEL = 'Canary';
const PASSPHRASE = 'a passphrase that is no canary';
// With characters that JSON leaves alone and addresses do not.
const key = {
  keyId: `PK${randomBytes(9).toString('hex').toUpperCase()}`,
  secretKey: `${randomBytes(15).toString('base64')}/+=${randomBytes(6).toString('hex')}`,
};
const canary = createCanary({ 'the key ID': key.keyId, 'the secret': key.secretKey });
/** The key ID stands in its field until it is saved, and may be seen there. */
const onlySecrets = createCanary({ 'the secret': key.secretKey, 'the passphrase': PASSPHRASE });

let folder = '';
let desk = '';
let paper: Paper;
let shell: RunningShell | undefined;

// A heap snapshot takes its time on a busy machine.
test.setTimeout(180_000);
test.describe.configure({ mode: 'serial' });
// A trace keeps everything that was typed, which is not a finding of this test.
test.use({ trace: 'off' });

test.beforeAll(async () => {
  folder = temporaryFolder();
  desk = join(folder, 'desk');
  paper = await startPaper({ folder: join(folder, 'broker'), seed: 21, key });
});

test.afterAll(async () => {
  await shell?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const hitsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const found = canary.in(text);
    return found === undefined ? [] : [`${found}: ${text.slice(0, 300)}`];
  });

/** Every process of the desk was among those that were searched. */
/** Main, and the practice broker while somebody wants its account. */
function expectCleanProcesses(of: RunningShell, processes: number): void {
  const { hits, seen } = searchProcesses(canary);
  expect(hits).toEqual([]);
  const family = familyOf(of.child.pid ?? 0);
  expect(family.length).toBeGreaterThanOrEqual(processes);
  expect(family.filter((pid) => !seen.has(pid))).toEqual([]);
}

test('typed and saved: nothing of it comes back, is logged, or lies about', async ({ page }) => {
  shell = await startWebShell({ folder: desk });
  const { received, sent, settled } = recordMessages(page);
  await openDesk(page, shell.address);
  await openSettings(page);
  await describeAccount(page, { label: LABEL, hosts: paper.hosts, home: /sealed/ });
  await makeSealedFile(page, PASSPHRASE);
  // A wrong one first: what a refusal quotes would be seen here.
  await typeKey(formOf(page), { keyId: key.keyId, secretKey: `${key.secretKey}x` });
  await formOf(page).getByRole('button', { name: 'Check and save' }).click();
  await expect(formOf(page).getByRole('alert')).toContainText('does not know this key');
  await typeKey(formOf(page), key);
  // Main may wait for a person, for minutes: what waits in the page meanwhile holds no secret.
  const release = await holdCall(page, 'accounts.connect');
  const save = formOf(page).getByRole('button', { name: 'Check and save' });
  await save.click();
  await expect(save).toBeDisabled();
  const waiting = await heapOf(page);
  expect(waiting).toContain(LABEL);
  expect(onlySecrets.in(waiting)).toBeUndefined();
  await release();
  await expect(page.getByRole('region', { name: 'Connected' })).toContainText('PAPER');
  expect(canary.in(await heapOf(page))).toBeUndefined();
  await page.getByRole('button', { name: 'Open on the desk' }).click();
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  await settled();

  // It did go in through what is searched, so an answer would have been seen too.
  expect(hitsIn(sent).length).toBeGreaterThanOrEqual(2);
  expect(received.length).toBeGreaterThan(20);
  expect(hitsIn(received)).toEqual([]);
  expect(existsSync(join(desk, 'keys.sealed'))).toBe(true);
  expect(existsSync(join(desk, 'logs', 'ballast.log'))).toBe(true);
  expect(searchFiles(canary, desk)).toEqual([]);
  expectCleanProcesses(shell, 2);
  await shell.stop();
  expect(searchFiles(canary, desk)).toEqual([]);
});

test('used in the next start: it is nowhere in the page, nor on the way to it', async ({
  page,
}) => {
  shell = await startWebShell({ folder: desk });
  const { received, sent, settled } = recordMessages(page);
  // The account that the last start was left with.
  await page.goto(shell.address);
  const sealed = page.getByRole('form', { name: 'Sealed file' });
  await sealed.getByLabel('Passphrase').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(sealed).toHaveCount(0, UNSEALING);
  await expect(page).toHaveTitle(`PAPER · ${LABEL} · Ballast`);
  await expect(page.getByRole('status', { name: 'Order stream' })).toContainText('live');
  await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeEnabled();
  const price = await choose(page, 'AAPL');
  await fill(page, {
    Quantity: '1',
    'Order type': 'Limit',
    'Limit price': cents(price * 0.99),
  });
  await place(page);
  expect(await ordersAt(paper)).toHaveLength(1);
  await openSettings(page);
  await settled();

  expect(sent.length).toBeGreaterThan(10);
  expect(hitsIn([...sent, ...received])).toEqual([]);
  expect(hitsIn([await pageOf(page)])).toEqual([]);
  const heap = await heapOf(page);
  // The account's name is in that memory; a snapshot without it would prove nothing.
  expect(heap).toContain(LABEL);
  expect(canary.in(heap)).toBeUndefined();
  expect(searchFiles(canary, desk)).toEqual([]);
  expectCleanProcesses(shell, 1);
});

test('the search finds what is planted, in every place and spelling', async ({ page }) => {
  for (const [name, spelling] of canary.spellings) {
    const path = join(desk, 'logs', 'planted');
    writeFileSync(path, Buffer.concat([Buffer.from('{"note":"'), spelling, Buffer.from('"}')]));
    expect(searchFiles(canary, desk), name).toHaveLength(1);
    rmSync(path);
  }
  expect(searchFiles(canary, desk)).toEqual([]);

  // Beside other bytes, as in an Authorization header.
  for (const before of ['', 'u', 'us', 'use'])
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(canary.in(Buffer.from(`${before}${key.secretKey}:z`).toString(encoding))).toContain(
        'the secret',
      );

  const idle = ['-e', 'setInterval(() => undefined, 1000); console.log("up")'];
  for (const [args, env] of [
    [[...idle, key.secretKey], {}],
    [idle, { PLANTED: Buffer.from(key.secretKey).toString('base64') }],
  ] as const) {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(searchProcesses(canary).hits).toHaveLength(1);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  expect(searchProcesses(canary).hits).toEqual([]);

  await openDesk(page, shell?.address ?? '');
  expect(hitsIn([await pageOf(page), await heapOf(page)])).toEqual([]);
  await page.evaluate((text) => {
    Object.assign(globalThis, { planted: { text: `${text} ` } });
  }, key.secretKey);
  expect(canary.in(await heapOf(page))).toContain('the secret');
  await page.evaluate((text) => sessionStorage.setItem('planted', text), key.keyId);
  expect(canary.in(await pageOf(page))).toContain('the key ID');
  await page.evaluate(() => sessionStorage.clear());
  expect(canary.in(await pageOf(page))).toBeUndefined();
  await page.evaluate((text) => document.body.setAttribute('data-planted', text), key.keyId);
  expect(canary.in(await pageOf(page))).toContain('the key ID');
});
