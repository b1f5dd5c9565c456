// The desk's windows: where they were, what closing them means, and how one comes back when its page dies.
import Store from 'electron-store';
import { app, screen, type BrowserWindow } from 'electron';
import type { Log, OpenChart } from '#main/ports.ts';
import { createChartWindows, type OpenedChart } from '#main/shell/electron/chart-windows.ts';
import type { CloseAction } from '#main/shell/electron/quitting.ts';
import type { IpcTransport } from '#main/shell/electron/ipc.ts';
import { createWindow } from '#main/shell/electron/window.ts';
import { createListeners } from '#main/tools/listeners.ts';
import {
  placeOn,
  SMALLEST_CHART,
  type Box,
  type WindowPlace,
} from '#main/shell/electron/window-place.ts';

export type Windows = {
  /** The first window, in front; opened if there is none. */
  show(): void;
  /** Only its entry in the task bar: where there is no tray to be in. */
  showMinimized(): void;
  hide(): void;
  isShown(): boolean;
  /** The first window is shown, or is not any more. */
  onVisibility(listener: () => void): () => void;
  /** Shown or minimized: a person finds it without a tray. */
  isInTaskBar(): boolean;
  /** One more, beside the others: a desk of its own. */
  open(): void;
  openChart: OpenChart;
  /** From now on a window that is closed is closed. */
  release(): void;
};

type Deps = {
  folder: string;
  ipc: IpcTransport;
  log: Log;
  /** What closing the first window does: leave the desk in the tray, in the task bar, or end it. */
  onClose: () => Promise<CloseAction>;
  onQuit: () => void;
  /** The session of the person ends, and the application with it. */
  onSessionEnd: () => void;
};

/** A page that dies again and again is not brought back for ever. */
const MOST_DEATHS = 3;
const DEATHS_WITHIN_MS = 60_000;
const CHART_SIZE = { width: 960, height: 640 };

export function createWindows({ folder, ipc, log, onClose, onQuit, onSessionEnd }: Deps): Windows {
  const places = new Store<{ main?: unknown; charts?: unknown }>({
    cwd: folder,
    name: 'windows',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });
  const others = new Set<BrowserWindow>();
  const visibility = createListeners(log);
  let main: BrowserWindow | undefined;
  let isHidden = false;
  let isReleased = false;
  const charts = createChartWindows({
    screens: workAreas,
    store: { read: () => places.get('charts'), write: (open) => places.set('charts', open) },
    openWindow({ address, place, isAsked, onClosing, onClosed, onAddress }): OpenedChart {
      const window = createWindow({
        ipc,
        log,
        hash: address,
        size: CHART_SIZE,
        smallest: SMALLEST_CHART,
        isQuiet: !isAsked,
        ...(place && { box: place.box }),
      });
      if (place?.isMaximized) window.maximize();
      window.on('close', onClosing);
      window.once('closed', onClosed);
      window.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
        if (isMainFrame) onAddress(new URL(url).hash);
      });
      reviveWhenDead(window, log);
      return {
        place: () => placeOf(window),
        show: () => window.show(),
        hide: () => window.hide(),
      };
    },
  });

  function openMain(isMinimized = false): BrowserWindow {
    const place = placeOn(places.get('main'), workAreas());
    const window = createWindow({ ipc, log, isMinimized, ...(place && { box: place.box }) });
    if (place?.isMaximized && !isMinimized) window.maximize();
    main = window;
    isHidden = false;
    window.on('close', (event) => {
      places.set('main', placeOf(window));
      if (isReleased) return;
      event.preventDefault();
      void close(window);
    });
    window.once('closed', () => {
      main = undefined;
      visibility.notify();
    });
    window.on('show', visibility.notify);
    window.on('hide', visibility.notify);
    window.on('minimize', visibility.notify);
    window.on('restore', visibility.notify);
    window.on('session-end', onSessionEnd);
    reviveWhenDead(window, log);
    // The charts come with the desk: with a minimized one when it is brought up.
    if (isMinimized) window.once('restore', charts.restore);
    else charts.restore();
    return window;
  }

  async function close(window: BrowserWindow): Promise<void> {
    const action = await onClose();
    if (window.isDestroyed()) return;
    if (action === 'quit') onQuit();
    else if (action === 'minimize') window.minimize();
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
      charts.show();
      main.show();
      main.focus();
    },
    showMinimized() {
      if (!main) openMain(true);
      else if (isHidden) {
        for (const window of [main, ...others]) window.minimize();
        // Charts that were hidden with it come when it is brought up.
        main.once('restore', charts.show);
      }
      isHidden = false;
    },
    hide() {
      hideMain();
      for (const window of others) window.hide();
      charts.hide();
    },
    isInTaskBar: () => main !== undefined && !isHidden,
    isShown: () => main?.isVisible() === true && !main.isMinimized(),
    onVisibility: visibility.add,
    open() {
      const window = createWindow({ ipc, log });
      others.add(window);
      window.once('closed', () => others.delete(window));
      reviveWhenDead(window, log);
    },
    openChart: charts.open,
    release() {
      if (!isReleased) charts.release();
      isReleased = true;
    },
  };
}

const workAreas = (): Box[] => screen.getAllDisplays().map(({ workArea }) => workArea);

const placeOf = (window: BrowserWindow): WindowPlace => ({
  box: window.getNormalBounds(),
  isMaximized: window.isMaximized(),
});

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
