// The panels of the desk. A new one is a line here; its place in the first layout is in default-layout.ts.
import type { ComponentType } from 'react';
import { FillsPanel } from '#renderer/trading/fills/FillsPanel.tsx';
import { OrdersPanel } from '#renderer/trading/orders/OrdersPanel.tsx';
import { PositionsPanel } from '#renderer/trading/positions/PositionsPanel.tsx';
import { TicketPanel } from '#renderer/trading/ticket/TicketPanel.tsx';
import { WatchlistPanel } from '#renderer/screens/desk/watchlist/WatchlistPanel.tsx';
import { late } from '#renderer/ui/late.tsx';

export type Panel = {
  title: string;
  component: ComponentType;
  /** There may be several of it. */
  isMany?: boolean;
  /** Drawn with the desk; the others follow as soon as the browser has a moment, so that prices wait for none of them. */
  isFirst?: boolean;
  /** Smaller than this it cannot be used. */
  minimumWidth: number;
  minimumHeight: number;
  /** Where the focus goes when the panel is asked for; the first thing that can take it otherwise. */
  focus?: string;
};

/** The library of the charts is the largest part of the page; prices and orders do not wait for it. */
const chart = late(
  async () => (await import('#renderer/screens/desk/ChartPanel.tsx')).ChartPanel,
  () => (
    <section className="panel" aria-label="Price" aria-busy="true">
      <p className="empty">Opening the chart</p>
    </section>
  ),
);

/** The row that the arrows move on from. */
const ROW = 'tbody tr[tabindex="0"]';

const PANELS = {
  watchlist: {
    title: 'Watchlist',
    component: WatchlistPanel,
    isFirst: true,
    minimumWidth: 240,
    minimumHeight: 120,
    focus: 'input[role="combobox"]',
  },
  chart: {
    title: 'Chart',
    component: chart.Component,
    isMany: true,
    minimumWidth: 260,
    minimumHeight: 160,
  },
  ticket: {
    title: 'Order ticket',
    component: TicketPanel,
    minimumWidth: 280,
    minimumHeight: 200,
    focus: 'input[role="combobox"]',
  },
  orders: {
    title: 'Orders',
    component: OrdersPanel,
    minimumWidth: 320,
    minimumHeight: 100,
    focus: ROW,
  },
  positions: {
    title: 'Positions',
    component: PositionsPanel,
    minimumWidth: 360,
    minimumHeight: 100,
    focus: ROW,
  },
  fills: {
    title: 'Fills',
    component: FillsPanel,
    minimumWidth: 260,
    minimumHeight: 100,
    focus: ROW,
  },
} satisfies Record<string, Panel>;

export type PanelKind = keyof typeof PANELS;

export const PANEL_KINDS = Object.keys(PANELS) as PanelKind[];

export const panelOf = (kind: PanelKind): Panel => PANELS[kind];
