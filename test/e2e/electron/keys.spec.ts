// Where keys are kept, inside a real Electron: keytar in a utility process against the session's keyring, and scrypt of
// the crypto library that Electron brings along.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import keytar from 'keytar';
import { _electron, expect, test, type ElectronApplication, type Page } from 'playwright/test';
import { startPaper } from '#test/faults/support/paper.ts';

const PASSPHRASE = 'a walk in the rain';

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
});

test.afterAll(async () => {
  await app?.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const call = (name: string, input: unknown): Promise<unknown> =>
  page.evaluate(
    ([callName, callInput]) =>
      (
        window as unknown as { ballast: { call(n: unknown, i: unknown): Promise<unknown> } }
      ).ballast.call(callName, callInput),
    [name, input] as const,
  );

test('reaches the keyring of the session', async () => {
  test.setTimeout(90_000);
  await expect
    .poll(() => call('keys.status', {}), { timeout: 60_000 })
    .toMatchObject({
      ok: true,
      value: {
        homes: [
          { home: 'keychain', isAvailable: true },
          { home: 'sealed-file', isAvailable: true },
          { home: 'this-run', isAvailable: true },
        ],
        sealedFile: 'none',
        isWaiting: false,
      },
    });
});

test('makes a sealed file and refuses a wrong passphrase for it', async () => {
  test.setTimeout(90_000);
  expect(await call('keys.unseal', { passphrase: PASSPHRASE })).toMatchObject({
    ok: true,
    value: { sealedFile: 'open' },
  });
  const before = readFileSync(join(folder, 'keys.sealed'));
  expect(await call('keys.unseal', { passphrase: `${PASSPHRASE}!` })).toMatchObject({
    ok: false,
    failure: { kind: 'invalid', issues: [{ path: 'passphrase' }] },
  });
  expect(readFileSync(join(folder, 'keys.sealed')).equals(before)).toBe(true);
});

test('keeps a key in the keyring of the session, and takes it out again', async () => {
  test.setTimeout(90_000);
  const paper = await startPaper({ folder: join(folder, 'outside'), seed: 5 });
  try {
    const kept = async (): Promise<number> =>
      (await keytar.findCredentials('Ballast: In the keyring')).length;
    const before = await kept();
    const connected = (await call('accounts.connect', {
      label: 'In the keyring',
      environment: 'paper',
      hosts: paper.hosts,
      credentials: paper.key,
      keepIn: 'keychain',
      isUnverifiedAllowed: false,
    })) as { value: { accountId: string } };
    expect(connected).toMatchObject({ ok: true, value: { keyHome: 'keychain' } });
    expect(await kept()).toBe(before + 1);
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain(paper.key.secretKey);
    const { accountId } = connected.value;
    expect(await call('keys.remove', { accountId })).toMatchObject({ ok: true });
    expect(await kept()).toBe(before);
  } finally {
    await paper.stop();
  }
});
