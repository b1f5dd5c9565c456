// What a packager publishes and packs: a feed that copies believe, and no copy that would believe anything.
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysOf, readRelease } from '#main/updates/read-release.ts';
import { makeReleaseKey, sha256 } from '#test/support/release-feed.ts';

const NAME = 'ballast_0.2.0_amd64.deb';
let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-release-'));
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(at('key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
  writeFileSync(at(NAME), 'a new version');
  writeFileSync(at('notes.txt'), 'Better charts.');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const release = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/release.ts', '--key', at('key.pem'), ...args], {
    encoding: 'utf8',
  });
function made(...more: string[]) {
  const about = [
    '--version',
    '0.2.0',
    '--sequence',
    '7',
    '--url',
    'https://updates.example/ballast',
  ];
  return release(...about, '--notes', at('notes.txt'), '--to', at('feed'), ...more, at(NAME));
}

describe('npm run release', () => {
  it('writes what a copy with its public key believes', () => {
    const { stdout, status } = made();
    expect(status).toBe(0);
    const keys = keysOf([/BALLAST_RELEASE_KEYS="(.+)"/.exec(stdout)?.[1] ?? '']);
    const known = { keys, version: '0.1.0', seen: undefined, now: Date.now() };
    expect(readRelease(readFileSync(at('feed'), 'utf8'), known)).toMatchObject({
      ok: true,
      release: {
        version: '0.2.0',
        sequence: 7,
        notes: 'Better charts.',
        files: [
          {
            kind: 'deb',
            arch: 'x64',
            name: NAME,
            url: `https://updates.example/ballast/${NAME}`,
            size: 13,
            sha256: sha256('a new version'),
          },
        ],
      },
    });
  });

  it('tells the public key, and writes nothing that no copy would believe', () => {
    expect(release().stdout).toMatch(/^BALLAST_RELEASE_KEYS="MCowBQYDK2VwAyEA.{44}"\n$/);
    rmSync(at('feed'), { force: true });
    for (const more of [
      ['--version', 'new'],
      ['--sequence', '0'],
      ['--url', 'http://updates.example'],
    ])
      expect(made(...more).status).toBe(2);
    expect(() => readFileSync(at('feed'))).toThrow();
  });
});

describe('a package', () => {
  const url = 'https://updates.example/feed.json';
  const { publicKey } = makeReleaseKey();
  it.each<[string, Record<string, string>]>([
    ['no keys', { BALLAST_UPDATE_URL: url }],
    ['keys and no feed', { BALLAST_RELEASE_KEYS: publicKey }],
    [
      'a feed that is not https',
      { BALLAST_UPDATE_URL: 'http://a.example', BALLAST_RELEASE_KEYS: publicKey },
    ],
    ['something that is no key', { BALLAST_UPDATE_URL: url, BALLAST_RELEASE_KEYS: 'bm8ga2V5' }],
    [
      'the same key twice',
      { BALLAST_UPDATE_URL: url, BALLAST_RELEASE_KEYS: `${publicKey} ${publicKey}` },
    ],
  ])('is not made with %s', (_what, more) => {
    const { BALLAST_UPDATE_URL: _url, BALLAST_RELEASE_KEYS: _keys, ...env } = process.env;
    const { status, stderr } = spawnSync(process.execPath, ['scripts/dist.ts', '--version'], {
      env: { ...env, ...more },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('BALLAST_UPDATE_URL')]);
  });
});
