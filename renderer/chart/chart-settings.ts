// What each chart was left with. All panels share one document.
import { ChartPanelSettings, type ChartSettings } from '#contract/ui.ts';

/** What a panel was left with; a new one begins with the look that was last chosen. */
export const panelSettings = (
  { panels, ...look }: ChartSettings,
  panelId: string,
): ChartPanelSettings => panels[panelId] ?? ChartPanelSettings.parse(look);

export function withPanelSettings(
  { panels }: ChartSettings,
  panelId: string,
  settings: ChartPanelSettings,
): ChartSettings {
  const { symbol: _, ...look } = settings;
  return { ...look, panels: { ...panels, [panelId]: settings } };
}
