// The items of Electron's security checklist that are told by files alone, numbered as in docs/security.md.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('15: the shipped fuses are those of the list', () => {
  const wanted = readFileSync('electron-builder.yml', 'utf8');
  for (const [fuse, value] of Object.entries({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  }))
    expect(wanted).toMatch(new RegExp(`^ {2}${fuse}: ${value}$`, 'm'));
});

it('19: Electron is one that is still cared for', () => {
  const read = (file: string): Record<string, Record<string, never>> =>
    JSON.parse(readFileSync(file, 'utf8'));
  const declared = String(read('package.json')['devDependencies']?.['electron']);
  const locked = read('package-lock.json')['packages']?.['node_modules/electron'] as unknown as {
    version: string;
  };
  expect(Number(/\d+/.exec(declared)?.[0])).toBeGreaterThanOrEqual(45);
  expect(locked.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Number.parseInt(locked.version, 10)).toBe(Number(/\d+/.exec(declared)?.[0]));
  expect(readFileSync('electron-builder.yml', 'utf8')).not.toContain('electronVersion');
});
