// Packs what scripts/build.ts made, for this system. Arguments go to electron-builder: `--dir` packs without an installer
// and, with ELECTRON_PACKAGE_DIST, without a download. The environment decides the rest:
//   ELECTRON_PACKAGE_DIST, ELECTRON_PACKAGE_VERSION   an Electron that is already on this computer
//   BALLAST_HOMEPAGE                                  this packager's own page, which a deb names (https)
//   BALLAST_MAINTAINER                                who answers for a deb: Name <address>
//   BALLAST_UPDATE_URL                                where this packager publishes what scripts/release.ts makes (https);
//                                                     without it the copy follows no feed
//   BALLAST_RELEASE_KEYS                              the public keys that sign it, one or two, as scripts/release.ts
//                                                     tells them
//   APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER or APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID
//                                                     notarise on macOS; without them it is signed at most
//   CSC_LINK, CSC_KEY_PASSWORD                        the certificate to sign with
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keysOf } from '#main/updates/read-release.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Of what is ours: the archive and what lies unpacked beside it. Electron itself is what it is. */
const BUDGET_MIB = 16;
const MIB = 1024 * 1024;

const given = process.argv.slice(2);
const output = outputOf(given);
const { status } = spawnSync(
  process.execPath,
  [join(PROJECT, 'node_modules/electron-builder/cli.js'), ...given, ...fromEnvironment()],
  { cwd: PROJECT, stdio: 'inherit', env: environment() },
);
if (status !== 0) process.exit(status ?? 1);
let isOver = false;
for (const folder of packed(resolve(PROJECT, output))) isOver = weigh(folder) || isOver;
if (isOver) process.exit(1);

/** A deb is made by scripts/fpm.ts, with this Node, unless another fpm is named. */
function environment(): NodeJS.ProcessEnv {
  const { env } = process;
  if (process.platform !== 'linux' || env['CUSTOM_FPM_PATH'] || env['USE_SYSTEM_FPM']) return env;
  return {
    ...env,
    CUSTOM_FPM_PATH: join(PROJECT, 'scripts/fpm.ts'),
    PATH: [dirname(process.execPath), env['PATH'] ?? ''].join(delimiter),
  };
}

function fromEnvironment(): string[] {
  const { env } = process;
  const args: string[] = [];
  const dist = env['ELECTRON_PACKAGE_DIST'];
  const version = env['ELECTRON_PACKAGE_VERSION'];
  if (dist) args.push(`-c.electronDist=${dist}`);
  if (version) args.push(`-c.electronVersion=${version}`);
  const notarises = env['APPLE_API_KEY'] ?? env['APPLE_ID'] ?? env['APPLE_KEYCHAIN_PROFILE'];
  args.push(`-c.mac.notarize=${notarises !== undefined}`);
  const homepage = addressIn('BALLAST_HOMEPAGE');
  if (homepage) args.push(`-c.extraMetadata.homepage=${homepage}`);
  const maintainer = env['BALLAST_MAINTAINER'];
  if (maintainer) args.push(`-c.linux.maintainer=${maintainer}`);
  return [...args, ...feedArguments(), '--publish', 'never'];
}

/** A feed without keys would have to be believed whatever it says. */
function feedArguments(): string[] {
  const url = addressIn('BALLAST_UPDATE_URL');
  const keys = (process.env['BALLAST_RELEASE_KEYS'] ?? '').split(/[\s,]+/).filter(Boolean);
  if (!url && keys.length === 0) return [];
  if (!url || keys.length === 0 || keys.length > 2 || !areKeys(keys)) {
    process.stderr.write(
      'BALLAST_UPDATE_URL and BALLAST_RELEASE_KEYS belong together: an https address, and one or two public keys of Ed25519 as `npm run release` tells them.\n',
    );
    return process.exit(2);
  }
  return [
    `-c.extraMetadata.ballastFeed.url=${url}`,
    `-c.extraMetadata.ballastFeed.keys=${keys.join(' ')}`,
  ];
}

function areKeys(keys: readonly string[]): boolean {
  try {
    return keysOf(keys).size === keys.length;
  } catch {
    return false;
  }
}

function addressIn(name: string): string | undefined {
  const address = process.env[name];
  if (!address || URL.parse(address)?.protocol === 'https:') return address;
  process.stderr.write(`${name} must be an https address.\n`);
  return process.exit(2);
}

function outputOf(args: readonly string[]): string {
  const named = args.find((one) => one.startsWith('-c.directories.output='));
  return named?.split('=')[1] ?? 'dist';
}

/** The folders that hold an unpacked program. */
function packed(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /unpacked|^mac/.test(entry.name))
    .map(({ name }) => join(folder, name));
}

/** Says how large it is, and whether that is too much. */
function weigh(folder: string): boolean {
  const resources = [join(folder, 'resources'), join(folder, 'Ballast.app/Contents/Resources')];
  const ours = resources
    .filter(existsSync)
    .flatMap((place) => ['app.asar', 'app.asar.unpacked'].map((name) => join(place, name)))
    .filter(existsSync)
    .reduce((sum, path) => sum + sizeOf(path), 0);
  const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
  process.stdout.write(
    `${folder}: ${mib(sizeOf(folder))} MiB, of which ours ${mib(ours)} of ${BUDGET_MIB} MiB\n`,
  );
  if (ours > 0 && ours <= BUDGET_MIB * MIB) return false;
  process.stderr.write('That is over the budget: something is inside that is not needed.\n');
  return true;
}

function sizeOf(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return entry?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
