// The panels of the bench, as the docking library keeps them: everything in sight at once, with one chart or four.
import type { World } from './world.ts';

type Leaf = {
  type: 'leaf';
  size: number;
  data: { id: string; views: string[]; activeView: string };
};
type Branch = { type: 'branch'; size: number; data: (Leaf | Branch)[] };

const leaf = (panel: string, size: number): Leaf => ({
  type: 'leaf',
  size,
  data: { id: `group-${panel}`, views: [panel], activeView: panel },
});
const branch = (size: number, data: Branch['data']): Branch => ({ type: 'branch', size, data });

const KINDS: Record<string, [component: string, title: string]> = {
  watchlist: ['watchlist', 'Watchlist'],
  ticket: ['ticket', 'Order ticket'],
  orders: ['orders', 'Orders'],
  fills: ['fills', 'Fills'],
  chart: ['chart', 'Chart'],
  'chart-2': ['chart', 'Chart'],
  'chart-3': ['chart', 'Chart'],
  'chart-4': ['chart', 'Chart'],
};

export const CHARTS = ['chart', 'chart-2', 'chart-3', 'chart-4'];

/** Rows of columns, and rows again inside the columns of the charts. */
export function layoutOf({ charts }: World): unknown {
  const drawn =
    charts === 4
      ? branch(880, [
          branch(290, [leaf('chart', 440), leaf('chart-2', 440)]),
          branch(290, [leaf('chart-3', 440), leaf('chart-4', 440)]),
        ])
      : leaf('chart', 880);
  const root = branch(1_600, [
    branch(580, [leaf('watchlist', 400), drawn, leaf('ticket', 320)]),
    branch(270, [leaf('orders', 900), leaf('fills', 700)]),
  ]);
  const names = ['watchlist', 'ticket', 'orders', 'fills', ...CHARTS.slice(0, charts)];
  return {
    grid: { root, width: 1_600, height: 850, orientation: 'VERTICAL' },
    panels: Object.fromEntries(
      names.map((id) => {
        const [contentComponent, title] = KINDS[id] ?? [id, id];
        return [id, { id, contentComponent, title }];
      }),
    ),
    activeGroup: 'group-chart',
  };
}
