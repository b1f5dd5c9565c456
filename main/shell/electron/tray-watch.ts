// A desk that is in the tray alone is lost when the tray goes: a panel that crashed, an extension that was switched off, a
// login at which the desk was faster. Nobody tells an application of it, so it is asked again and again; without a tray the
// window gets its entry in the task bar back.
import type { Delay, Log } from '#main/ports.ts';

const LOOK_MS = 5_000;
/** A panel that is started again is back by then. */
const SECOND_LOOK_MS = 1_500;

type Deps = {
  hasTray: () => Promise<boolean>;
  /** Whether a person finds the desk without a tray. */
  isInTaskBar: () => boolean;
  showMinimised: () => void;
  /** A tray host that came does not know of items that were there before it. */
  renew: () => void;
  delay: Delay;
  log: Log;
};

/** Answers a function that ends it. */
export function watchTray(deps: Deps): () => void {
  const { hasTray, isInTaskBar, showMinimised, renew, delay, log } = deps;
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
    showMinimised();
  }

  async function look(): Promise<void> {
    const isThere = await hasTray();
    if (isEnded) return;
    judge(isThere);
    cancel = delay(misses === 1 ? SECOND_LOOK_MS : LOOK_MS, () => void look());
  }

  void look();
  return () => {
    isEnded = true;
    cancel();
  };
}
