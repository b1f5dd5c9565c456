// A chart in a window of its own, as Electron's main process sees it.
import { expect, type Page } from 'playwright/test';
import type { ElectronDesk } from '#test/e2e/support/electron-desk.ts';

type Bounds = { x: number; y: number; width: number; height: number };
type Seen = { bounds: Bounds; isVisible: boolean } | undefined;
export type Act = { close: true } | { put: Bounds };

/** The window of the chart or of the desk, and what to do with it; nothing where there is none. */
export const seenWindow = (desk: ElectronDesk, which: 'chart' | 'desk', act?: Act): Promise<Seen> =>
  desk.app.evaluate(
    ({ BrowserWindow }, [wanted, doing]) => {
      const window = BrowserWindow.getAllWindows().find(
        (one) => one.webContents.getURL().includes('#/chart?') === (wanted === 'chart'),
      );
      if (doing && 'put' in doing) window?.setBounds(doing.put);
      const now = window && { bounds: window.getBounds(), isVisible: window.isVisible() };
      if (doing && 'close' in doing) window?.close();
      return now;
    },
    [which, act] as const,
  );

/** Puts the chart of the desk, AAPL, into its own window. */
export async function popOut(desk: ElectronDesk): Promise<Page> {
  await desk.page.getByRole('button', { name: 'Desk', exact: true }).click();
  const opening = desk.app.waitForEvent('window');
  await desk.page.getByRole('button', { name: 'Open in its own window' }).click();
  const chart = await opening;
  await expect(chart).toHaveTitle('PRACTICE · AAPL · Practice account · Ballast');
  await expect(chart.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await expect.poll(() => seenWindow(desk, 'chart')).toMatchObject({ isVisible: true });
  return chart;
}
