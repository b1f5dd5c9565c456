// The desk's windows: where they were, what closing them means, and how one comes back when its page dies.
import Store from 'electron-store';
import { app, screen, type BrowserWindow } from 'electron';
import type { Log } from '#main/ports.ts';
import type { Closing } from '#main/shell/electron/closing.ts';
import type { IpcTransport } from '#main/shell/electron/ipc.ts';
import { createWindow } from '#main/shell/electron/window.ts';
import { placeOn } from '#main/shell/electron/window-place.ts';

export type Windows = {
  /** The first window, in front; opened if there is none. */
  show(): void;
  /** Only its entry in the task bar: where there is no tray to be in. */
  showMinimised(): void;
  hide(): void;
  isShown(): boolean;
  /** Shown or minimised: a person finds it without a tray. */
  isInTaskBar(): boolean;
  /** One more, beside the others: a desk of its own, or a chart that was popped out. */
  open(hash?: string): void;
  /** From now on a window that is closed is closed. */
  release(): void;
};

type Deps = {
  folder: string;
  ipc: IpcTransport;
  log: Log;
  /** What closing the first window does: leave the desk in the tray, in the task bar, or end it. */
  onClose: () => Promise<Closing>;
  onQuit: () => void;
  /** The session of the person ends, and the application with it. */
  onSessionEnd: () => void;
};

/** A page that dies again and again is not brought back for ever. */
const MOST_DEATHS = 3;
const DEATHS_WITHIN_MS = 60_000;

export function createWindows({ folder, ipc, log, onClose, onQuit, onSessionEnd }: Deps): Windows {
  const places = new Store<{ main?: unknown }>({
    cwd: folder,
    name: 'windows',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });
  const others = new Set<BrowserWindow>();
  let main: BrowserWindow | undefined;
  let isHidden = false;
  let isReleased = false;

  function openMain(isMinimised = false): BrowserWindow {
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
    const place = placeOn(places.get('main'), screens);
    const window = createWindow({ ipc, log, isMinimised, ...(place && { box: place.box }) });
    if (place?.isMaximized && !isMinimised) window.maximize();
    main = window;
    isHidden = false;
    window.on('close', (event) => {
      places.set('main', { box: window.getNormalBounds(), isMaximized: window.isMaximized() });
      if (isReleased) return;
      event.preventDefault();
      void close(window);
    });
    window.once('closed', () => (main = undefined));
    window.on('session-end', onSessionEnd);
    reviveWhenDead(window, log);
    return window;
  }

  async function close(window: BrowserWindow): Promise<void> {
    const what = await onClose();
    if (window.isDestroyed()) return;
    if (what === 'quit') onQuit();
    else if (what === 'minimise') window.minimize();
    else if (window.isFullScreen()) {
      // On macOS a full screen that is hidden leaves a black one behind.
      window.once('leave-full-screen', hideMain);
      window.setFullScreen(false);
    } else hideMain();
  }

  function hideMain(): void {
    isHidden = true;
    main?.hide();
  }

  // Ending is a decision of its own: a chart that is closed while the desk is in the tray ends nothing.
  app.on('window-all-closed', () => undefined);

  return {
    show() {
      if (!main) {
        openMain();
        return;
      }
      isHidden = false;
      if (main.isMinimized()) main.restore();
      for (const window of others) window.show();
      main.show();
      main.focus();
    },
    showMinimised() {
      if (!main) openMain(true);
      else if (isHidden) for (const window of [main, ...others]) window.minimize();
      isHidden = false;
    },
    hide() {
      hideMain();
      for (const window of others) window.hide();
    },
    isInTaskBar: () => main !== undefined && !isHidden,
    isShown: () => main?.isVisible() === true && !main.isMinimized(),
    open(hash = '') {
      const window = createWindow({ ipc, log, hash });
      others.add(window);
      window.once('closed', () => others.delete(window));
      reviveWhenDead(window, log);
    },
    release: () => (isReleased = true),
  };
}

/** The page is a view: when it dies nothing is lost but the view, and it is loaded again. */
function reviveWhenDead(window: BrowserWindow, log: Log): void {
  let deaths: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    const now = performance.now();
    deaths = [...deaths.filter((at) => now - at < DEATHS_WITHIN_MS), now];
    log('error', 'the page died; its orders are not affected', { reason, exitCode });
    if (deaths.length > MOST_DEATHS) return;
    // Not from within the event: Chromium is still clearing away the old process.
    setImmediate(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    });
  });
  window.on('unresponsive', () => log('warn', 'the page does not answer', {}));
}
