// The Electron shell: fills the ports, opens the window, ends everything with the application.
import { join } from 'node:path';
import { BrowserWindow, app, dialog, powerMonitor, session } from 'electron';
import { createDesk, type Desk } from '#main/desk.ts';
import type { Log } from '#main/ports.ts';
import {
  claimDataFolder,
  defaultDataFolder,
  describeOwner,
  openDataFolder,
} from '#main/shell/common/data-folder.ts';
import { createFileLog } from '#main/shell/common/file-log.ts';
import { createKeychain } from '#main/shell/common/keychain.ts';
import { OptionError, parseOptions } from '#main/shell/common/options.ts';
import { createRedactor } from '#main/shell/common/redact.ts';
import { createSealedFile } from '#main/shell/common/sealed-file.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { VERSION } from '#main/shell/common/version.ts';
import { createAskWindow } from '#main/shell/electron/ask-window.ts';
import { startBrokerProcess } from '#main/shell/electron/broker-process.ts';
import { guardSession } from '#main/shell/electron/guard.ts';
import { createIpcTransport } from '#main/shell/electron/ipc.ts';
import { startKeychainUtility } from '#main/shell/electron/keychain-utility.ts';
import { ownArguments } from '#main/shell/electron/arguments.ts';
import { openExternal } from '#main/shell/electron/open-external.ts';
import { declarePageScheme, refuseNetwork, servePage } from '#main/shell/electron/page-protocol.ts';
import { saveFileByDialog } from '#main/shell/electron/save-file.ts';
import { createSettingsStore } from '#main/shell/electron/settings-store.ts';
import { createNotifier } from '#main/shell/electron/notifications.ts';
import { createWindow } from '#main/shell/electron/window.ts';

declarePageScheme();
app.enableSandbox();
const folder = chooseFolder();
app.setPath('userData', folder);

if (!app.requestSingleInstanceLock()) {
  process.stderr.write('Ballast is already running; its window comes to the front.\n');
  app.exit(0);
} else {
  // Not awaited at the top level: the application is never ready while its entry is still loading.
  app.whenReady().then(start).catch(giveUp);
}

async function start(): Promise<void> {
  const since = new Date(systemClock.wall()).toISOString();
  const claim = claimDataFolder(folder, { pid: process.pid, shell: 'electron', since });
  if (!claim.ok)
    throw new OptionError(`The data folder ${folder} is in use by ${describeOwner(claim.owner)}.`);
  const redactor = createRedactor();
  const log = createFileLog(folder, systemClock.wall, redactor);
  const desk = createDesk({
    clock: systemClock,
    delay: systemDelay,
    random: systemRandom,
    log,
    neverLog: redactor.register,
    keychain: createKeychain({ start: startKeychainUtility, delay: systemDelay }),
    sealedFile: createSealedFile(folder),
    settings: createSettingsStore(folder),
    info: { version: VERSION, shell: 'electron', dataFolder: folder },
    confirm: async ({ title, text, action }) => {
      const { response } = await dialog.showMessageBox({
        type: 'question',
        message: title,
        detail: text,
        buttons: ['Cancel', action],
        defaultId: 0,
        cancelId: 0,
      });
      return response === 1;
    },
    notify: createNotifier((alert) => {
      desk.visit({ place: 'target', target: alert.target });
      showWindow();
    }),
    ask: createAskWindow(log),
    isLiveAllowed: true,
    openExternal,
    saveFile: saveFileByDialog,
    startBroker: startBrokerProcess,
  });
  guardSession(session.defaultSession);
  servePage(session.defaultSession, join(import.meta.dirname, '../renderer'));
  refuseNetwork(session.defaultSession);
  const ipc = createIpcTransport(desk, log);
  endWith(desk, log, claim.release);
  await desk.start();
  createWindow({ ipc, log });
  powerMonitor.on('resume', () => desk.wake());
  powerMonitor.on('lock-screen', () => desk.lock());
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);

  /** The window, in front; opened if there is none. */
  function showWindow(): void {
    const window = BrowserWindow.getAllWindows()[0] ?? createWindow({ ipc, log });
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }
}

/** Quitting waits for the desk and its broker to end, once. */
function endWith(desk: Desk, log: Log, release: () => void): void {
  let isEnded = false;
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (isEnded) return;
    event.preventDefault();
    desk
      .stop()
      .catch((error: unknown) =>
        log('error', 'the desk did not end cleanly', { error: String(error) }),
      )
      .finally(() => {
        isEnded = true;
        release();
        app.quit();
      });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}

function chooseFolder(): string {
  try {
    const options = parseOptions(ownArguments(process.argv), process.env);
    return openDataFolder(options.data ?? defaultDataFolder(process.env, process.platform));
  } catch (error) {
    return giveUp(error);
  }
}

function giveUp(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  if (app.isPackaged) dialog.showErrorBox('Ballast could not start', message);
  app.exit(1);
  throw error;
}
