// Where a window was, kept for the next start and brought back onto a screen that exists.
import { z } from 'zod';

const Box = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
const WindowPlace = z.object({ box: Box, isMaximized: z.boolean().catch(false) });
export type Box = z.infer<typeof Box>;
export type WindowPlace = z.infer<typeof WindowPlace>;

export type Size = { width: number; height: number };

export const SMALLEST_DESK: Size = { width: 1024, height: 700 };
export const SMALLEST_CHART: Size = { width: 480, height: 360 };
/** So much of a window must be on a screen that a person can grasp it. */
const GRASP = { width: 160, height: 80 };

/** Nothing when what was stored is no place, or is on no screen any more. */
export function placeOn(
  stored: unknown,
  screens: readonly Box[],
  smallest: Size = SMALLEST_DESK,
): WindowPlace | undefined {
  const place = WindowPlace.safeParse(stored).data;
  if (!place) return undefined;
  const home = screens.find((screen) => isGraspable(place.box, screen));
  if (!home) return undefined;
  const width = Math.min(Math.max(place.box.width, smallest.width), home.width);
  const height = Math.min(Math.max(place.box.height, smallest.height), home.height);
  return { isMaximized: place.isMaximized, box: { ...place.box, width, height } };
}

/** One step down and right for each window that stands there already, so that none covers another's title bar. */
const STEP = 28;

/** Where one more window of this size goes. Where the screen ends they begin to cover each other all the same. */
export function besideOthers(
  place: WindowPlace,
  others: readonly WindowPlace[],
  screens: readonly Box[],
): WindowPlace {
  const home = screens.find((screen) => isGraspable(place.box, screen));
  const isTaken = ({ x, y }: Box) =>
    others.some(({ box }) => Math.abs(box.x - x) < STEP && Math.abs(box.y - y) < STEP);
  let { box } = place;
  while (isTaken(box)) {
    const next = { ...box, x: box.x + STEP, y: box.y + STEP };
    if (!home || !isWithin(next, home)) break;
    box = next;
  }
  return { box, isMaximized: place.isMaximized && others.length === 0 };
}

const isWithin = (box: Box, screen: Box): boolean =>
  box.x + box.width <= screen.x + screen.width && box.y + box.height <= screen.y + screen.height;

function isGraspable(box: Box, screen: Box): boolean {
  const width = Math.min(box.x + box.width, screen.x + screen.width) - Math.max(box.x, screen.x);
  const height = Math.min(box.y + box.height, screen.y + screen.height) - Math.max(box.y, screen.y);
  // The title bar is at the top: it must be on the screen, not only the foot of the window.
  return width >= GRASP.width && height >= GRASP.height && box.y >= screen.y;
}
