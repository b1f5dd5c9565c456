import { join } from 'node:path';
import { BrowserWindow, nativeTheme } from 'electron';
import type { Log } from '#main/ports.ts';
import { guardContents, lockedPreferences } from '#main/shell/electron/guard.ts';
import type { IpcTransport } from '#main/shell/electron/ipc.ts';
import { openPageLink } from '#main/shell/electron/dialogs.ts';
import { PAGE_ORIGIN } from '#main/shell/electron/page-protocol.ts';
import { SMALLEST_DESK, type Box, type Size } from '#main/shell/electron/window-place.ts';

type Options = {
  ipc: IpcTransport;
  log: Log;
  box?: Box;
  hash?: string;
  /** Its size where it has no place yet, and the smallest it may have. */
  size?: Size;
  smallest?: Size;
  isMinimized?: boolean;
  /** It comes back by itself: the focus stays where it is. */
  isQuiet?: boolean;
};

const DESK_SIZE: Size = { width: 1440, height: 900 };

export function createWindow(options: Options): BrowserWindow {
  const { ipc, log, box, hash = '', isMinimized = false, isQuiet = false } = options;
  const { size = DESK_SIZE, smallest = SMALLEST_DESK } = options;
  const window = new BrowserWindow({
    ...(box ?? size),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Ballast',
    icon: join(import.meta.dirname, 'icons', '512x512.png'),
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1216' : '#ffffff',
    webPreferences: lockedPreferences('index'),
  });
  guardContents(window.webContents, log, openPageLink);
  ipc.admit(window.webContents);
  if (isMinimized) window.minimize();
  else window.once('ready-to-show', () => (isQuiet ? window.showInactive() : window.show()));
  window
    .loadURL(`${PAGE_ORIGIN}/index.html${hash === '' ? '' : `#${hash}`}`)
    .catch((error: unknown) => {
      log('error', 'the page did not load', { error: String(error) });
    });
  return window;
}
