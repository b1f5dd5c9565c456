// New versions from a signed repository on loopback, with a key that is made for it: what is as it was signed is installed,
// and everything else is refused in apt's own words.
import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMachine, type Machine, type Said } from '#test/package/support/machine.ts';
import { makePackage, versionOf } from '#test/package/support/packages.ts';

const PACKAGES = 'dist/package';
const KEY = 'Some Packager <packager@ballast.example>';
const OTHER = 'Somebody Else <else@ballast.example>';
const RELEASE = 'dists/stable/InRelease';

let machine: Machine;
let server: Server;
let folder = '';
let debs: string[] = [];

const site = (path = ''): string => join(folder, 'site', path);
const ofKeys = () => ({ ...process.env, GNUPGHOME: join(folder, 'keys') });

function publish(packages: string[], keys = [KEY], days = '30'): void {
  rmSync(site(), { recursive: true, force: true });
  const by = keys.flatMap((key) => ['--key', key]);
  execFileSync(
    process.execPath,
    ['scripts/repository.ts', ...by, '--to', site(), '--days', days, ...packages],
    { env: ofKeys() },
  );
}

/** The same length, another content. */
function spoil(path: string): void {
  const content = readFileSync(site(path));
  const byte = content.length - 20;
  content[byte] = (content[byte] ?? 0) ^ 1;
  writeFileSync(site(path), content);
}

const out = async (line: string): Promise<string> => {
  const said = await machine.root(line);
  if (said.status !== 0) throw new Error(`${line}\n${said.out}\n${said.err}`);
  return said.out.trim();
};
/** With this public key and no other. */
async function trust(name: string): Promise<void> {
  const env = ofKeys();
  const key = execFileSync('gpg', ['--armor', '--export', name], { env, encoding: 'utf8' });
  await out(`cat >/etc/apt/keyrings/ballast.asc <<'END'\n${key}END`);
}
/** Only this repository is asked; what others said is kept. */
const ONLY =
  '-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=/etc/apt/ballast -o APT::Get::List-Cleanup=0';
const update = (): Promise<Said> => machine.root(`apt-get ${ONLY} --error-on=any update`);
const upgrade = (): Promise<Said> => machine.root('apt-get upgrade -y');
const installed = (): Promise<string> => out("dpkg-query --show --showformat '${Version}' ballast");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-repository-'));
  debs = [1, 2].map((nth) => makePackage(PACKAGES, nth));
  execFileSync('mkdir', ['-m', '700', join(folder, 'keys')]);
  for (const name of [KEY, OTHER])
    execFileSync(
      'gpg',
      ['--batch', '--passphrase', '', '--quick-gen-key', name, 'ed25519', 'sign', '1d'],
      { env: ofKeys(), stdio: 'ignore' },
    );
  server = createServer((request, response) => {
    const path = site(normalize(request.url ?? '/'));
    const entry = statSync(path, { throwIfNoEntry: false });
    response.writeHead(entry?.isFile() ? 200 : 404, { 'Content-Length': entry?.size ?? 0 });
    if (entry?.isFile()) createReadStream(path).pipe(response);
    else response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  machine = await startMachine(PACKAGES);
  await out('apt-get -qq update && rm -f /var/cache/apt/archives/ballast_*');
  // As docs/packaging.md tells its users.
  await out('mkdir -p /etc/apt/ballast /etc/apt/keyrings');
  await trust(KEY);
  await out(`cat >/etc/apt/ballast/ballast.sources <<'END'
Types: deb
URIs: http://127.0.0.1:${port}
Suites: stable
Components: main
Signed-By: /etc/apt/keyrings/ballast.asc
END
ln -s ../ballast/ballast.sources /etc/apt/sources.list.d/`);
});

afterAll(async () => {
  await machine?.stop();
  server?.close();
  execFileSync('gpgconf', ['--kill', 'all'], { env: ofKeys() });
  rmSync(folder, { recursive: true, force: true });
});

it('the first version is installed from it by its name', async () => {
  publish(debs.slice(0, 1));
  expect(await update()).toMatchObject({ status: 0 });
  await out('apt-get install -y --no-install-recommends ballast');
  expect(await installed()).toBe(versionOf(1));
});

it('a list that somebody else signed is refused', async () => {
  publish(debs, [OTHER]);
  const said = await update();
  expect([said.status, said.err]).toEqual([100, expect.stringMatching(/Missing key|NO_PUBKEY/)]);
  await upgrade();
  expect(await installed()).toBe(versionOf(1));
});

it('while one key takes the place of another, whoever trusts either gets the list', async () => {
  for (const name of [KEY, OTHER]) {
    await trust(name);
    publish(debs.slice(0, 1), [KEY, OTHER]);
    expect(await update()).toMatchObject({ status: 0 });
  }
  publish(debs.slice(0, 1), [KEY]);
  expect(await update()).toMatchObject({ status: 100 });
  await trust(KEY);
  expect(await update()).toMatchObject({ status: 0 });
});

it('a list without a signature is refused', async () => {
  publish(debs);
  for (const name of [RELEASE, 'dists/stable/Release.gpg']) rmSync(site(name));
  const said = await update();
  expect([said.status, said.err]).toEqual([
    100,
    expect.stringMatching(/is (not|no longer) signed/),
  ]);
  expect(await installed()).toBe(versionOf(1));
});

it('a list that was changed after it was signed is refused', async () => {
  publish(debs);
  const text = readFileSync(site(RELEASE), 'utf8');
  writeFileSync(
    site(RELEASE),
    text.replace(/Valid-Until: .*/, 'Valid-Until: Fri, 01 Jan 2100 00:00:00 GMT'),
  );
  const said = await update();
  expect([said.status, said.err]).toEqual([
    100,
    expect.stringContaining('signature verification failed'),
  ]);
  publish(debs);
  for (const name of ['Packages', 'Packages.gz']) spoil(`dists/stable/main/binary-amd64/${name}`);
  expect((await update()).err).toContain('Hash Sum mismatch');
  expect(await installed()).toBe(versionOf(1));
});

it('a list that somebody held back beyond its last day is refused', async () => {
  publish(debs, [KEY], '0.00001');
  await new Promise((done) => setTimeout(done, 2_000));
  const said = await update();
  expect([said.status, said.err]).toEqual([100, expect.stringMatching(/expired|invalid since/)]);
  expect(await installed()).toBe(versionOf(1));
});

it('a package that was changed is refused, and the old version stays', async () => {
  publish(debs);
  spoil('pool/ballast_0.1.0-testvehicle.2_amd64.deb');
  expect(await update()).toMatchObject({ status: 0 });
  const said = await upgrade();
  expect([said.status, said.err]).toEqual([100, expect.stringContaining('Hash Sum mismatch')]);
  expect(await installed()).toBe(versionOf(1));
});

it('the new version as it was signed comes with the system’s updates', async () => {
  publish(debs);
  expect(await update()).toMatchObject({ status: 0 });
  expect(await upgrade()).toMatchObject({ status: 0 });
  expect(await installed()).toBe(versionOf(2));
});

it('an older version does not come, and is refused where it is asked for', async () => {
  publish(debs.slice(0, 1));
  expect(await update()).toMatchObject({ status: 0 });
  expect(await upgrade()).toMatchObject({ status: 0 });
  expect(await installed()).toBe(versionOf(2));
  const said = await machine.root(`apt-get install -y ballast=${versionOf(1)}`);
  expect([said.status, said.err]).toEqual([
    100,
    expect.stringContaining('Packages were downgraded and -y was used without --allow-downgrades'),
  ]);
  expect(await installed()).toBe(versionOf(2));
});
