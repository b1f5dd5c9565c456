// What the packager's script does with what it is given, with keys that are made for it. That apt accepts what comes of
// it is tried by test/package/repository.test.ts.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const KEY = 'Some Packager <packager@ballast.example>';
const NEXT = 'The Next One <next@ballast.example>';
const hasTools = ['gpg', 'dpkg-deb'].every((name) => spawnSync(name, ['--version']).status === 0);
if (!hasTools) process.stdout.write('Skipped: the repository, because gpg or dpkg is not here.\n');

describe.skipIf(!hasTools)('a repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-site-'));
  const site = join(folder, 'site');
  const env = { ...process.env, GNUPGHOME: join(folder, 'keys') };

  const make = (args: string[], keys = [KEY], more: NodeJS.ProcessEnv = {}) =>
    spawnSync(
      process.execPath,
      ['scripts/repository.ts', '--to', site, ...keys.flatMap((key) => ['--key', key]), ...args],
      { encoding: 'utf8', env: { ...env, ...more } },
    );

  /** A gpg that does more before it signs. */
  function signingAfter(line: string): NodeJS.ProcessEnv {
    const stubs = mkdtempSync(join(folder, 'stubs-'));
    const real = execFileSync('sh', ['-c', 'command -v gpg'], { encoding: 'utf8' }).trim();
    writeFileSync(join(stubs, 'gpg'), `#!/bin/sh\n${line}\nexec '${real}' "$@"\n`, { mode: 0o755 });
    return { PATH: [stubs, process.env['PATH']].join(delimiter) };
  }

  function makeDeb(version: string): string {
    const tree = join(folder, `tree-${version}`);
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
    writeFileSync(
      join(tree, 'DEBIAN/control'),
      `Package: ballast\nVersion: ${version}\nArchitecture: amd64\nMaintainer: x <x@y.example>\nDescription: x\n`,
    );
    const file = join(folder, `ballast_${version}_amd64.deb`);
    execFileSync('dpkg-deb', ['--build', tree, file], { stdio: 'ignore' });
    return file;
  }

  /** Every file of what is published, with its content. */
  const published = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(site, { recursive: true, encoding: 'utf8' })
        .filter((path) => statSync(join(site, path)).isFile())
        .map((path) => [path, readFileSync(join(site, path), 'latin1')]),
    );

  const signers = (): string[] =>
    spawnSync('gpg', ['--status-fd', '1', '--verify', join(site, 'dists/stable/InRelease')], {
      encoding: 'utf8',
      env,
    })
      .stdout.split('\n')
      .flatMap((line) => /^\[GNUPG:\] GOODSIG \S+ (.*)/.exec(line)?.[1] ?? [])
      .sort();

  let first = '';
  let second = '';

  beforeAll(() => {
    mkdirSync(env.GNUPGHOME, { mode: 0o700 });
    for (const name of [KEY, NEXT])
      execFileSync(
        'gpg',
        ['--batch', '--passphrase', '', '--quick-gen-key', name, 'ed25519', 'sign', '1d'],
        { env, stdio: 'ignore' },
      );
    first = makeDeb('1');
    second = makeDeb('2');
    expect(make([first])).toMatchObject({
      status: 0,
      stdout: `${site}: 1 packages, for 30 days\n`,
    });
  });

  afterAll(() => {
    spawnSync('gpgconf', ['--kill', 'all'], { env });
    rmSync(folder, { recursive: true, force: true });
  });

  it('stays as it was where nobody can sign, or a package cannot be read', () => {
    const before = published();
    const damaged = join(folder, 'ballast_3_amd64.deb');
    writeFileSync(damaged, 'not a deb');
    for (const said of [
      make([second], ['nobody@ballast.example']),
      make([second], [KEY, 'nobody@ballast.example']),
      make([second, damaged]),
    ]) {
      expect([said.status, said.stderr]).toEqual([
        1,
        expect.stringContaining('Nothing was published.'),
      ]);
      expect(published()).toEqual(before);
    }
  });

  it('has each package as it was read, whatever becomes of the file meanwhile', () => {
    const third = makeDeb('3');
    const read = readFileSync(third, 'latin1');
    expect(make([first, third], [KEY], signingAfter(`echo another >'${third}'`)).status).toBe(0);
    expect(published()['pool/ballast_3_amd64.deb']).toBe(read);
    const fourth = makeDeb('4');
    expect(make([first, fourth], [KEY], signingAfter(`rm -f '${fourth}'`)).status).toBe(0);
    expect(readdirSync(join(site, 'pool'))).toContain('ballast_4_amd64.deb');
    for (const version of ['3', '4']) rmSync(join(site, `pool/ballast_${version}_amd64.deb`));
    expect(make([first]).status).toBe(0);
  });

  it('has no other package under a name that was published', () => {
    const before = published();
    mkdirSync(join(folder, 'again'));
    const other = join(folder, 'again/ballast_1_amd64.deb');
    cpSync(second, other);
    expect(make([other])).toMatchObject({
      status: 1,
      stderr: `Nothing was published. ${join(site, 'pool/ballast_1_amd64.deb')} is another package. Give the new one another version, or take the old one away.\n`,
    });
    expect(published()).toEqual(before);
  });

  it('has no two packages of one name', () => {
    const before = published();
    mkdirSync(join(folder, 'elsewhere'));
    const other = join(folder, 'elsewhere/ballast_1_amd64.deb');
    cpSync(second, other);
    expect(make([first, other])).toMatchObject({
      status: 1,
      stderr: 'Nothing was published. Two packages have the same name: ballast_1_amd64.deb.\n',
    });
    expect(published()).toEqual(before);
  });

  it.each(['Infinity', '0', '-1', '400', 'soon'])('is not valid for %s days', (days) => {
    const said = make([`--days=${days}`, first]);
    expect([said.status, said.stderr]).toEqual([2, expect.stringContaining('at most 366')]);
  });

  it('is replaced as a whole, and nothing of the making stays', () => {
    expect(make([first, second]).status).toBe(0);
    expect(readdirSync(site)).toEqual(['dists', 'pool']);
    expect(make([second]).status).toBe(0);
    expect(Object.keys(published()).sort()).toEqual([
      'dists/stable/InRelease',
      'dists/stable/Release',
      'dists/stable/Release.gpg',
      'dists/stable/main/binary-amd64/Packages',
      'dists/stable/main/binary-amd64/Packages.gz',
      'pool/ballast_1_amd64.deb',
      'pool/ballast_2_amd64.deb',
    ]);
    expect(signers()).toEqual([KEY]);
  });

  it('is signed by each key that is named, so that one can take the place of the other', () => {
    expect(make([second], [KEY, NEXT]).status).toBe(0);
    expect(signers()).toEqual([KEY, NEXT]);
  });
});
