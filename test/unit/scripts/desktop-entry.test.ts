// What a menu starts, as electron-builder writes it from electron-builder.yml; nothing is packed and nothing downloaded.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { expect, it, onTestFinished } from 'vitest';

/** What electron-builder tells instead of making a package of it: the entry itself, or the file that it is in. */
type Computed = { desktop: string } | [string[], string];

it('an AppImage and a deb are started with their sandbox, and with a link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-entry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'unpacked/resources'), { recursive: true });
  const entries: string[] = [];
  await build({
    targets: Platform.LINUX.createTarget(['AppImage', 'deb']),
    prepackaged: join(folder, 'unpacked'),
    publish: 'never',
    config: { directories: { output: folder } },
    effectiveOptionComputed: async (computed: Computed) => {
      entries.push('desktop' in computed ? computed.desktop : readFileSync(computed[1], 'utf8'));
      return true;
    },
  });
  expect(entries.map((entry) => /^Exec=.*$/m.exec(entry)?.[0] ?? '').sort()).toEqual([
    'Exec=/opt/Ballast/ballast %U',
    'Exec=AppRun %U',
  ]);
  for (const entry of entries) expect(entry).toContain('MimeType=x-scheme-handler/ballast;');
});
