// A panel goes by name where a drag would take it: out of its tabs to that side, or among the tabs of the neighbor there.
import type { DockviewApi, IDockviewPanel } from 'dockview-react';

export const WAYS = ['left', 'right', 'top', 'bottom'] as const;
export type Way = (typeof WAYS)[number];

type Group = DockviewApi['groups'][number];

export function movePanel(api: DockviewApi, panel: IDockviewPanel, way: Way): void {
  const { group } = panel;
  if (group.panels.length > 1) return panel.api.moveTo({ group, position: way });
  const beside = neighborOf(
    group,
    api.groups.filter(({ api: { location } }) => location.type === 'grid'),
    way,
  );
  if (beside) panel.api.moveTo({ group: beside, position: 'center' });
}

/** The nearest one whose edge faces this one's. */
function neighborOf(group: Group, all: readonly Group[], way: Way): Group | undefined {
  const own = group.element.getBoundingClientRect();
  const isAcross = way === 'left' || way === 'right';
  const gapTo = ({ element }: Group): number => {
    const box = element.getBoundingClientRect();
    const isFacing = isAcross
      ? box.top < own.bottom && box.bottom > own.top
      : box.left < own.right && box.right > own.left;
    const gap = {
      left: own.left - box.right,
      right: box.left - own.right,
      top: own.top - box.bottom,
      bottom: box.top - own.bottom,
    }[way];
    // A shared edge may be a fraction of a pixel off.
    return isFacing && gap > -1 ? gap : Number.POSITIVE_INFINITY;
  };
  const [nearest] = all.filter((one) => one !== group).sort((a, b) => gapTo(a) - gapTo(b));
  return nearest && Number.isFinite(gapTo(nearest)) ? nearest : undefined;
}
