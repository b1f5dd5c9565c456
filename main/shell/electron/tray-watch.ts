// A desk that is in the tray alone is lost when the tray goes: a panel that crashed, an extension that was switched off, a
// login at which the desk was faster. Where the session tells of it (tray-host.ts) it is checked then, otherwise again and
// again; without a tray the window gets its entry in the task bar back.
import type { Delay, Log } from '#main/ports.ts';

const CHECK_MS = 5_000;
/** A panel that is started again is back by then. */
const SECOND_CHECK_MS = 1_500;

type Deps = {
  /** Undefined when nobody answered: then nothing is known, and nothing is done. */
  hasTray: () => Promise<boolean | undefined>;
  /** Somebody tells when that has changed, or that nobody tells any more. */
  onNews: (listener: () => void) => () => void;
  isTold: () => boolean;
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
  const { hasTray, isTold, isInTaskBar, showMinimized, renew, delay, log } = deps;
  let isEnded = false;
  let isChecking = false;
  let isAgain = false;
  let misses = 0;
  /** The item was made before anybody knew of a host. */
  let isUnsure = !isTold();
  let cancel = () => undefined as void;

  function judge(isThere: boolean): void {
    if (isThere) {
      if (misses > 0 || isUnsure) renew();
      isUnsure = false;
      misses = 0;
      return;
    }
    misses++;
    if (misses < 2 || isInTaskBar()) return;
    log('warn', 'there is no tray; the window is in the task bar');
    showMinimized();
  }

  async function check(): Promise<void> {
    cancel();
    isAgain = isChecking;
    if (isChecking) return;
    isChecking = true;
    const isThere = await hasTray();
    isChecking = false;
    if (isEnded) return;
    if (isThere !== undefined) judge(isThere);
    // There was news since it was asked.
    if (isAgain) return check();
    if (isThere && isTold()) return;
    // Without a tray the desk may be hidden again, of which nobody tells.
    cancel = delay(misses === 1 ? SECOND_CHECK_MS : CHECK_MS, () => void check());
  }

  const stopNews = deps.onNews(() => void check());
  void check();
  return () => {
    isEnded = true;
    cancel();
    stopNews();
  };
}
