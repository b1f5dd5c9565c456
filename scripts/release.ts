// The feed of new versions: one signed file that names the packages of a version, for copies that were packed with its
// address and public keys (scripts/dist.ts). It is read back before it is written, as a copy of Ballast reads it.
//   npm run release -- --key FILE --url https://… --version V --sequence N --notes FILE [--days 30] [--to FILE] FILE…
//   npm run release -- --key FILE       tells the public key alone
// Files and feed are then published below --url. The sequence grows with every feed, also when nothing but its last day is
// new. A second --key signs too, for copies that know that one alone. `openssl genpkey -algorithm ed25519` makes a key.
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import {
  keysOf,
  readRelease,
  Release,
  signedBytes,
  type ReleaseFile,
} from '#main/updates/read-release.ts';

const DAY_MS = 86_400_000;

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
  const now = new Date();
  const release = Release.safeParse({
    product: 'ballast',
    sequence: Number(sequence),
    version,
    publishedAt: now.toISOString(),
    validUntil: new Date(now.getTime() + days * DAY_MS).toISOString(),
    notes: readFileSync(notes, 'utf8'),
    files: files.map((path) => fileOf(path, url)),
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
    seen: undefined,
    now: now.getTime(),
  });
  if (!read.ok) return giveUp(`${read.why} Nothing was written.`);
  writeFileSync(to, feed);
  process.stdout.write(
    `${to}: Ballast ${version}, number ${sequence}, ${files.length} files, valid until ${read.release.validUntil}\n`,
  );
}

function fileOf(path: string, base: string): ReleaseFile {
  const content = readFileSync(path);
  const name = basename(path);
  return {
    kind: kindOf(name),
    arch: archOf(name),
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

/** As electron-builder names them, which says nothing of x64 in some. */
function archOf(name: string): ReleaseFile['arch'] {
  if (name.includes('universal')) return 'universal';
  return name.includes('arm64') ? 'arm64' : 'x64';
}

function publicOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
}

function giveUp(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
