// Completes package-lock.json with the optional binaries of other platforms, and with the integrity of every entry that
// the registry knows. A mirror that carries only some binaries makes `npm install` leave the rest out, and `npm ci` then
// refuses the file on every machine. Which Node a package wants is left out: npm compares it with the Node that installs,
// and warns in hundreds of lines about an older one, while all of this runs on the Node that is installed with it. Whoever
// adds a package is still told, by the `npm install` that adds it. Run it after each `npm install`; it changes nothing
// when the file is as it should be.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

type Entry = {
  version?: string;
  integrity?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
  engines?: unknown;
};
type Lockfile = { packages: Record<string, Entry> };

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
const before = Object.keys(lock.packages).length;

for (const entry of Object.values({ ...lock.packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    const version = /^[~^]?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(range)?.[1];
    const platform = platformOf(name);
    if (lock.packages[key] || !version || !platform) continue;
    lock.packages[key] = {
      version,
      ...platform,
      ...(entry.dev && { dev: true }),
      optional: true,
    };
  }
}

const added = Object.keys(lock.packages).length - before;

let completed = 0;
const unknown: string[] = [];
for (const [key, entry] of Object.entries(lock.packages)) {
  const { version, integrity } = entry;
  if (key === '' || version === undefined || integrity !== undefined) continue;
  const asked = `${key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
  const answered = integrityOf(asked);
  if (answered === undefined) unknown.push(asked);
  else {
    // Where npm itself would write it.
    lock.packages[key] = { version, integrity: answered, ...entry };
    completed++;
  }
}

let freed = 0;
for (const entry of Object.values(lock.packages)) {
  if (entry.engines === undefined) continue;
  delete entry.engines;
  freed++;
}

const sorted = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
if (added + completed + freed > 0)
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
process.stdout.write(
  `package-lock.json: ${added} optional binaries added, ${completed} given their integrity, ${freed} freed of the Node they want\n`,
);
for (const asked of unknown) process.stdout.write(`  the registry does not know ${asked}\n`);

/** As the registry of this computer's npm tells it; nothing when it does not have the package. */
function integrityOf(asked: string): string | undefined {
  const { stdout } = spawnSync('npm', ['view', asked, 'dist.integrity'], { encoding: 'utf8' });
  const text = stdout.trim();
  return /^sha512-[\w+/]{86}==$/.test(text) ? text : undefined;
}

/** The platform a binary package is for, read from its name; undefined when the name does not tell. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | undefined {
  const os = /(android|darwin|freebsd|netbsd|openbsd|sunos|aix|linux|openharmony|win32)/.exec(
    name,
  )?.[1];
  if (!os) return undefined;
  const cpu = /(arm64|armv7|arm|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el)/.exec(
    name.slice(name.indexOf(os)),
  )?.[1];
  if (!cpu) return undefined;
  const libc = os === 'linux' ? (name.includes('musl') ? 'musl' : 'glibc') : undefined;
  return {
    os: [os],
    cpu: [cpu === 'armv7' ? 'arm' : cpu],
    ...(libc && /(musl|gnu)/.test(name) && { libc: [libc] }),
  };
}
