// What each chart was left with. All panels share one document, so one copy of it is kept per bridge: two panels that
// save at once must not undo each other.
import type { Bridge } from '#contract/bridge.ts';
import {
  ChartPanelSettings,
  ChartSettings,
  type ChartPanelSettings as PanelSettings,
} from '#contract/ui.ts';

const documents = new WeakMap<Bridge, Promise<ChartSettings>>();

/** What a panel was left with; a new one begins with the look that was last chosen. Defaults when refused. */
export async function loadChartSettings(bridge: Bridge, panelId: string): Promise<PanelSettings> {
  const { panels, ...look } = await documentOf(bridge);
  return panels[panelId] ?? ChartPanelSettings.parse(look);
}

/** Remembered for this window even when it cannot be written down. */
export async function saveChartSettings(
  bridge: Bridge,
  panelId: string,
  settings: PanelSettings,
): Promise<void> {
  const before = documentOf(bridge);
  const { symbol: _, ...look } = settings;
  const next = before.then(({ panels }): ChartSettings => ({
    ...look,
    panels: { ...panels, [panelId]: settings },
  }));
  documents.set(bridge, next);
  await bridge.call('ui.set', { area: 'chart', value: await next });
}

function documentOf(bridge: Bridge): Promise<ChartSettings> {
  const known = documents.get(bridge);
  if (known) return known;
  const asked = bridge
    .call('ui.get', {})
    .then((answer) => (answer.ok ? answer.value.chart : ChartSettings.parse({})));
  documents.set(bridge, asked);
  return asked;
}
