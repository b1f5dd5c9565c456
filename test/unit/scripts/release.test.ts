// What a packager publishes and packs: a feed that copies believe, and no copy that would believe anything.
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, readRelease, type Release } from '#main/updates/read-release.ts';
import { makeReleaseKey, sha256 } from '#test/support/release-feed.ts';

const NAME = 'Ballast-0.2.0.AppImage';
const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
if (!hasDpkg) process.stdout.write('Skipped: debs of a release, because dpkg-deb is not here.\n');
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
beforeEach(() => rmSync(at('feed'), { force: true }));

const release = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/release.ts', '--key', at('key.pem'), ...args], {
    encoding: 'utf8',
  });
const made = (...more: string[]) => madeOf([at(NAME)], ...more);
function madeOf(files: string[], ...more: string[]) {
  const about = [
    '--version',
    '0.2.0',
    '--sequence',
    '7',
    '--url',
    'https://updates.example/ballast',
  ];
  return release(...about, '--notes', at('notes.txt'), '--to', at('feed'), ...more, ...files);
}

describe('npm run release', () => {
  it('writes what a copy with its public key believes', () => {
    const { stdout, status } = made();
    expect(status).toBe(0);
    const keys = keysOf([/BALLAST_RELEASE_KEYS="(.+)"/.exec(stdout)?.[1] ?? '']);
    const known = { keys, version: '0.1.0', seen: [], now: Date.now() };
    expect(readRelease(readFileSync(at('feed'), 'utf8'), known)).toMatchObject({
      ok: true,
      release: {
        version: '0.2.0',
        sequence: 7,
        notes: 'Better charts.',
        files: [
          {
            kind: 'appimage',
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
    for (const more of [
      ['--version', 'new'],
      ['--sequence', '0'],
      ['--url', 'http://updates.example'],
    ])
      expect(made(...more).status).toBe(2);
    expect(() => readFileSync(at('feed'))).toThrow();
  });

  it('is numbered higher than what is published there, which else stays', () => {
    expect(made().status).toBe(0);
    const before = readFileSync(at('feed'), 'utf8');
    for (const number of ['7', '6'])
      expect(made('--sequence', number)).toMatchObject({
        status: 2,
        stderr: `${at('feed')} has number 7: what takes its place needs a greater one.\n`,
      });
    expect(readFileSync(at('feed'), 'utf8')).toBe(before);
    expect(made('--sequence', '8').status).toBe(0);
    writeFileSync(at('feed'), 'nothing that can be read');
    expect(made('--sequence', '1').status).toBe(0);
  });
});

describe('the files of a release', () => {
  /** Beside the others, by a name of its own. */
  function file(name: string): string {
    writeFileSync(at(name), name);
    return at(name);
  }
  const published = () => {
    const { signed } = JSON.parse(readFileSync(at('feed'), 'utf8')) as { signed: string };
    const { files } = JSON.parse(Buffer.from(signed, 'base64').toString()) as Release;
    return files.map(({ kind, arch, name }) => [kind, arch, name]);
  };

  it('are what their names say', () => {
    const names = [
      'Ballast-0.2.0-universal.dmg',
      'Ballast-0.2.0-arm64.AppImage',
      'Ballast Setup 0.2.0.exe',
      'Ballast Setup 0.2.0-arm64.exe',
    ];
    expect(madeOf([at(NAME), ...names.map(file)]).status).toBe(0);
    expect(published()).toEqual([
      ['appimage', 'x64', NAME],
      ['dmg', 'universal', names[0]],
      ['appimage', 'arm64', names[1]],
      ['nsis', 'x64', 'Ballast-Setup-0.2.0.exe'],
      ['nsis', 'arm64', 'Ballast-Setup-0.2.0-arm64.exe'],
    ]);
  });

  it.each([
    ['Ballast-0.1.0.AppImage', 'has not version 0.2.0 in its name.'],
    ['Ballast-10.2.0.AppImage', 'has not version 0.2.0 in its name.'],
    ['Ballast-0.2.0-rc.1.AppImage', 'is for rc.1, which is no system that a copy runs on.'],
    ['Ballast-0.2.01.AppImage', 'has not version 0.2.0 in its name.'],
    ['Ballast-0.2.0-i386.AppImage', 'is for i386, which is no system that a copy runs on.'],
    ['Ballast-0.2.0-armv7l.AppImage', 'is for armv7l, which is no system that a copy runs on.'],
    ['Ballast-0.2.0-mac.zip', 'is no deb, AppImage, dmg or exe.'],
  ])('do not include %s', (name, why) => {
    expect(madeOf([file(name)])).toMatchObject({ status: 2, stderr: `${name} ${why}\n` });
    expect(() => readFileSync(at('feed'))).toThrow();
  });

  it('are one for each kind and system', () => {
    expect(madeOf([at(NAME), file('Ballast-0.2.0-x86_64.AppImage')])).toMatchObject({
      status: 2,
      stderr: `Two files are appimage for x64: ${NAME} and Ballast-0.2.0-x86_64.AppImage.\n`,
    });
  });

  describe.skipIf(!hasDpkg)('that are debs', () => {
    function deb(name: string, version: string, architecture: string): string {
      const tree = at(`tree-${name}`);
      mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
      writeFileSync(
        join(tree, 'DEBIAN/control'),
        `Package: ballast\nVersion: ${version}\nArchitecture: ${architecture}\nMaintainer: x <x@y.example>\nDescription: x\n`,
      );
      execFileSync('dpkg-deb', ['--build', tree, at(name)], { stdio: 'ignore' });
      return at(name);
    }

    it('are what is in them, whatever their names say', () => {
      const files = [
        deb('one.deb', '0.2.0~rc.1~x', 'amd64'),
        deb('ballast_0.1.0_amd64.deb', '0.2.0~rc.1~x-3', 'arm64'),
      ];
      expect(madeOf(files, '--version', '0.2.0-rc.1-x')).toMatchObject({ status: 0, stderr: '' });
      expect(published()).toEqual([
        ['deb', 'x64', 'one.deb'],
        ['deb', 'arm64', 'ballast_0.1.0_amd64.deb'],
      ]);
    });

    it('are of that version, for a system that a copy runs on', () => {
      const name = 'ballast_0.2.0_amd64.deb';
      const why = (version: string, architecture: string) =>
        madeOf([deb(name, version, architecture)]).stderr;
      expect(why('0.1.0', 'amd64')).toBe(`${name} is version 0.1.0, not 0.2.0.\n`);
      expect(why('0.2.0~rc.1', 'amd64')).toBe(`${name} is version 0.2.0~rc.1, not 0.2.0.\n`);
      expect(why('0.2.0-rc.1', 'amd64')).toBe(`${name} is version 0.2.0-rc.1, not 0.2.0.\n`);
      expect(why('1:0.2.0', 'amd64')).toBe(`${name} is version 1:0.2.0, not 0.2.0.\n`);
      expect(why('0.2.0', 'i386')).toBe(
        `${name} is for i386, which is no system that a copy runs on.\n`,
      );
      writeFileSync(at(name), 'no deb');
      expect(madeOf([at(name)])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`${name} cannot be read by dpkg-deb`) as string,
      });
      expect(() => readFileSync(at('feed'))).toThrow();
    });
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
    [
      'an address that is none',
      { BALLAST_UPDATE_URL: 'https://', BALLAST_RELEASE_KEYS: publicKey },
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
