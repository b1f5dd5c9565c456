// The feed of new versions: one signed file that names the packages of a version, for copies that were packed with its
// address and public keys (scripts/dist.ts). It is read back before it is written, as a copy of Ballast reads it.
//   npm run release -- --key FILE --url https://… --version V --sequence N --notes FILE [--days 30] [--to FILE] FILE…
//   npm run release -- --key FILE       tells the public key alone
// Files and feed are then published below --url. The sequence grows with every feed, also when nothing but its last day is
// new, and no feed is replaced by one with a number that is not greater. Every file has to be of that version. A second --key signs too, for copies that know that one alone. `openssl genpkey -algorithm ed25519` makes a key.
import { spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseJson } from '#main/tools/json.ts';
import {
  keysOf,
  readRelease,
  Release,
  signedBytes,
  type ReleaseFile,
} from '#main/updates/read-release.ts';

const DAY_MS = 86_400_000;
/** As electron-builder calls them, in names and in debs. It says nothing of x64 in some. */
const SYSTEMS = new Map<string, ReleaseFile['arch']>([
  ['', 'x64'],
  ['x64', 'x64'],
  ['x86_64', 'x64'],
  ['amd64', 'x64'],
  ['arm64', 'arm64'],
  ['aarch64', 'arm64'],
  ['universal', 'universal'],
]);

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string', multiple: true, default: [] },
    url: { type: 'string' },
    version: { type: 'string' },
    sequence: { type: 'string' },
    notes: { type: 'string' },
    days: { type: 'string', default: '30' },
    to: { type: 'string', default: 'ballast-release.json' },
  },
});
const { key: paths, url, version, sequence, notes, to } = values;
const days = Number(values.days);
if (paths.length === 0) giveUp('Needed: --key FILE, with a private key of Ed25519.');
const keys = paths.map((path) => createPrivateKey(readFileSync(path)));
const publicKeys = keys.map(publicOf);
process.stdout.write(`BALLAST_RELEASE_KEYS="${publicKeys.join(' ')}"\n`);
if (files.length > 0) write();

function write(): void {
  if (!url || !version || !sequence || !notes || !(days > 0))
    return giveUp(
      'Needed: --key FILE --url https://… --version V --sequence N --notes FILE [--days N] FILE…',
    );
  const before = numberOf(to);
  if (before !== undefined && Number(sequence) <= before)
    return giveUp(`${to} has number ${before}: what takes its place needs a greater one.`);
  const now = new Date();
  const release = Release.safeParse({
    product: 'ballast',
    sequence: Number(sequence),
    version,
    publishedAt: now.toISOString(),
    validUntil: new Date(now.getTime() + days * DAY_MS).toISOString(),
    notes: readFileSync(notes, 'utf8'),
    files: filesOf(url, version),
  });
  if (!release.success) return giveUp(release.error.message);
  const payload = Buffer.from(JSON.stringify(release.data));
  const signatures = keys.map((key) => ({
    keyId: [...keysOf([publicOf(key)]).keys()][0],
    signature: sign(null, signedBytes(payload), key).toString('base64'),
  }));
  const feed = `${JSON.stringify({ signed: payload.toString('base64'), signatures })}\n`;
  const read = readRelease(feed, {
    keys: keysOf(publicKeys),
    version: '0.0.0',
    seen: [],
    now: now.getTime(),
  });
  if (!read.ok) return giveUp(`${read.why} Nothing was written.`);
  writeFileSync(to, feed);
  process.stdout.write(
    `${to}: Ballast ${version}, number ${sequence}, ${files.length} files, valid until ${read.release.validUntil}\n`,
  );
}

/** Of the feed that is there; undefined where there is none, or something else. */
function numberOf(path: string): number | undefined {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const feed = z.object({ signed: z.string() }).safeParse(parseJson(readFileSync(path, 'utf8')));
  const payload = Buffer.from(feed.data?.signed ?? '', 'base64').toString('utf8');
  return z.object({ sequence: z.number() }).safeParse(parseJson(payload)).data?.sequence;
}

/** A copy takes the one that is for its system: of two, an old one could be it. */
function filesOf(base: string, of: string): ReleaseFile[] {
  const read = files.map((path) => fileOf(path, base, of));
  for (const [at, { kind, arch, name }] of read.entries()) {
    const first = read.findIndex((other) => other.kind === kind && other.arch === arch);
    if (first !== at)
      return giveUp(`Two files are ${kind} for ${arch}: ${read[first]?.name} and ${name}.`);
  }
  return read;
}

function fileOf(path: string, base: string, of: string): ReleaseFile {
  const content = readFileSync(path);
  const name = basename(path);
  const kind = kindOf(name);
  return {
    kind,
    arch: kind === 'deb' ? archOfDeb(path, of) : archIn(name, of),
    // Some names of electron-builder have spaces.
    name: name.replaceAll(' ', '-'),
    url: new URL(encodeURIComponent(name), base.endsWith('/') ? base : `${base}/`).href,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
}

function kindOf(name: string): ReleaseFile['kind'] {
  if (name.endsWith('.deb')) return 'deb';
  if (name.endsWith('.AppImage')) return 'appimage';
  if (name.endsWith('.dmg')) return 'dmg';
  if (name.endsWith('.exe')) return 'nsis';
  return giveUp(`${name} is no deb, AppImage, dmg or exe.`);
}

/** Its version as electron-builder writes it for dpkg, perhaps with a revision behind it. */
function archOfDeb(path: string, of: string): ReleaseFile['arch'] {
  const name = basename(path);
  const { stdout, stderr, error, status } = spawnSync(
    'dpkg-deb',
    ['--field', path, 'Version', 'Architecture'],
    { encoding: 'utf8' },
  );
  if (status !== 0)
    return giveUp(`${name} cannot be read by dpkg-deb: ${error?.message ?? stderr.trim()}`);
  const fields = new Map(
    stdout.split('\n').map((line) => line.split(/: (.*)/) as [string, string]),
  );
  const written = fields.get('Version') ?? '';
  if (written.replace(/-\d[^-]*$/, '') !== of.replaceAll('-', '~'))
    return giveUp(`${name} is version ${written}, not ${of}.`);
  // A deb always says it.
  const architecture = fields.get('Architecture') || 'none';
  return (
    SYSTEMS.get(architecture) ??
    giveUp(`${name} is for ${architecture}, which is no system that a copy runs on.`)
  );
}

/** As electron-builder names them: the version, and behind it the system. */
function archIn(name: string, of: string): ReleaseFile['arch'] {
  const stem = basename(name, extname(name));
  const at = stem.lastIndexOf(of);
  const [before, after] = [stem.slice(0, Math.max(at, 0)), stem.slice(at + of.length)];
  if (at < 0 || !/[ _-]$/.test(before) || !/^([_-]|$)/.test(after))
    return giveUp(`${name} has not version ${of} in its name.`);
  return (
    SYSTEMS.get(after.slice(1)) ??
    giveUp(`${name} is for ${after.slice(1)}, which is no system that a copy runs on.`)
  );
}

function publicOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

function giveUp(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
