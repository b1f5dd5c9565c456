// A built copy whose packager named a feed, as he gives it away: it finds a newer version on a real https server, and what
// it saves where its terminal is told to is what was signed.
import { cpSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright/test';
import { openSettings } from '#test/e2e/support/accounts.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';
import { makeReleaseKey, startFeedServer, type ReleaseKey } from '#test/support/release-feed.ts';

const CONTENT = 'a new version, which nobody starts';
const about = (page: Page) =>
  page.getByRole('main', { name: 'Settings' }).getByRole('region', { name: 'About', exact: true });

/** What was built, with the package.json that scripts/dist.ts makes. Answers what starts it. */
function packCopy(folder: string, url: string, key: ReleaseKey): string {
  cpSync('out', join(folder, 'out'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as object;
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      ...manifest,
      version: '0.1.0-testvehicle.1',
      ballastFeed: { url, keys: key.publicKey },
    }),
  );
  const program = join(folder, 'start.mjs');
  writeFileSync(
    program,
    `import { runWebShell } from './out/main/web.js';
const data = process.argv[process.argv.indexOf('--data') + 1];
await runWebShell({ shell: 'web', data, port: 0, open: false, allowLive: false, help: false });\n`,
  );
  return program;
}

test('a copy with a feed finds a new version, and saves what was signed', async ({ page }) => {
  test.skip(process.platform !== 'linux', 'the terminal is made by script(1) as Linux has it');
  test.slow();
  const [folder, copy, away] = ['data-', 'copy-', 'away-'].map(temporaryFolder);
  if (!folder || !copy || !away) throw new Error('no folders');
  const key = makeReleaseKey();
  const server = await startFeedServer();
  server.publish(key, { version: '0.1.0-testvehicle.2' }, CONTENT);
  const certificate = join(away, 'ca.pem');
  writeFileSync(certificate, server.certificate);
  const shell = await startWebShell({
    folder,
    program: packCopy(copy, `${server.origin}/feed.json`, key),
    env: { NODE_EXTRA_CA_CERTS: certificate },
    hasTerminal: true,
  });
  try {
    await openDesk(page, shell.address);
    await openSettings(page, 'About');
    await expect(about(page)).toContainText('Not looked for yet.');
    expect(server.asked).toEqual([]);
    await about(page).getByRole('button', { name: 'Look now' }).click();
    await expect(about(page)).toContainText('Ballast 0.1.0-testvehicle.2 is available');
    await about(page).getByRole('button', { name: 'Save and verify…' }).click();
    const file = join(away, 'new.deb');
    await shell.type(/Where should the new version be saved\?.*File: /s, file);
    await expect(about(page)).toContainText(`Verified: ${file}`);
    expect(readFileSync(file, 'utf8')).toBe(CONTENT);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    // An older feed comes back, and a file of another content under the signed name.
    server.publish(key, { sequence: 1, version: '0.1.0-testvehicle.2' });
    await about(page).getByRole('button', { name: 'Look now' }).click();
    await expect(about(page).getByRole('alert')).toContainText('older than one that was read here');
    server.answers.set('/ballast_0.1.0-testvehicle.2_amd64.deb', CONTENT.toUpperCase());
    const other = join(away, 'other.deb');
    await about(page).getByRole('button', { name: 'Save and verify…' }).click();
    await shell.type(/Saved and verified: .*Where should the new version.*File: /s, other);
    await expect(about(page)).toContainText('It is not the file that was signed, and was deleted.');
    expect(statSync(other, { throwIfNoEntry: false })).toBeUndefined();
  } finally {
    await shell.stop();
    await server.stop();
    for (const one of [folder, copy, away]) rmSync(one, { recursive: true, force: true });
  }
});
