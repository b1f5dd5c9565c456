// The ports of the core, filled with what Electron and this computer have.
import { join } from 'node:path';
import { Notification, shell } from 'electron';
import Store from 'electron-store';
import type { Alert } from '#contract/alerts.ts';
import type { Log, OpenChart, Ports, SettingsStore } from '#main/ports.ts';
import { createComputerPorts } from '#main/shell/common/computer-ports.ts';
import { notificationBody, plainQuestions } from '#main/shell/common/plain-words.ts';
import type { Redactor } from '#main/shell/common/redact.ts';
import { systemClock, systemDelay } from '#main/shell/common/system.ts';
import { createChildProcesses } from '#main/shell/electron/child-processes.ts';
import {
  apart,
  choosePlaceByDialog,
  confirmByDialog,
  openExternal,
  saveFileByDialog,
} from '#main/shell/electron/dialogs.ts';
import { createAskWindow } from '#main/shell/electron/ask-window.ts';
import { openSettingsDocument } from '#main/shell/common/settings-document.ts';

type Deps = {
  folder: string;
  isReadOnly: boolean;
  redactor: Redactor;
  log: Log;
  onAlertClick: (alert: Alert) => void;
  openChart: OpenChart;
  notes: readonly string[];
  end: () => void;
  isUpgraded: () => boolean;
};

export function createDeskPorts(deps: Deps): Ports {
  const { isUpgraded } = deps;
  const { startBroker, startKeychain } = createChildProcesses({
    isUpgraded,
    onRefused: notifyUpgraded,
  });
  return {
    ...createComputerPorts({ ...deps, shell: 'electron', startKeychain }),
    settings: createSettingsStore(deps.folder, deps.isReadOnly),
    notify: createNotifications(deps.onAlertClick),
    ...plainQuestions({
      confirm: apart(confirmByDialog, { clock: systemClock, delay: systemDelay }),
      ask: createAskWindow(deps.log),
    }),
    isLiveAllowed: true,
    openExternal,
    saveFile: saveFileByDialog,
    choosePlace: choosePlaceByDialog,
    end: deps.end,
    openChart: deps.openChart,
    // It answers with an empty text, or with what went wrong.
    openFolder: async (path) => (await shell.openPath(path)) === '',
    startBroker,
  };
}

/** Whoever asked for a process hears why there is none; a practice broker that ended by itself was asked for by nobody. */
function notifyUpgraded(): void {
  if (!Notification.isSupported()) return;
  new Notification({
    title: 'Ballast was upgraded',
    body: 'Restart it to use the new version. Until then the keychain and the practice broker are not started.',
  }).show();
}

/** Alerts as notifications of the system. A click brings the window and shows what the alert is about. */
function createNotifications(onClick: (alert: Alert) => void): (alert: Alert) => void {
  /** Held until they are gone: a notification that is collected hears no click. */
  const shown = new Map<string, Notification>();
  return (alert) => {
    if (!Notification.isSupported()) return;
    const { alertId } = alert;
    // What it said is so no longer, or is said anew.
    shown.get(alertId)?.close();
    shown.delete(alertId);
    if (alert.isOver) return;
    const notification = new Notification({
      title: alert.title,
      body: notificationBody(alert, process.platform),
      silent: alert.way !== 'sound',
      // macOS shows the application's own.
      ...(process.platform !== 'darwin' && {
        icon: join(import.meta.dirname, 'icons', '128x128.png'),
      }),
    });
    shown.set(alertId, notification);
    notification.once('click', () => onClick(alert));
    notification.once('close', () => {
      if (shown.get(alertId) === notification) shown.delete(alertId);
    });
    notification.show();
  };
}

/** The same file, in the same format, as the web shell keeps. */
function createSettingsStore(folder: string, isReadOnly: boolean): SettingsStore {
  return openSettingsDocument(
    { folder, now: systemClock.wall, isReadOnly },
    () =>
      new Store<Record<string, unknown>>({
        cwd: folder,
        name: 'settings',
        clearInvalidConfig: !isReadOnly,
        configFileMode: 0o600,
      }),
  );
}
