// The panels that a test looks at, as the docking library keeps them: side by side, nothing else.
export type PanelName = 'watchlist' | 'ticket' | 'orders' | 'positions' | 'fills' | 'chart';

const TITLES: Record<PanelName, string> = {
  watchlist: 'Watchlist',
  ticket: 'Order ticket',
  orders: 'Orders',
  positions: 'Positions',
  fills: 'Fills',
  chart: 'Chart',
};
/** As many pixels as its fields need. */
const WIDTHS: Record<PanelName, number> = {
  watchlist: 300,
  ticket: 320,
  orders: 480,
  positions: 340,
  fills: 400,
  chart: 700,
};

export function layoutOf(panels: readonly PanelName[]): unknown {
  const width = panels.reduce((sum, name) => sum + WIDTHS[name], 0);
  const leaves = panels.map((name) => ({
    type: 'leaf',
    size: WIDTHS[name],
    data: { id: `group-${name}`, views: [name], activeView: name },
  }));
  return {
    grid: {
      root: { type: 'branch', size: 760, data: leaves },
      width,
      height: 760,
      orientation: 'HORIZONTAL',
    },
    panels: Object.fromEntries(
      panels.map((id) => [id, { id, contentComponent: id, title: TITLES[id] }]),
    ),
    activeGroup: `group-${panels[0]}`,
  };
}
