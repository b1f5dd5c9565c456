// The Electron shell: decides whether this start goes on, fills the ports, and ties the desk to windows and system.
import { join } from 'node:path';
import { app, dialog, session } from 'electron';
import { createDesk } from '#main/desk.ts';
import {
  claimDataFolder,
  defaultDataFolder,
  describeOwner,
  finishReplacement,
  openDataFolder,
} from '#main/shell/common/data-folder.ts';
import { fileLimitIssue } from '#main/shell/common/file-limit.ts';
import { createFileLog } from '#main/shell/common/file-log.ts';
import { OptionError, parseOptions } from '#main/shell/common/options.ts';
import { createRedactor } from '#main/shell/common/redact.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { isHiddenStart, ownArguments } from '#main/shell/electron/arguments.ts';
import { closeActionOf, createQuitting } from '#main/shell/electron/quitting.ts';
import {
  isDebuggingRefused,
  keepDumps,
  logCrashes,
  sandboxIssue,
} from '#main/shell/electron/diagnostics.ts';
import { createDeskPorts } from '#main/shell/electron/desk-ports.ts';
import { createDeskTray, type TrayPort } from '#main/shell/electron/tray.ts';
import { guardSession } from '#main/shell/electron/guard.ts';
import { createIpcTransport } from '#main/shell/electron/ipc.ts';
import { claimInstance, type Links } from '#main/shell/electron/links.ts';
import {
  applyStartsAtLogin,
  isStartedAtLogin,
  followPower,
} from '#main/shell/electron/os-integration.ts';
import { setMenu } from '#main/shell/electron/menu.ts';
import { refuseNameLookups } from '#main/shell/electron/name-lookups.ts';
import { declarePageScheme, refuseNetwork, servePage } from '#main/shell/electron/page-protocol.ts';
import { followArchive } from '#main/shell/electron/program-archive.ts';
import { followTrayHost } from '#main/shell/electron/tray-host.ts';
import { watchTray } from '#main/shell/electron/tray-watch.ts';
import { createWindows } from '#main/shell/electron/windows.ts';
import { messageOf } from '#main/tools/message-of.ts';

declarePageScheme();
refuseNameLookups();
// Asked before: enabling it takes the switch away, but not from the processes that were started with it.
const withoutSandbox = sandboxIssue();
app.enableSandbox();
begin();

function begin(): void {
  const isUpgraded = followArchive(join(process.resourcesPath, 'app.asar'));
  if (isDebuggingRefused()) {
    process.stderr.write('Ballast does not start with a debugger port open.\n');
    return app.exit(2);
  }
  const limitIssue = fileLimitIssue();
  if (limitIssue !== undefined) return giveUp(new Error(limitIssue));
  const folder = chooseFolder();
  app.setPath('userData', folder);
  const links = claimInstance(process.argv);
  if (!links) {
    process.stderr.write('Ballast is already running. Bringing its window to the front.\n');
    return app.exit(0);
  }
  // Only now: the collector of dumps is a process of its own, and that of a start which ends at once may outlive it.
  keepDumps(folder);
  // Not awaited at the top level: the application is never ready while its entry is still loading.
  app
    .whenReady()
    .then(() => {
      // Until it is ready Electron shows no dialog on Linux, and nobody reads the output of what a menu started.
      if (withoutSandbox !== undefined) throw new Error(withoutSandbox);
      return start(folder, links, isUpgraded);
    })
    .catch(giveUp);
}

async function start(folder: string, links: Links, isUpgraded: () => boolean): Promise<void> {
  const since = new Date(systemClock.wall()).toISOString();
  const claim = claimDataFolder(folder, { pid: process.pid, shell: 'electron', since });
  if (!claim.ok)
    throw new OptionError(`The data folder ${folder} is in use by ${describeOwner(claim.owner)}.`);
  const notes = finishReplacement(folder, claim.isReadOnly);
  const redactor = createRedactor();
  const log = createFileLog(folder, systemClock.wall, redactor);
  logCrashes(log);
  const desk = createDesk(
    createDeskPorts({
      folder,
      isReadOnly: claim.isReadOnly,
      redactor,
      log,
      onAlertClick({ target }) {
        desk.navigate({ place: 'target', target });
        windows.show();
      },
      openChart: (chart) => windows.openChart(chart),
      notes,
      end: () => quitting.now(),
      isUpgraded,
    }),
  );
  guardSession(session.defaultSession);
  servePage(session.defaultSession, join(import.meta.dirname, '../renderer'));
  await refuseNetwork(session.defaultSession);

  let tray: TrayPort | undefined;
  let stopTrayWatch = () => undefined as void;
  const quitting = createQuitting({
    desk,
    log,
    release() {
      windows.release();
      stopTrayWatch();
      trayHost.stop();
      tray?.destroy();
      claim.release();
    },
  });
  const trayHost = followTrayHost({
    platform: process.platform,
    delay: systemDelay,
    random: systemRandom,
    log,
  });
  const hasTray = async (): Promise<boolean | undefined> =>
    tray !== undefined && (await trayHost.isThere());
  const { promise: started, resolve: haveStarted } = Promise.withResolvers<void>();
  const windows = createWindows({
    folder,
    ipc: createIpcTransport(desk, log, started),
    log,
    onClose: async () =>
      closeActionOf({
        platform: process.platform,
        ...desk.system.get(),
        hasTray: (await hasTray()) === true,
      }),
    onQuit: quitting.ask,
    onSessionEnd: quitting.now,
  });
  setMenu({ newWindow: () => windows.open(), quit: quitting.ask });
  // The page is read while the desk starts; whatever it asks waits until there is one.
  if (!isHiddenStart(process.argv) && !isStartedAtLogin()) windows.show();
  await desk.start();
  // The window was there before: a person may have ended it meanwhile.
  if (quitting.hasBegun()) return;
  haveStarted();
  tray = createDeskTray({ desk, windows, quit: quitting.ask, delay: systemDelay, log });
  followPower({ desk, end: quitting.now, log });
  desk.system.onChange(({ startsAtLogin }) => applyStartsAtLogin(startsAtLogin, log));
  app.on('activate', windows.show);

  stopTrayWatch = watchTray({
    ...windows,
    ...trayHost,
    hasTray,
    renew: () => tray?.renew(),
    delay: systemDelay,
    log,
  });
  links.follow((link) => {
    if (link !== undefined) desk.navigate({ place: 'authorize', link });
    windows.show();
  });
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
  const message = messageOf(error);
  process.stderr.write(`${message}\n`);
  if (app.isPackaged) dialog.showErrorBox('Ballast could not start', message);
  app.exit(1);
  throw error;
}
