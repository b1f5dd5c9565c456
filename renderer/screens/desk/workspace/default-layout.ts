import type { DockviewApi } from 'dockview-react';
import { panelOf, type PanelKind } from '#renderer/screens/desk/workspace/panels.tsx';

type Place = Parameters<DockviewApi['addPanel']>[0]['position'];

/** Narrower than this, orders and positions side by side would both be cut off. */
const WIDE_PX = 1_200;

/** Watchlist, chart and ticket above; orders below, positions and fills beside them or, with little room, behind. */
export function buildDefaultLayout(api: DockviewApi): void {
  api.clear();
  const { width, height } = api;
  const lower = Math.max(150, Math.round(height * (height < 640 ? 0.3 : 0.34)));
  addPanel(api, 'chart', 'chart');
  addPanel(api, 'orders', 'orders', { referencePanel: 'chart', direction: 'below' });
  addPanel(api, 'watchlist', 'watchlist', { referencePanel: 'chart', direction: 'left' });
  addPanel(api, 'ticket', 'ticket', { referencePanel: 'chart', direction: 'right' });
  const isWide = width >= WIDE_PX;
  addPanel(api, 'positions', 'positions', {
    referencePanel: 'orders',
    direction: isWide ? 'right' : 'within',
  });
  addPanel(api, 'fills', 'fills', { referencePanel: 'positions', direction: 'within' });
  api.getPanel(isWide ? 'positions' : 'orders')?.api.setActive();
  api.getPanel('orders')?.api.setSize({ height: lower });
  api.getPanel('watchlist')?.api.setSize({ width: clamp(width * 0.23, 262, 330) });
  api.getPanel('ticket')?.api.setSize({ width: clamp(width * 0.24, 296, 320) });
  if (isWide) api.getPanel('positions')?.api.setSize({ width: Math.round(width * 0.37) });
  api.getPanel('chart')?.api.setActive();
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
