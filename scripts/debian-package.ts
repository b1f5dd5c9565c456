// A deb of what is to be in it: the tree with the modes that Debian expects, a control file, checksums of every file, a
// changelog, and dpkg-deb of this computer to put it together.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Packing } from './fpm-arguments.ts';

const KIB = 1024;
const WIDTH = 79;
const COMPRESSIONS: Readonly<Record<Packing['compression'], string[]>> = {
  xz: ['-Zxz'],
  gz: ['-Zgzip', '-z1'],
};

/** The same files and the same date make the same package, byte by byte. */
export function buildDebianPackage(packing: Packing, date: Date): void {
  const tree = mkdtempSync(join(tmpdir(), 'ballast-deb-'));
  try {
    for (const { from, to } of packing.files) place(from, join(tree, to));
    const documents = join(tree, 'usr/share/doc', packing.name);
    mkdirSync(documents, { recursive: true });
    writeFileSync(
      join(documents, 'changelog.gz'),
      gzipSync(changelogOf(packing, date), { level: 9 }),
    );
    const files = filesIn(tree);
    const installed = installedKib(tree);
    const control = join(tree, 'DEBIAN');
    mkdirSync(control);
    writeFileSync(join(control, 'control'), controlOf(packing, installed));
    writeFileSync(join(control, 'md5sums'), files.map((path) => md5Line(tree, path)).join(''));
    // Whoever brings something there does not wait for this package.
    const triggers = packing.triggers.map((path) => `interest-noawait ${path}\n`).join('');
    if (triggers !== '') writeFileSync(join(control, 'triggers'), triggers);
    for (const [name, path] of Object.entries(packing.scripts)) {
      writeFileSync(join(control, name), readFileSync(path));
      chmodSync(join(control, name), 0o755);
    }
    setModes(tree);
    setTimes(tree, date);
    mkdirSync(dirname(packing.output), { recursive: true });
    const { status, stderr } = spawnSync(
      'dpkg-deb',
      ['--root-owner-group', ...COMPRESSIONS[packing.compression], '--build', tree, packing.output],
      {
        encoding: 'utf8',
        env: { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(date.getTime() / 1000)) },
      },
    );
    if (status !== 0) throw new Error(`dpkg-deb failed: ${stderr}`);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function place(from: string, to: string): void {
  const isFolder = statSync(from).isDirectory();
  if (isFolder && !from.endsWith('/')) throw new Error(`${from}: a folder is named with a / here.`);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: isFolder, verbatimSymlinks: true });
}

/** Every file and link below, as paths from there, sorted. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function controlOf(packing: Packing, installed: number): string {
  const fields: [string, string][] = [
    ['Package', packing.name],
    ['Version', packing.version],
    ['Section', packing.section],
    ['Priority', packing.priority],
    ['Architecture', packing.architecture],
    ['Maintainer', packing.maintainer],
    ['Installed-Size', String(installed)],
    ['Depends', packing.depends.join(', ')],
    ['Recommends', packing.recommends.join(', ')],
    ['Homepage', packing.homepage],
    ['Description', describe(packing.description)],
  ];
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

/** The synopsis, then paragraphs whose lines begin with a space; an empty line is a point. */
function describe(description: string): string {
  const [synopsis = '', ...rest] = description.trim().split('\n');
  const paragraphs = rest.flatMap((line) => (line.trim() === '' ? ['.'] : wrapped(line.trim())));
  return [synopsis.trim(), ...paragraphs].join('\n ');
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Debian's own format; what is new is told in the file beside it. */
function changelogOf({ name, version, maintainer }: Packing, date: Date): string {
  const when = date.toUTCString().replace('GMT', '+0000');
  return `${name} (${version}) stable; urgency=medium\n\n  * Version ${version}: see CHANGELOG.md.\n\n -- ${maintainer}  ${when}\n`;
}

/** As dpkg counts it: every file in whole KiB, every folder as one. */
function installedKib(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    const path = join(entry.parentPath, entry.name);
    return sum + (entry.isFile() ? Math.ceil(lstatSync(path).size / KIB) : 1);
  }, 0);
}

function md5Line(tree: string, path: string): string {
  const sum = createHash('md5')
    .update(readFileSync(join(tree, path)))
    .digest('hex');
  return `${sum}  ${path}\n`;
}

/** What may be run stays so; nothing is written by others, and nothing is setuid before the script decides it. */
function setModes(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setModes(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Nothing is newer than the package. */
function setTimes(folder: string, date: Date): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) utimesSync(join(entry.parentPath, entry.name), date, date);
  utimesSync(folder, date, date);
}
