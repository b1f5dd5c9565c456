// Where notices may stand: bottom left, unless the ticket is there.
export type Box = { left: number; top: number; right: number; bottom: number };
export type Corner = 'bottom-left' | 'top-left' | 'bottom-right' | 'top-right';

const CORNERS: readonly Corner[] = ['bottom-left', 'top-left', 'bottom-right', 'top-right'];

type Size = { width: number; height: number };

/** The first corner of `area` in which notices of this size leave the ticket free. */
export function toastCorner(ticket: Box | undefined, area: Box, size: Size): Corner {
  const isFree = (corner: Corner) => !ticket || !overlaps(ticket, boxIn(corner, area, size));
  return CORNERS.find(isFree) ?? 'bottom-left';
}

function boxIn(corner: Corner, area: Box, { width, height }: Size): Box {
  const left = corner.endsWith('left') ? area.left : area.right - width;
  const top = corner.startsWith('top') ? area.top : area.bottom - height;
  return { left, top, right: left + width, bottom: top + height };
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
