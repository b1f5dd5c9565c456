// A chart goes into a window of its own: in Electron main makes it, in a browser the page does.
import type { Bridge } from '#contract/bridge.ts';
import { chartAddress, type ChartWindow } from '#contract/chart-window.ts';
import { fail, ok, type Result } from '#contract/failure.ts';

type Page = Pick<Window, 'open'> & {
  ballast?: Bridge;
  location: Pick<Location, 'pathname'>;
};

/**
 * In a browser the window is opened at once, while the click that asked for it still counts. It is born with a copy of
 * this tab's storage, and with it the token: that is why it is not opened with `noopener`, which would leave the copy
 * empty. Before its page loads the way back to this one is cut, which has the same effect.
 */
export async function openChartWindow(
  bridge: Bridge,
  chart: ChartWindow,
  page: Page = window,
): Promise<Result<null>> {
  if (page.ballast) return bridge.call('windows.openChart', chart);
  const address = `${page.location.pathname}#${chartAddress(chart)}`;
  const opened = page.open(address, '_blank', 'popup,width=960,height=640');
  if (!opened)
    return fail({
      kind: 'not-allowed',
      message: 'The browser did not open the window. Allow pop-ups for this address and try again.',
    });
  opened.opener = null;
  return ok(null);
}
