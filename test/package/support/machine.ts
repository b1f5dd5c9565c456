// A Debian of its own to install into, with a user at a screen: what is written there is gone when it stops. The one that
// it starts from has a desktop but nothing that the package is to bring along, and is made once per computer.
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOTS = process.env['ELECTRON_RUNTIME_ROOT'] ?? '/opt/electron-runtime';
/** Another number where what is in it changes. */
const ROOT = join(ROOTS, 'machine-1');
const SUITE = 'trixie';
/** Base, screen, session, and what a desktop looks with. */
const PACKAGES = `
  ca-certificates gpgv procps
  xvfb xauth x11-utils xdotool wmctrl imagemagick openbox xfce4-panel xfconf notification-daemon
  dbus libglib2.0-bin gnome-keyring libsecret-tools libgtk-3-bin at-spi2-core python3-gi gir1.2-atspi-2.0
  desktop-file-utils shared-mime-info adwaita-icon-theme librsvg2-common fonts-dejavu-core fontconfig`
  .trim()
  .split(/\s+/);
const USER = 1500;
const ENTER_MS = 300_000;

export type Said = { status: number; out: string; err: string };

export type Machine = {
  /** A line for bash, as root; with its output, however it ended. */
  root(line: string): Promise<Said>;
  /** The same as the user in the session, once it has begun. */
  user(line: string): Promise<Said>;
  startSession(): Promise<void>;
  stop(): Promise<void>;
};

/** Packages are found there in /run/packages. */
export async function startMachine(packages: string): Promise<Machine> {
  prepareRoot();
  mkdirSync(join(packages, 'archives/partial'), { recursive: true });
  const support = resolve('test/package/support');
  const machine = spawn(
    'unshare',
    [
      ...words('--mount --pid --ipc --uts --fork --kill-child bash'),
      join(support, 'machine.sh'),
      ROOT,
      resolve(packages),
      support,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await ready(machine);
  const first = spawnSync('pgrep', ['--parent', String(machine.pid)], { encoding: 'utf8' });
  const enter = ['--target', first.stdout.trim(), ...words('--mount --pid --ipc --uts')];
  const asRoot = words(
    'env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive',
  );
  const asUser = words(
    `setpriv --reuid=${USER} --regid=${USER} --init-groups env -i HOME=/home/desk USER=desk LANG=C.UTF-8 XDG_CURRENT_DESKTOP=XFCE XDG_RUNTIME_DIR=/run/user/${USER} PATH=/usr/local/bin:/usr/bin:/bin`,
  );
  let session: ChildProcess | undefined;

  const run = (who: string[], line: string): Promise<Said> =>
    new Promise((done) =>
      execFile(
        'nsenter',
        [...enter, ...who, 'bash', '-c', line],
        { timeout: ENTER_MS, maxBuffer: 64 * 1024 * 1024 },
        (error, out, err) => done({ status: error ? Number(error.code ?? -1) : 0, out, err }),
      ),
    );

  return {
    root: (line) => run(asRoot, line),
    user: (line) => run(asUser, `cd && . $XDG_RUNTIME_DIR/session.env && ${line}`),
    async startSession() {
      session = spawn(
        'nsenter',
        [
          ...enter,
          ...asUser,
          ...words('xvfb-run -a -n 170 -s'),
          '-screen 0 1600x1000x24 -nolisten tcp',
          ...words('dbus-run-session -- bash /run/support/session.sh'),
        ],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      );
      await ready(session);
    },
    async stop() {
      session?.kill();
      const gone = new Promise((done) => machine.once('exit', done));
      machine.kill('SIGKILL');
      await gone;
    },
  };
}

const words = (line: string): string[] => line.split(' ');

/** Until it says so. */
const ready = (child: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/^ready$/m.test(said)) done();
    });
    child.once('exit', (code) =>
      fail(new Error(`it ended with ${code} before it was ready: ${said}`)),
    );
  });

function prepareRoot(): void {
  if (process.arch !== 'x64' || process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new Error('The package is tested on an x86-64 Debian, as root.');
  if (existsSync(ROOT)) return;
  install(['mmdebstrap']);
  const made = `${ROOT}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(dirname(ROOT), { recursive: true });
  must('mmdebstrap', [
    ...words('--quiet --variant=minbase --components=main'),
    `--include=${PACKAGES.join(',')}`,
    '--customize-hook=chroot "$1" sh -c "dbus-uuidgen >/etc/machine-id"',
    `--customize-hook=chroot "$1" useradd -m -u ${USER} -s /bin/bash desk`,
    SUITE,
    made,
    debianMirror(),
  ]);
  renameSync(made, ROOT);
}

/** Where this computer has its own packages from. */
function debianMirror(): string {
  const files = globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}');
  const found = files
    .map((file) =>
      /^(?:deb|URIs:) .*?(\w+:\/\/\S+\/debian\/?)(?:\s|$)/m.exec(readFileSync(file, 'utf8')),
    )
    .find((line) => line !== null)?.[1];
  if (found === undefined) throw new Error('There is no Debian mirror in the sources of apt.');
  return found;
}

/** On the computer that tests. */
export function install(packages: string[]): void {
  const isThere = packages.every((name) => spawnSync('dpkg', ['-s', name]).status === 0);
  if (isThere) return;
  must('apt-get', ['-qq', 'update']);
  must('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...packages]);
}

function must(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
