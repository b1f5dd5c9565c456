// Packages to test with. They are made by scripts/dist.ts, as any packager makes his; but the Electron in them is a copy that
// a third party put together (.ci/with-electron-x64), so that they are vehicles of these tests, say so in their version
// and in the name of their file, and are never given to anybody.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const versionOf = (nth: number): string => `0.1.0~testvehicle.${nth}`;

/** The file's path. One that was made before serves again where BALLAST_PACKAGES_KEPT is set: for whoever writes a test. */
export function makePackage(folder: string, nth: number): string {
  const file = join(folder, `ballast_0.1.0-testvehicle.${nth}_amd64.deb`);
  if (process.env['BALLAST_PACKAGES_KEPT'] && existsSync(file)) return file;
  const electron = electronFolder();
  const made = spawnSync(
    process.execPath,
    [
      'scripts/dist.ts',
      '--linux',
      'deb',
      '--x64',
      `-c.directories.output=${folder}`,
      // A minute of compressing says nothing about the rest.
      '-c.deb.compression=gz',
      `-c.extraMetadata.version=0.1.0-testvehicle.${nth}`,
    ],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        ELECTRON_PACKAGE_DIST: electron,
        ELECTRON_PACKAGE_VERSION: readFileSync(join(electron, 'version'), 'utf8').trim(),
      },
    },
  );
  if (made.status !== 0) throw new Error(`${made.stdout}\n${made.stderr}`);
  return file;
}

function electronFolder(): string {
  const given = process.env['ELECTRON_PACKAGE_DIST'];
  if (given) return given;
  const root = process.env['ELECTRON_RUNTIME_ROOT'] ?? '/opt/electron-runtime';
  const folder = join(root, 'x64-1/opt/electron');
  if (!existsSync(folder)) spawnSync('.ci/with-electron-x64', ['true'], { stdio: 'inherit' });
  if (!existsSync(folder)) throw new Error('There is no Electron to pack.');
  return folder;
}
