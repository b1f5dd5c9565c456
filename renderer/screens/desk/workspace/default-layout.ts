import type { DockviewApi } from 'dockview-react';
import { panelOf, type PanelKind } from '#renderer/screens/desk/workspace/panels.tsx';

type Place = Parameters<DockviewApi['addPanel']>[0]['position'];

/** Narrower than this, orders and positions side by side would both be cut off. */
const WIDE_PX = 1_200;

/** From this on, positions have room for what was paid beside orders with all that they need. */
const ENTRY_PX = 1_400;

/** Lower than this, the ticket takes all of the height: none of its figures is below the fold. */
const LOW_PX = 640;

type Neighbor = readonly [panel: PanelKind, direction: 'left' | 'right' | 'within'];

/** What each stands by in the first layout, the nearest first. */
const NEIGHBORS: Record<PanelKind, (isWide: boolean) => readonly Neighbor[]> = {
  chart: () => [
    ['watchlist', 'right'],
    ['ticket', 'left'],
  ],
  watchlist: () => [
    ['chart', 'left'],
    ['ticket', 'left'],
  ],
  ticket: () => [
    ['chart', 'right'],
    ['watchlist', 'right'],
  ],
  orders: (isWide) => [
    ['positions', isWide ? 'left' : 'within'],
    ['fills', isWide ? 'left' : 'within'],
  ],
  positions: (isWide) => [
    ['fills', 'within'],
    ['orders', isWide ? 'right' : 'within'],
  ],
  fills: () => [
    ['positions', 'within'],
    ['orders', 'within'],
  ],
};
const UPPER: ReadonlySet<PanelKind> = new Set(['chart', 'watchlist', 'ticket']);

/** Watchlist, chart and ticket above; orders below, positions and fills beside them or, with little room, behind. */
export function buildDefaultLayout(api: DockviewApi): void {
  api.clear();
  const { width, height } = api;
  const isLow = height < LOW_PX;
  addPanel(api, 'chart', 'chart');
  addPanel(api, 'orders', 'orders', { referencePanel: 'chart', direction: 'below' });
  addPanel(api, 'watchlist', 'watchlist', { referencePanel: 'chart', direction: 'left' });
  const right = { direction: 'right' as const };
  addPanel(api, 'ticket', 'ticket', isLow ? right : { referencePanel: 'chart', ...right });
  const isWide = width - (isLow ? ticketWidth(api) : 0) >= WIDE_PX;
  addPanel(api, 'positions', 'positions', {
    referencePanel: 'orders',
    direction: isWide ? 'right' : 'within',
  });
  addPanel(api, 'fills', 'fills', { referencePanel: 'positions', direction: 'within' });
  api.getPanel(isWide ? 'positions' : 'orders')?.api.setActive();
  api.getPanel('orders')?.api.setSize({ height: lowerHeight(api) });
  sizeSides(api);
  if (isWide) sizePositions(api);
  api.getPanel('chart')?.api.setActive();
}

/** One that was closed comes back to where it stood in the first layout, as far as its neighbors are still there. */
export function addAgain(api: DockviewApi, kind: PanelKind): void {
  const isDocked = (id: string) => api.getPanel(id)?.api.location.type === 'grid';
  const near = NEIGHBORS[kind](api.width >= WIDE_PX).find(([panel]) => isDocked(panel));
  if (near) {
    addPanel(api, kind, kind, { referencePanel: near[0], direction: near[1] });
    if (UPPER.has(kind)) sizeSides(api);
    else if (near[1] !== 'within') sizePositions(api);
    return;
  }
  addPanel(api, kind, kind, { direction: UPPER.has(kind) ? 'above' : 'below' });
  const lower = UPPER.has(kind) ? api.height - lowerHeight(api) : lowerHeight(api);
  api.getPanel(kind)?.api.setSize({ height: lower });
}

const lowerHeight = ({ height }: DockviewApi): number =>
  Math.max(150, Math.round(height * (height < 800 ? 0.3 : 0.34)));
const ticketWidth = ({ width }: DockviewApi): number => clamp(width * 0.24, 296, 320);

/** Beside the orders. */
function sizePositions(api: DockviewApi): void {
  const part = api.width >= ENTRY_PX ? 0.38 : 0.37;
  const panel = api.getPanel('positions') ?? api.getPanel('fills');
  panel?.api.setSize({ width: Math.round(api.width * part) });
}

/** Watchlist and ticket as wide as they need; the rest is the chart's. */
function sizeSides(api: DockviewApi): void {
  const sizeTicket = (): void => api.getPanel('ticket')?.api.setSize({ width: ticketWidth(api) });
  // Beside all the others it takes room from them, in their row it gives some back: so before and after.
  sizeTicket();
  api.getPanel('watchlist')?.api.setSize({ width: clamp(api.width * 0.23, 262, 330) });
  sizeTicket();
}

export function addPanel(api: DockviewApi, kind: PanelKind, id: string, position?: Place): void {
  const { title, minimumWidth, minimumHeight } = panelOf(kind);
  api.addPanel({
    id,
    component: kind,
    title,
    minimumWidth,
    minimumHeight,
    ...(position !== undefined && { position }),
  });
}

const clamp = (value: number, low: number, high: number): number =>
  Math.round(Math.min(high, Math.max(low, value)));
