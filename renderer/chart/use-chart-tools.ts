import { useEffect, useState } from 'react';
import type { Drawing, DrawingKind } from '#contract/drawings.ts';
import { useChartAlerts } from '#renderer/chart/alerts/use-chart-alerts.ts';
import type { ChartControl } from '#renderer/chart/chart-control.ts';
import type { ToolActions } from '#renderer/chart/chart-tools.ts';
import type { Doing } from '#renderer/chart/drawings/drawing-board.ts';
import { useDrawings } from '#renderer/chart/drawings/use-drawings.ts';
import { useUndo } from '#renderer/chart/use-undo.ts';
import { useSession } from '#renderer/session/session.ts';

export type ChartToolset = ReturnType<typeof useChartTools>;

/** Drawings and alerts of one chart: what there is, and what a person can do with it. */
export function useChartTools(control: ChartControl, symbol: string) {
  const { toast } = useSession();
  const undo = useUndo(symbol);
  const { drawings, change } = useDrawings(symbol, undo);
  const [doing, setDoing] = useState<Doing>();
  const alerts = useChartAlerts(symbol, undo, () => {
    const store = control.feed()?.series()?.store;
    return store?.at(store.length() - 1)?.close;
  });

  async function addAlert(price: string): Promise<void> {
    const problem = await alerts.add(price);
    if (problem !== undefined) toast({ kind: 'bad', text: `No alert was set. ${problem}` });
  }

  useEffect(() => control.tools()?.setDrawings(drawings), [control, drawings]);
  useEffect(() => control.tools()?.setAlerts(alerts.marks), [control, alerts.marks]);
  const actions: ToolActions = {
    onDraw: change,
    onDoing: setDoing,
    onAlert: (price) => void addAlert(price),
    onMoveAlert: (id, price) => void alerts.move(id, price),
    onRemoveAlert: (id) => void alerts.remove(id),
    onUndo: undo.undo,
  };

  return {
    drawings,
    alerts: alerts.alerts,
    doing,
    undo,
    actions,
    priceAt: (event: MouseEvent) => control.tools()?.priceAt(event),
    take: (kind: DrawingKind | undefined) => control.tools()?.take(kind),
    goTo({ id, points }: Drawing): void {
      const times = points.map(({ time }) => time);
      control.showTime((Math.min(...times) + Math.max(...times)) / 2);
      control.tools()?.select(id);
    },
    draw: (kind: DrawingKind, points: Drawing['points']) =>
      change({ before: [], after: [{ id: crypto.randomUUID(), kind, points }] }),
    remove: (some: readonly Drawing[]) => change({ before: some, after: [] }),
    /** Answers what went wrong, in words. */
    tryAlert: alerts.add,
    addAlert: (price: string) => void addAlert(price),
    removeAlert: (id: string) => void alerts.remove(id),
  };
}
