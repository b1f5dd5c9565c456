// Charts in windows of their own: how many there may be, where they stand, and which come back with the next start. The
// windows themselves are made elsewhere; this knows no Electron.
import {
  MOST_CHART_WINDOWS,
  chartAddress,
  readChartAddress,
  type ChartWindow,
} from '#contract/chart-window.ts';
import {
  besideOthers,
  placeOn,
  SMALLEST_CHART,
  type Box,
  type WindowPlace,
} from '#main/shell/electron/window-place.ts';

/** One window as the shell made it. */
export type OpenedChart = {
  place(): WindowPlace;
  show(): void;
  hide(): void;
};

type ChartWindows = {
  /** False when there are as many as there may be. */
  open(chart: ChartWindow): boolean;
  /** Those that were open when the application ended; without the focus, and only once. */
  restore(): void;
  show(): void;
  hide(): void;
  /** The application ends: what closes from now on comes back with the next start. */
  release(): void;
};

export type ChartOpening = {
  address: string;
  place: WindowPlace | undefined;
  /** The person asked for it just now; one that comes back takes no focus. */
  isAsked: boolean;
  /** About to close; its place can still be read. */
  onClosing: () => void;
  onClosed: () => void;
  /** Its page shows something else; what stands behind the `#` now. */
  onAddress: (hash: string) => void;
};

type Deps = {
  store: { read(): unknown; write(charts: StoredCharts): void };
  screens: () => readonly Box[];
  openWindow: (opening: ChartOpening) => OpenedChart;
};

/** `last` is where the next one opens. Places are checked when they are used: screens come and go. */
type StoredCharts = { open: StoredChart[]; last?: unknown };
type StoredChart = { address: string; place: unknown };

export function createChartWindows({ store, screens, openWindow }: Deps): ChartWindows {
  /** Without an address where the page shows no chart any more. */
  const charts = new Map<OpenedChart, string | undefined>();
  let last: unknown = lastOf(store.read());
  /** Open at the end of the run before, and not brought back yet. */
  let waiting = openOf(store.read());
  let isReleased = false;

  function keep(): void {
    if (isReleased) return;
    const open = [...charts].flatMap(([window, address]) =>
      address === undefined ? [] : [{ address, place: window.place() }],
    );
    store.write({ open: [...waiting, ...open], ...(last !== undefined && { last }) });
  }

  function put(address: string, place: WindowPlace | undefined, isAsked: boolean): void {
    const window = openWindow({
      address,
      place,
      isAsked,
      onClosing() {
        last = window.place();
      },
      onClosed() {
        charts.delete(window);
        keep();
      },
      onAddress(hash) {
        const chart = readChartAddress(hash);
        charts.set(window, isChart(chart) ? chartAddress(chart) : undefined);
        keep();
      },
    });
    charts.set(window, address);
  }

  return {
    open(chart) {
      if (charts.size >= MOST_CHART_WINDOWS) return false;
      const taken = [...charts.keys()].map((window) => window.place());
      const place = placeOn(last ?? taken.at(-1), screens(), SMALLEST_CHART);
      put(chartAddress(chart), place && besideOthers(place, taken, screens()), true);
      keep();
      return true;
    },
    restore() {
      const before = waiting;
      waiting = [];
      for (const { address, place } of before)
        put(address, placeOn(place, screens(), SMALLEST_CHART), false);
    },
    show() {
      for (const window of charts.keys()) window.show();
    },
    hide() {
      for (const window of charts.keys()) window.hide();
    },
    release() {
      keep();
      isReleased = true;
    },
  };
}

/** What was stored, as far as it names charts. */
function openOf(stored: unknown): StoredChart[] {
  const open = (stored as { open?: unknown } | undefined | null)?.open;
  if (!Array.isArray(open)) return [];
  return open
    .flatMap((one: unknown) => {
      const { address, place } = (one ?? {}) as { address?: unknown; place?: unknown };
      const chart = typeof address === 'string' ? readChartAddress(address) : undefined;
      return isChart(chart) ? [{ address: chartAddress(chart), place }] : [];
    })
    .slice(0, MOST_CHART_WINDOWS);
}

const isChart = (read: ReturnType<typeof readChartAddress>): read is ChartWindow =>
  read !== undefined && read !== 'nonsense';

const lastOf = (stored: unknown): unknown =>
  (stored as { last?: unknown } | undefined | null)?.last;
