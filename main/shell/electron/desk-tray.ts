// The tray's actions: most of them show something in the window, two act at once.
import type { Desk } from '#main/desk.ts';
import type { Delay, Log } from '#main/ports.ts';
import { createTray, type TrayPort } from '#main/shell/electron/tray.ts';
import type { Windows } from '#main/shell/electron/windows.ts';

type Deps = { desk: Desk; windows: Windows; quit: () => void; delay: Delay; log: Log };

export function createDeskTray({ desk, windows, quit, delay, log }: Deps): TrayPort | undefined {
  const navigate: Desk['navigate'] = (to) => {
    desk.navigate(to);
    windows.show();
  };
  const tray = createTray({
    summary: desk.summary,
    delay,
    log,
    actions: {
      show: windows.show,
      hide: windows.hide,
      isShown: windows.isShown,
      openOrder: (accountId, orderId) =>
        navigate({ place: 'target', target: { accountId, orderId } }),
      openAlert: ({ target }) => navigate({ place: 'target', target }),
      chooseAccount: (accountId) => navigate({ place: 'account', accountId }),
      cancelAll: (accountId) => navigate({ place: 'cancel-all', accountId }),
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
