// A repository for apt of the debs that are named, signed with a key of this packager's: how new versions reach a Debian.
// Who installed from it once gets them with the system's other updates, and apt refuses what the key did not sign, what was
// changed since, and, after its last day, a copy of an older state that somebody holds back.
//   node scripts/repository.ts --key NAME [--key NAME…] --to FOLDER [--days 30] FILE.deb…
// The folder is then published as it is. gpg's own settings decide where the key is (GNUPGHOME). With several keys each
// signs: whoever trusts one of them goes on while another takes its place. What was there before stays until all is signed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const DAY_MS = 86_400_000;
/** Longer than a year would protect nobody from an old copy. */
const MOST_DAYS = 366;
const SUITE = 'stable';

type Deb = { place: string; control: string; size: number; sum: string };
type List = { path: string; content: Buffer };

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string', multiple: true, default: [] },
    to: { type: 'string', default: '' },
    days: { type: 'string', default: '30' },
  },
});
const { key: keys, to } = values;
const days = Number(values.days);
const isDays = days > 0 && days <= MOST_DAYS;
if (keys.length === 0 || keys.includes('') || to === '' || files.length === 0 || !isDays) {
  process.stderr.write(
    `Needed: --key NAME [--key NAME…] --to FOLDER [--days N, at most ${MOST_DAYS}] FILE.deb…\n`,
  );
  process.exit(2);
}

try {
  makeRepository();
  process.stdout.write(`${to}: ${files.length} packages, for ${days} days\n`);
} catch (error) {
  process.stderr.write(`Nothing was published. ${(error as Error).message}\n`);
  process.exit(1);
}

/** Under names of its own until it is signed; then nothing is left to do that reads or copies. */
function makeRepository(): void {
  refuseSameNames();
  const fresh = join(to, 'dists.new');
  rmSync(fresh, { recursive: true, force: true });
  try {
    const debs = files.map(takeIn);
    const suite = join(fresh, SUITE);
    const lists = listsOf(debs);
    for (const { path, content } of lists) write(join(suite, path), content);
    const release = join(suite, 'Release');
    write(release, releaseOf(debs, lists, new Date()));
    sign(release, join(suite, 'InRelease'), '--clearsign');
    sign(release, join(suite, 'Release.gpg'), '--armor', '--detach-sign');
    for (const { place } of debs) renameSync(join(to, newOf(place)), join(to, place));
    replace(join(to, 'dists'), fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    for (const file of files) rmSync(join(to, newOf(placeOf(file))), { force: true });
  }
}

/** In the repository the second would take the place of the first, whose checksum is in the list. */
function refuseSameNames(): void {
  const names = files.map((file) => basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two packages have the same name: ${twice}.`);
}

function listsOf(debs: readonly Deb[]): List[] {
  return architecturesOf(debs).flatMap((architecture) => {
    const text = debs
      .filter(({ control }) => field(control, 'Architecture') === architecture)
      .map(entryOf)
      .join('\n');
    const path = `main/binary-${architecture}/Packages`;
    return [
      { path, content: Buffer.from(text) },
      { path: `${path}.gz`, content: gzipSync(text) },
    ];
  });
}

function architecturesOf(debs: readonly Deb[]): string[] {
  return [...new Set(debs.map(({ control }) => field(control, 'Architecture')))];
}

/** What dpkg knows of it, and where it is. */
function entryOf({ place, control, size, sum }: Deb): string {
  return `${control}Filename: ${place}\nSize: ${size}\nSHA256: ${sum}\n`;
}

function placeOf(file: string): string {
  return `pool/${basename(file)}`;
}

/** Nobody who downloads it meanwhile gets a part of it. */
function newOf(place: string): string {
  return `${place}.new`;
}

/** Everything is read of the copy: the file that was named may become another one until it is signed. */
function takeIn(file: string): Deb {
  const place = placeOf(file);
  const [there, copy] = [join(to, place), join(to, newOf(place))];
  mkdirSync(dirname(there), { recursive: true });
  copyFileSync(file, copy);
  const deb = { place, ...readDeb(copy) };
  // What is published says which sum it has, and would be wrong from then until its lists are replaced.
  if (existsSync(there) && sha256(readFileSync(there)) !== deb.sum)
    throw new Error(
      `${there} is another package. Give the new one another version, or take the old one away.`,
    );
  return deb;
}

function replace(folder: string, fresh: string): void {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(folder, old);
  } catch (error) {
    // The first time there is none.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}

function releaseOf(debs: readonly Deb[], lists: readonly List[], now: Date): string {
  const until = new Date(now.getTime() + days * DAY_MS);
  const sums = lists.map(({ path, content }) => ` ${sha256(content)} ${content.length} ${path}\n`);
  return `Origin: Ballast
Label: Ballast
Suite: ${SUITE}
Codename: ${SUITE}
Date: ${now.toUTCString()}
Valid-Until: ${until.toUTCString()}
Architectures: ${architecturesOf(debs).join(' ')}
Components: main
SHA256:
${sums.join('')}`;
}

function sign(release: string, output: string, ...how: string[]): void {
  const by = keys.flatMap((key) => ['--local-user', key]);
  const args = ['--batch', '--yes', ...by, '--digest-algo', 'SHA512', '--output', output];
  execFileSync('gpg', [...args, ...how, release], { stdio: 'inherit' });
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function readDeb(file: string): Omit<Deb, 'place'> {
  const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' });
  const content = readFileSync(file);
  return {
    control: `${control.trimEnd()}\n`,
    size: content.length,
    sum: sha256(content),
  };
}

function field(control: string, name: string): string {
  const value = new RegExp(`^${name}: (.+)$`, 'm').exec(control)?.[1];
  if (value === undefined) throw new Error(`the package has no ${name}`);
  return value;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
