// The tray: an icon that shows the mood, and a menu with what matters when no window is open. Most actions show
// something in the window, two act at once.
import { join } from 'node:path';
import { SHOWN_AFTER_MS, type Desk, type DeskSummary } from '#main/desk.ts';
import type { Delay, Log } from '#main/ports.ts';
import type { Windows } from '#main/shell/electron/windows.ts';
import {
  Menu,
  Tray,
  nativeImage,
  type MenuItemConstructorOptions,
  type NativeImage,
} from 'electron';
import {
  guarded,
  headline,
  trayMenu,
  type MenuItem,
  type TrayActions,
} from '#main/shell/electron/tray-menu.ts';

/** A burst of news is one look. A little later than when what a person waits for is shown: timers may be early. */
const TOGETHER_MS = SHOWN_AFTER_MS + 100;
/** Ages are in minutes. */
const AGES_MS = 60_000;

export type TrayPort = {
  refresh(): void;
  /** Once more, for a tray host that was not there before. */
  renew(): void;
  destroy(): void;
};

type DeskTrayDeps = { desk: Desk; windows: Windows; quit: () => void; delay: Delay; log: Log };

export function createDeskTray({
  desk,
  windows,
  quit,
  delay,
  log,
}: DeskTrayDeps): TrayPort | undefined {
  const navigate: Desk['navigate'] = (to) => {
    desk.navigate(to);
    windows.show();
  };
  const tray = createTray({
    summary: desk.summary,
    news: [desk.onSummary, windows.onVisibility],
    delay,
    log,
    actions: {
      show: windows.show,
      hide: windows.hide,
      isShown: windows.isShown,
      openOrder: (accountId, orderId) =>
        navigate({ place: 'target', target: { accountId, orderId } }),
      openBatch: (accountId, batchId) =>
        navigate({ place: 'target', target: { accountId, batchId } }),
      openProposal: (accountId, proposalId) =>
        navigate({ place: 'target', target: { accountId, proposalId } }),
      openAlert: ({ target }) => navigate({ place: 'target', target }),
      chooseAccount: (accountId) => navigate({ place: 'account', accountId }),
      cancelAll: (accountId) => navigate({ place: 'cancel-all', accountId }),
      flatten: () => navigate({ place: 'flatten' }),
      stopTrading() {
        // What is not on the disk is said in the window.
        if (desk.stopTrading() !== undefined) windows.show();
        tray?.refresh();
      },
      quit,
    },
  });
  return tray;
}

type Deps = {
  summary: () => DeskSummary;
  /** After these the summary, or what is shown beside it, may be another. */
  news: readonly ((listener: () => void) => () => void)[];
  actions: TrayActions;
  delay: Delay;
  log: Log;
};

/** Undefined where the system has no tray; everything stays reachable from the window then. */
function createTray({ summary, news, actions, delay, log }: Deps): TrayPort | undefined {
  let tray: Tray;
  try {
    tray = openTray();
  } catch (error) {
    log('warn', 'there is no tray here', { error: String(error) });
    return undefined;
  }
  let drawn = '';
  let cancelAges = () => undefined as void;
  let cancelSoon: (() => void) | undefined;
  /** News came while a look was due: what a person waits for may be too young then. */
  let isAgain = false;

  const refresh = guarded(log, () => {
    const now = summary();
    const state = JSON.stringify([now, actions.isShown()]);
    if (state === drawn) return;
    drawn = state;
    tray.setImage(iconOf(now.mood));
    tray.setToolTip(`Ballast: ${headline(now)}`);
    if (process.platform === 'darwin')
      tray.setTitle(now.openOrders > 0 ? String(now.openOrders) : '');
    const items = trayMenu(now, actions).map((item) => template(item, log));
    tray.setContextMenu(Menu.buildFromTemplate(items));
  });

  function refreshSoon(): void {
    isAgain = cancelSoon !== undefined;
    cancelSoon ??= delay(TOGETHER_MS, () => {
      cancelSoon = undefined;
      refresh();
      if (isAgain) refreshSoon();
    });
  }

  function refreshAges(): void {
    cancelAges = delay(AGES_MS, refreshAges);
    refresh();
  }

  function openTray(): Tray {
    const opened = new Tray(iconOf('live'));
    // On Windows the left button is for the window and the right one for the menu.
    if (process.platform === 'win32') opened.on('click', guarded(log, actions.show));
    return opened;
  }

  const stops = news.map((onNews) => onNews(refreshSoon));
  refreshAges();
  return {
    refresh,
    renew: guarded(log, () => {
      tray.destroy();
      tray = openTray();
      drawn = '';
      refresh();
    }),
    destroy() {
      for (const stop of [...stops, cancelAges]) stop();
      cancelSoon?.();
      tray.destroy();
    },
  };
}

function iconOf(mood: DeskSummary['mood']): NativeImage {
  const name = process.platform === 'darwin' ? `tray-${mood}-Template.png` : `tray-${mood}.png`;
  const image = nativeImage.createFromPath(join(import.meta.dirname, 'icons', name));
  if (process.platform === 'darwin') image.setTemplateImage(true);
  return image;
}

function template(item: MenuItem, log: Log): MenuItemConstructorOptions {
  if (item.type === 'separator') return { type: 'separator' };
  if (item.type === 'submenu')
    return { label: item.label, submenu: item.items.map((one) => template(one, log)) };
  return { label: item.label, enabled: item.isEnabled, click: guarded(log, item.click) };
}
