// Where a window was, kept for the next start and brought back onto a screen that exists.
export type Box = { x: number; y: number; width: number; height: number };
export type WindowPlace = { box: Box; isMaximized: boolean };

const SMALLEST = { width: 1024, height: 700 };
/** So much of a window must be on a screen that a person can grasp it. */
const GRASP = { width: 160, height: 80 };

/** Nothing when what was stored is no place, or is on no screen any more. */
export function placeOn(stored: unknown, screens: readonly Box[]): WindowPlace | undefined {
  const place = readPlace(stored);
  if (!place) return undefined;
  const home = screens.find((screen) => isGraspable(place.box, screen));
  if (!home) return undefined;
  const width = Math.min(Math.max(place.box.width, SMALLEST.width), home.width);
  const height = Math.min(Math.max(place.box.height, SMALLEST.height), home.height);
  return { isMaximized: place.isMaximized, box: { ...place.box, width, height } };
}

function isGraspable(box: Box, screen: Box): boolean {
  const width = Math.min(box.x + box.width, screen.x + screen.width) - Math.max(box.x, screen.x);
  const height = Math.min(box.y + box.height, screen.y + screen.height) - Math.max(box.y, screen.y);
  // The title bar is at the top: it must be on the screen, not only the foot of the window.
  return width >= GRASP.width && height >= GRASP.height && box.y >= screen.y;
}

function readPlace(stored: unknown): WindowPlace | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { box, isMaximized } = stored as { box?: unknown; isMaximized?: unknown };
  if (typeof box !== 'object' || box === null) return undefined;
  const { x, y, width, height } = box as Record<string, unknown>;
  const isWhole = [x, y, width, height].every((number) => Number.isSafeInteger(number));
  return isWhole ? { box: box as Box, isMaximized: isMaximized === true } : undefined;
}
