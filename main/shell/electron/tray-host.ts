// Whether this session has a tray. Linux desktops differ: without a tray host an application that hides is an application
// that is lost. A watcher keeps the list of items and hosts show it: an item made while there is no host is never listed,
// and the watcher is there a moment before the first host. One process stays and tells when they come and go; asking takes
// processes each time.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Delay, Log, Random } from '#main/ports.ts';
import { createBackoff } from '#main/tools/backoff.ts';
import { createListeners } from '#main/tools/listeners.ts';

type TrayHost = {
  /** Undefined when nobody answered in time. */
  isThere(): Promise<boolean | undefined>;
  /** Its changes are told. */
  isTold(): boolean;
  /** It came or went, or is not told any more. */
  onNews(listener: () => void): () => void;
  stop(): void;
};

/** Hears every line that the process prints, then that it ended. Answers a function that ends it. */
type StartMonitor = (onLine: (line: string) => void, onEnd: () => void) => () => void;

type Deps = {
  platform: NodeJS.Platform;
  delay: Delay;
  random: Random;
  log: Log;
  startMonitor?: StartMonitor;
  ask?: typeof askForHost;
};

const NAME = 'org.kde.StatusNotifierWatcher';
const PATH = '/StatusNotifierWatcher';
const ASK_MS = 2_000;
/** Where there is no such program, or no bus, it is tried ever more seldom. */
const WAITS = { firstMs: 1_000, capMs: 600_000 };
/** One that ran for so long did not end of how it started. */
const CALM_MS = 60_000;

export function followTrayHost(deps: Deps): TrayHost {
  const { platform, delay, startMonitor = monitorWithGdbus, ask = askForHost } = deps;
  const listeners = createListeners(deps.log);
  const backoff = createBackoff(WAITS, deps.random);
  let told: boolean | undefined;
  let looks = 0;
  let owner: string | undefined;
  let end = () => undefined as void;
  let cancel = () => undefined as void;

  function tell(isThere: boolean | undefined): void {
    looks++;
    if (isThere === told) return;
    told = isThere;
    listeners.notify();
  }

  /** Without a host it is asked for again and again: not every watcher tells of the first one. */
  async function look(): Promise<void> {
    const mine = ++looks;
    const isThere = (await ask()) === true;
    if (mine === looks) tell(isThere || undefined);
  }

  function monitor(): void {
    cancel = delay(CALM_MS, backoff.reset);
    end = startMonitor(
      (line) => {
        if (line.endsWith('does not have an owner')) tell(false);
        else if (line.startsWith(`The name ${NAME} is owned by`)) {
          // Another one, which came while nobody listened, has none of the items.
          if (owner !== undefined && owner !== line) tell(false);
          owner = line;
          void look();
        } else if (line.startsWith(`${PATH}: ${NAME}.StatusNotifierHost`)) void look();
      },
      () => {
        cancel();
        tell(undefined);
        cancel = delay(backoff.next(), monitor);
      },
    );
  }

  if (platform === 'linux') monitor();
  return {
    isThere: async () => (platform === 'linux' ? (told ?? ask()) : true),
    isTold: () => platform !== 'linux' || told !== undefined,
    onNews: listeners.add,
    stop() {
      looks++;
      cancel();
      end();
    },
  };
}

const monitorWithGdbus: StartMonitor = (onLine, onEnd) => {
  const args = ['monitor', '--session', `--dest=${NAME}`, `--object-path=${PATH}`];
  // In English, whatever the language of the session.
  const env = { ...process.env, LC_ALL: 'C' };
  const child = spawn('gdbus', args, { stdio: ['ignore', 'pipe', 'ignore'], env });
  let isOver = false;
  const endOnce = (): void => {
    if (!isOver) onEnd();
    isOver = true;
  };
  createInterface({ input: child.stdout }).on('line', onLine);
  child.once('error', endOnce).once('close', endOnce);
  return () => {
    isOver = true;
    child.kill();
  };
};

/** Asking a watcher that is not there would start it on some desktops. */
async function askForHost(): Promise<boolean | undefined> {
  const owner = await call(
    'org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    NAME,
  );
  if (!owner?.includes('true')) return owner === undefined ? undefined : false;
  const host = await call(
    NAME,
    PATH,
    'org.freedesktop.DBus.Properties.Get',
    NAME,
    'IsStatusNotifierHostRegistered',
  );
  return host?.includes('true');
}

const call = (name: string, path: string, method: string, ...args: string[]) =>
  run(
    'gdbus',
    ['call', '--session', `--dest=${name}`, `--object-path=${path}`, `--method=${method}`].concat(
      args,
    ),
  );

/** What it printed: nothing when it cannot be run or there is no bus, undefined when it did not answer in time. */
function run(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: ASK_MS }, (error, stdout) =>
      resolve(error?.killed ? undefined : error ? '' : stdout),
    );
  });
}
