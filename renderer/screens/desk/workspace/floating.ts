import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import { panelOf, type PanelKind } from '#renderer/screens/desk/workspace/panels.tsx';

/** Out of the grid, above the others; or back beside the first group that does not float. */
export function toggleFloat(api: DockviewApi, panel: IDockviewPanel): void {
  if (panel.api.location.type === 'floating') {
    const group = api.groups.find(({ api: { location } }) => location.type === 'grid');
    if (group) panel.api.moveTo({ group, position: 'right' });
    return;
  }
  const { minimumWidth } = panelOf(panel.api.component as PanelKind);
  api.addFloatingGroup(panel, {
    position: { left: 80, top: 60 },
    width: Math.max(380, minimumWidth),
    height: 380,
  });
}
