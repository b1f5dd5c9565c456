// The deb as electron-builder asks for it: read back from the package with dpkg's own tools.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFpmArguments } from '../../../scripts/fpm-arguments.ts';

const folder = mkdtempSync(join(tmpdir(), 'ballast-fpm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As electron-builder 26 passes them. */
const argumentsFor = (output: string, changes: Record<string, string> = {}): string[] => {
  const options = {
    '-s': 'dir',
    '-t': 'deb',
    '--deb-compression': 'gz',
    '--architecture': 'amd64',
    '--after-install': join(folder, 'after-install'),
    '--after-remove': join(folder, 'after-remove'),
    '--description':
      'desk that is short\n A desk of which there is more to say than goes into one line of it, so that it is wrapped.',
    '--version': '1.2.3~rc.1',
    '--package': output,
    '--name': 'ballast',
    '--maintainer': 'Some Body <some@body.example>',
    '--vendor': 'Some Body <some@body.example>',
    '--url': 'https://ballast.example',
    '--category': 'misc',
    '--deb-priority': 'optional',
    '--license': 'Apache-2.0',
    ...changes,
  };
  return [
    '--force',
    '-d',
    'libc6 (>= 2.28)',
    '-d',
    'newer | older',
    '-d',
    'xdg-utils',
    '--deb-recommends',
    'one | other',
    '--deb-interest-noawait',
    '/etc/one',
    '--deb-interest-noawait',
    '/etc/other',
    ...Object.entries(options).flat(),
    `${folder}/unpacked/=/opt/Ballast`,
    `${folder}/with = in it.png=/usr/share/icons/ballast.png`,
  ];
};

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['scripts/fpm.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000', ...env },
  });

describe('the arguments', () => {
  it('are read as electron-builder passes them', () => {
    expect(readFpmArguments(argumentsFor('/x/out.deb'))).toMatchObject({
      name: 'ballast',
      version: '1.2.3~rc.1',
      depends: ['libc6 (>= 2.28)', 'newer | older', 'xdg-utils'],
      recommends: ['one | other'],
      triggers: ['/etc/one', '/etc/other'],
      scripts: { postinst: join(folder, 'after-install'), postrm: join(folder, 'after-remove') },
      files: [
        { from: `${folder}/unpacked/`, to: '/opt/Ballast' },
        { from: `${folder}/with = in it.png`, to: '/usr/share/icons/ballast.png' },
      ],
      output: '/x/out.deb',
    });
  });

  it.each([
    [{ '-t': 'rpm' }, '-t rpm: only deb is known.'],
    [{ '-s': 'gem' }, '-s gem: only dir is known.'],
    [{ '--rpm-os': 'linux' }, '--rpm-os is not known.'],
    [{ '--maintainer': 'The Ballast authors' }, 'The Ballast authors cannot be the maintainer'],
    [{ '--maintainer': 'A <a@b.c>\nPre-Depends: x <a@b.c>' }, 'cannot be the maintainer of a deb.'],
    [{ '--version': '1.0 or so' }, '1.0 or so cannot be the version of a deb.'],
    [{ '--name': 'Ballast' }, 'Ballast cannot be the name of a deb.'],
    [{ '--url': 'http://ballast.example' }, 'cannot be the url of a deb.'],
    [{ '--description': ' ' }, '--description is missing.'],
    [{ '--deb-compression': 'lzo' }, '--deb-compression lzo is not known.'],
    [{ '--deb-interest-noawait': '/x\ninterest /y' }, 'cannot be the trigger of a deb.'],
    [{ elsewhere: 'nowhere' }, 'elsewhere: where it is to be is missing (FROM=/TO).'],
  ] as [Record<string, string>, string][])('with %j are refused in words', (changes, why) => {
    expect(() => readFpmArguments(argumentsFor('/x/out.deb', changes))).toThrow(why);
  });

  it('name the library of sound itself first, because another has its older name too', () => {
    const configured = readFileSync('electron-builder.yml', 'utf8');
    expect(configured.match(/^ +.*asound.*,$/gm)?.map((line) => line.trim())).toEqual([
      'libasound2t64 | libasound2,',
    ]);
  });

  it('end with a value', () => {
    expect(() => readFpmArguments(['--name'])).toThrow('--name has no value.');
  });

  it('that are refused make no package, and electron-builder hears why', () => {
    const output = join(folder, 'refused.deb');
    const { status, stderr } = run(argumentsFor(output, { '-t': 'rpm' }));
    expect([status, stderr]).toEqual([1, 'The deb cannot be made. -t rpm: only deb is known.\n']);
    expect(existsSync(output)).toBe(false);
  });
});

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
if (!hasDpkg) process.stdout.write('Skipped: the deb is not made, because dpkg-deb is not here.\n');

describe.skipIf(!hasDpkg)('the package', () => {
  const output = join(folder, 'dist/ballast.deb');
  const tree = join(folder, 'tree');
  const control = (name: string) => readFileSync(join(tree, 'DEBIAN', name), 'utf8');

  beforeAll(() => {
    const unpacked = join(folder, 'unpacked');
    mkdirSync(join(unpacked, 'resources'), { recursive: true, mode: 0o700 });
    writeFileSync(join(unpacked, 'ballast'), '#!/bin/sh\n', { mode: 0o700 });
    writeFileSync(join(unpacked, 'chrome-sandbox'), 'x'.repeat(2_000));
    chmodSync(join(unpacked, 'chrome-sandbox'), 0o4755);
    writeFileSync(join(unpacked, 'resources/app.asar'), 'an archive');
    chmodSync(join(unpacked, 'resources/app.asar'), 0o666);
    symlinkSync('ballast', join(unpacked, 'link'));
    writeFileSync(join(folder, 'with = in it.png'), 'an icon');
    writeFileSync(join(folder, 'after-install'), '#!/bin/sh\necho in\n');
    writeFileSync(join(folder, 'after-remove'), '#!/bin/sh\necho out\n');
    expect(run(argumentsFor(output))).toMatchObject({ status: 0, stderr: '' });
    execFileSync('dpkg-deb', ['--raw-extract', output, tree]);
  });

  it('says what it is, what it needs and who answers for it', () => {
    expect(control('control')).toBe(`Package: ballast
Version: 1.2.3~rc.1
Section: misc
Priority: optional
Architecture: amd64
Maintainer: Some Body <some@body.example>
Installed-Size: 15
Depends: libc6 (>= 2.28), newer | older, xdg-utils
Recommends: one | other
Homepage: https://ballast.example
Description: desk that is short
 A desk of which there is more to say than goes into one line of it, so that it
 is wrapped.
`);
  });

  it('has root’s files with the modes of the system, and nothing setuid', () => {
    const listed = execFileSync('dpkg-deb', ['--contents', output], { encoding: 'utf8' });
    const lines = listed
      .trim()
      .split('\n')
      .map((line) => {
        const [mode, owner, , , , path, ...link] = line.split(/\s+/);
        return [mode, owner, path, ...link].join(' ');
      });
    expect(lines).toEqual(
      expect.arrayContaining([
        'drwxr-xr-x root/root ./opt/Ballast/resources/',
        '-rwxr-xr-x root/root ./opt/Ballast/ballast',
        '-rwxr-xr-x root/root ./opt/Ballast/chrome-sandbox',
        '-rw-r--r-- root/root ./opt/Ballast/resources/app.asar',
        'lrwxrwxrwx root/root ./opt/Ballast/link -> ballast',
        '-rw-r--r-- root/root ./usr/share/icons/ballast.png',
      ]),
    );
  });

  it('knows the checksum of every file', () => {
    const sums = control('md5sums').trim().split('\n');
    expect(sums.map((line) => line.slice(34))).toEqual([
      'opt/Ballast/ballast',
      'opt/Ballast/chrome-sandbox',
      'opt/Ballast/resources/app.asar',
      'usr/share/doc/ballast/changelog.gz',
      'usr/share/icons/ballast.png',
    ]);
    for (const line of sums)
      expect(line.slice(0, 32)).toBe(
        createHash('md5')
          .update(readFileSync(join(tree, line.slice(34))))
          .digest('hex'),
      );
  });

  it('hears of what others bring to the places that it named, and holds up nobody', () => {
    expect(control('triggers')).toBe('interest-noawait /etc/one\ninterest-noawait /etc/other\n');
  });

  it('runs the scripts that it was given, and has a changelog of its version', () => {
    expect([control('postinst'), control('postrm')]).toEqual([
      '#!/bin/sh\necho in\n',
      '#!/bin/sh\necho out\n',
    ]);
    const changelog = readFileSync(join(tree, 'usr/share/doc/ballast/changelog.gz'));
    expect(gunzipSync(changelog).toString()).toMatch(
      /^ballast \(1\.2\.3~rc\.1\) stable; urgency=medium\n\n {2}\* .*\n\n -- Some Body <some@body\.example> {2}Tue, 14 Nov 2023 22:13:20 \+0000\n$/,
    );
  });

  it('is the same to the last byte when it is made again', () => {
    const again = join(folder, 'again.deb');
    expect(run(argumentsFor(again)).status).toBe(0);
    expect(readFileSync(again).equals(readFileSync(output))).toBe(true);
  });

  it('is not made of what is not there', () => {
    const { status, stderr } = run([...argumentsFor(output), '/nowhere/at/all=/opt/x']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('/nowhere/at/all')]);
  });
});
