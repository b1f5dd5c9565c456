// A desk that is in the tray alone is lost when the tray goes: a panel that crashed, an extension that was switched off, a
// login at which the desk was faster. Nobody tells an application of it, so it is checked again and again; without a tray the
// window gets its entry in the task bar back.
import type { Delay, Log } from '#main/ports.ts';
import { execFile } from 'node:child_process';

const CHECK_MS = 5_000;
/** A panel that is started again is back by then. */
const SECOND_CHECK_MS = 1_500;

type Deps = {
  /** Undefined when nobody answered: then nothing is known, and nothing is done. */
  hasTray: () => Promise<boolean | undefined>;
  /** Whether a person finds the desk without a tray. */
  isInTaskBar: () => boolean;
  showMinimized: () => void;
  /** A tray host that came does not know of items that were there before it. */
  renew: () => void;
  delay: Delay;
  log: Log;
};

/** Answers a function that ends it. */
export function watchTray(deps: Deps): () => void {
  const { hasTray, isInTaskBar, showMinimized, renew, delay, log } = deps;
  let isEnded = false;
  let misses = 0;
  let cancel = () => undefined as void;

  function judge(isThere: boolean): void {
    if (isThere) {
      if (misses > 0) renew();
      misses = 0;
      return;
    }
    misses++;
    if (misses < 2 || isInTaskBar()) return;
    log('warn', 'there is no tray; the window is in the task bar');
    showMinimized();
  }

  async function check(): Promise<void> {
    const isThere = await hasTray();
    if (isEnded) return;
    if (isThere !== undefined) judge(isThere);
    cancel = delay(misses === 1 ? SECOND_CHECK_MS : CHECK_MS, () => void check());
  }

  void check();
  return () => {
    isEnded = true;
    cancel();
  };
}

const ASK_MS = 2_000;

/** Linux desktops differ: without a tray host an application that hides is an application that is lost. */
export async function hasTrayHost(platform: NodeJS.Platform): Promise<boolean | undefined> {
  if (platform !== 'linux') return true;
  const answer = await ask('gdbus', [
    'call',
    '--session',
    '--dest=org.freedesktop.DBus',
    '--object-path=/org/freedesktop/DBus',
    '--method=org.freedesktop.DBus.NameHasOwner',
    'org.kde.StatusNotifierWatcher',
  ]);
  return answer?.includes('true');
}

/** What it printed: nothing when it cannot be run or there is no bus, undefined when it did not answer in time. */
function ask(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: ASK_MS }, (error, stdout) =>
      resolve(error?.killed ? undefined : error ? '' : stdout),
    );
  });
}
