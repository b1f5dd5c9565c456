import { join } from 'node:path';
import { BrowserWindow, nativeTheme } from 'electron';
import type { Log } from '#main/ports.ts';
import { guardContents } from '#main/shell/electron/guard.ts';
import type { IpcTransport } from '#main/shell/electron/ipc.ts';
import { PAGE_ORIGIN } from '#main/shell/electron/page-protocol.ts';

export function openWindow(ipc: IpcTransport, log: Log): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    title: 'Ballast',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1216' : '#ffffff',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.removeMenu();
  guardContents(window.webContents, log);
  ipc.admit(window.webContents);
  window.once('ready-to-show', () => window.show());
  window.loadURL(`${PAGE_ORIGIN}/index.html`).catch((error: unknown) => {
    log('error', 'the page did not load', { error: String(error) });
  });
  return window;
}
