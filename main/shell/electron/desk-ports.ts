// The ports of the core, filled with what Electron and this computer have.
import { dialog } from 'electron';
import type { Alert } from '#contract/alerts.ts';
import type { Confirm, Log, OpenChart, Ports } from '#main/ports.ts';
import { createKeychain } from '#main/shell/common/keychain.ts';
import { createPermissionFile } from '#main/shell/common/permission-file.ts';
import type { Redactor } from '#main/shell/common/redact.ts';
import { createSealedFile } from '#main/shell/common/sealed-file.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { VERSION } from '#main/shell/common/version.ts';
import { createAskWindow } from '#main/shell/electron/ask-window.ts';
import { startBrokerProcess } from '#main/shell/electron/broker-process.ts';
import { startKeychainUtility } from '#main/shell/electron/keychain-utility.ts';
import { createNotifier } from '#main/shell/electron/notifications.ts';
import { openExternal } from '#main/shell/electron/open-external.ts';
import { saveFileByDialog } from '#main/shell/electron/save-file.ts';
import { createSettingsStore } from '#main/shell/electron/settings-store.ts';

type Deps = {
  folder: string;
  redactor: Redactor;
  log: Log;
  onAlertClick: (alert: Alert) => void;
  openChart: OpenChart;
};

export const createDeskPorts = ({
  folder,
  redactor,
  log,
  onAlertClick,
  openChart,
}: Deps): Ports => ({
  clock: systemClock,
  delay: systemDelay,
  random: systemRandom,
  log,
  neverLog: redactor.register,
  keychain: createKeychain({ start: startKeychainUtility, delay: systemDelay }),
  sealedFile: createSealedFile(folder),
  settings: createSettingsStore(folder),
  permission: createPermissionFile(folder),
  info: { version: VERSION, shell: 'electron', dataFolder: folder },
  confirm: confirmByDialog,
  notify: createNotifier(onAlertClick),
  ask: createAskWindow(log),
  isLiveAllowed: true,
  openExternal,
  saveFile: saveFileByDialog,
  openChart,
  startBroker: startBrokerProcess,
});

/** The answer that changes nothing is the one that Enter and Escape give. */
const confirmByDialog: Confirm = async ({ title, text, action }) => {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: title,
    detail: text,
    buttons: ['Cancel', action],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
};
