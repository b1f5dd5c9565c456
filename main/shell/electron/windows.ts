// The desk's windows: where they were, what closing them means, and how one comes back when its page dies.
import Store from 'electron-store';
import { app, screen, type BrowserWindow } from 'electron';
import type { Log } from '#main/ports.ts';
import type { IpcTransport } from '#main/shell/electron/ipc.ts';
import { createWindow } from '#main/shell/electron/window.ts';
import { placeOn } from '#main/shell/electron/window-place.ts';

export type Windows = {
  /** The first window, in front; opened if there is none. */
  show(): void;
  hide(): void;
  isShown(): boolean;
  /** One more, beside the others: a desk of its own, or a chart that was popped out. */
  open(hash?: string): void;
};

type Deps = {
  folder: string;
  ipc: IpcTransport;
  log: Log;
  /** What closing the last window does: leave the desk in the tray, in the task bar, or end it. */
  onClose: () => 'hide' | 'minimise' | 'quit';
};

/** A page that dies again and again is not brought back for ever. */
const MOST_DEATHS = 3;
const DEATHS_WITHIN_MS = 60_000;

export function createWindows({ folder, ipc, log, onClose }: Deps): Windows {
  const places = new Store<{ main?: unknown }>({
    cwd: folder,
    name: 'windows',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });
  let main: BrowserWindow | undefined;
  let isQuitting = false;
  app.on('before-quit', () => (isQuitting = true));

  function openMain(): BrowserWindow {
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
    const place = placeOn(places.get('main'), screens);
    const window = createWindow({ ipc, log, ...(place && { box: place.box }) });
    if (place?.isMaximized) window.maximize();
    main = window;
    window.on('close', (event) => {
      places.set('main', { box: window.getNormalBounds(), isMaximized: window.isMaximized() });
      const what = isQuitting ? 'quit' : onClose();
      if (what === 'quit') return;
      event.preventDefault();
      if (what === 'hide') window.hide();
      else window.minimize();
    });
    window.once('closed', () => (main = undefined));
    reviveWhenDead(window, log);
    return window;
  }

  return {
    show() {
      const window = main ?? openMain();
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    hide: () => main?.hide(),
    isShown: () => main?.isVisible() === true && !main.isMinimized(),
    open(hash = '') {
      reviveWhenDead(createWindow({ ipc, log, hash }), log);
    },
  };
}

/** The page is a view: when it dies nothing is lost but the view, and it is loaded again. */
function reviveWhenDead(window: BrowserWindow, log: Log): void {
  let deaths: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    const now = performance.now();
    deaths = [...deaths.filter((at) => now - at < DEATHS_WITHIN_MS), now];
    log('error', 'the page died; its orders are not affected', { reason, exitCode });
    if (deaths.length <= MOST_DEATHS && !window.isDestroyed()) window.webContents.reload();
  });
  window.on('unresponsive', () => log('warn', 'the page does not answer', {}));
}
