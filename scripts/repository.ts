// A repository for apt of the debs that are named, signed with a key of this packager's: how new versions reach a Debian.
// Who installed from it once gets them with the system's other updates, and apt refuses what the key did not sign, what was
// changed since, and, after its last day, a copy of an older state that somebody holds back.
//   node scripts/repository.ts --key NAME --to FOLDER [--days 30] FILE.deb…
// The folder is then published as it is. gpg's own settings decide where the key is (GNUPGHOME).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const DAY_MS = 86_400_000;
const SUITE = 'stable';
const DISTRIBUTION = `dists/${SUITE}`;

const { values, positionals: debs } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    to: { type: 'string' },
    days: { type: 'string', default: '30' },
  },
});
const { key, to } = values;
const days = Number(values.days);
if (!key || !to || debs.length === 0 || !(days > 0)) {
  process.stderr.write('Needed: --key NAME --to FOLDER [--days N] FILE.deb…\n');
  process.exit(2);
}

rmSync(join(to, 'dists'), { recursive: true, force: true });
const entries = debs.map((deb) => ({ deb, control: controlOf(deb) }));
const architectures = [...new Set(entries.map(({ control }) => field(control, 'Architecture')))];
const lists = architectures.flatMap((architecture) => {
  const text = entries
    .filter(({ control }) => field(control, 'Architecture') === architecture)
    .map(publish)
    .join('\n');
  const path = `main/binary-${architecture}/Packages`;
  return [
    { path, content: Buffer.from(text) },
    { path: `${path}.gz`, content: gzipSync(text) },
  ];
});
for (const { path, content } of lists) write(`${DISTRIBUTION}/${path}`, content);
const release = join(to, DISTRIBUTION, 'Release');
write(`${DISTRIBUTION}/Release`, releaseOf(new Date()));
sign('InRelease', '--clearsign');
sign('Release.gpg', '--armor', '--detach-sign');
process.stdout.write(`${to}: ${debs.length} packages, for ${days} days\n`);

/** What dpkg knows of it, and where it is. */
function publish({ deb, control }: { deb: string; control: string }): string {
  const content = readFileSync(deb);
  const place = `pool/${basename(deb)}`;
  mkdirSync(join(to ?? '', 'pool'), { recursive: true });
  copyFileSync(deb, join(to ?? '', place));
  return `${control}Filename: ${place}\nSize: ${content.length}\nSHA256: ${sha256(content)}\n`;
}

function releaseOf(now: Date): string {
  const until = new Date(now.getTime() + days * DAY_MS);
  const sums = lists.map(({ path, content }) => ` ${sha256(content)} ${content.length} ${path}\n`);
  return `Origin: Ballast
Label: Ballast
Suite: ${SUITE}
Codename: ${SUITE}
Date: ${now.toUTCString()}
Valid-Until: ${until.toUTCString()}
Architectures: ${architectures.join(' ')}
Components: main
SHA256:
${sums.join('')}`;
}

function sign(name: string, ...how: string[]): void {
  const args = ['--batch', '--yes', '--local-user', key ?? '', '--digest-algo', 'SHA512'];
  const output = join(to ?? '', DISTRIBUTION, name);
  execFileSync('gpg', [...args, '--output', output, ...how, release], { stdio: 'inherit' });
}

function write(path: string, content: string | Buffer): void {
  const file = join(to ?? '', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
}

function controlOf(deb: string): string {
  const control = execFileSync('dpkg-deb', ['--field', deb], { encoding: 'utf8' });
  return `${control.trimEnd()}\n`;
}

function field(control: string, name: string): string {
  const value = new RegExp(`^${name}: (.+)$`, 'm').exec(control)?.[1];
  if (value === undefined) throw new Error(`the package has no ${name}`);
  return value;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
