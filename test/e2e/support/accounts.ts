// The settings of accounts by role and name, and the ways through them that several tests take.
import type { Locator, Page } from 'playwright/test';
import type { KeyPair } from '#main/ports.ts';
import type { Paper } from '#test/faults/support/paper.ts';
import { expect } from '#test/e2e/support/web-shell.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

export const formOf = (page: Page): Locator => page.getByRole('form', { name: 'Connect account' });
export const rowOf = (page: Page, label: string): Locator =>
  page.getByRole('list', { name: 'Accounts' }).getByRole('listitem', { name: label, exact: true });

export async function openSettings(page: Page, section = 'Accounts'): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByText('Settings').click();
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('button', { name: section })
    .click();
}

export async function act(page: Page, label: string, action: string): Promise<void> {
  await rowOf(page, label)
    .getByRole('button', { name: `Actions for ${label}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

type Connection = {
  label: string;
  hosts: Paper['hosts'];
  meaning?: 'paper' | 'live';
  home: RegExp;
};

const MEANINGS = {
  paper: 'Paper: only on this computer',
  live: 'Live: it moves real money',
};

/** Everything but the key, for a broker on this computer. */
export async function describeAccount(page: Page, connection: Connection): Promise<void> {
  const { label, hosts, meaning = 'paper', home } = connection;
  await page.getByRole('button', { name: 'Connect an account' }).click();
  const form = formOf(page);
  await form.getByRole('radio', { name: /^Other addresses/ }).check();
  await pick(form.getByLabel('Treat as'), MEANINGS[meaning]);
  await form.getByLabel('Trading address').fill(hosts.rest);
  await form.getByLabel('Market data address').fill(hosts.data);
  await form.getByLabel('Order stream address').fill(hosts.tradeStream);
  await form.getByLabel('Price stream address').fill(hosts.dataStream);
  await form.getByLabel('Account name').fill(label);
  await form.getByRole('radio', { name: home }).check();
}

export async function typeKey(form: Locator, { keyId, secretKey }: KeyPair): Promise<void> {
  await form.getByLabel('Key ID').fill(keyId);
  await form.getByLabel('Secret key').fill(secretKey);
}

/** A passphrase is made slow to guess: its hash takes a whole core for a while, and more of a busy one. */
export const UNSEALING = { timeout: 60_000 };

/** Chooses the passphrase of a sealed file that there is not yet. */
export async function makeSealedFile(page: Page, passphrase: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose a passphrase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a sealed file' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByLabel('Confirm passphrase').fill(passphrase);
  await dialog.getByRole('button', { name: 'Create the sealed file' }).click();
  await expect(dialog).toHaveCount(0, UNSEALING);
}

/** What the broker itself calls the account of this key. */
export async function numberAt({ hosts, key }: Paper): Promise<string> {
  const response = await fetch(`${hosts.rest}/v2/account`, {
    headers: { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey },
  });
  return ((await response.json()) as { account_number: string }).account_number;
}

/** The orders on a broker's own books. */
export const ordersAt = async (paper: Paper): Promise<{ symbol: string }[]> =>
  (await paper.control<{ orders: { symbol: string }[] }>('GET', '/ledger')).orders;

/** Connects the broker as a live account, and answers what the screen says of it. */
export async function connectLive(
  page: Page,
  address: string,
  { hosts, key }: Paper,
): Promise<Locator> {
  await openDesk(page, address);
  await openSettings(page);
  await describeAccount(page, {
    label: 'Real money',
    hosts,
    meaning: 'live',
    home: /^Memory/,
  });
  await typeKey(formOf(page), key);
  await formOf(page).getByRole('button', { name: 'Check and save' }).click();
  const connected = page.getByRole('region', { name: 'Connected' });
  await expect(connected).toContainText('LIVE');
  return connected;
}
