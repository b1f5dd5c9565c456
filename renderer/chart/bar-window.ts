// Which of the bars in memory the drawing holds. Each update costs the library a pass over all that it holds, so it
// holds a stretch around what is in sight, as long as that asks for; the stretch moves before its edge comes into sight.
export type Stretch = { from: number; to: number };

/** The least that is held, and what is held before anybody knows how much is in sight. */
export const WINDOW_BARS = 1_500;
/** The window in screens. */
const SCREENS = 4;
/** How near its edge may come to what is in sight: a screen, which is as far as one drag goes. */
const LEAST_MARGIN = 300;
/** How many live bars the window may grow by before it is cut again. */
const SLACK = 500;

export const windowAtEnd = (length: number, inSight = 0): Stretch => ({
  from: Math.max(0, length - sizeFor(inSight)),
  to: length,
});

const sizeFor = (inSight: number): number => Math.max(WINDOW_BARS, SCREENS * inSight);

/** The window that suits what is in sight, or undefined when the present one does. All are indexes into the store. */
export function movedWindow(
  present: Stretch,
  visible: Stretch,
  length: number,
): Stretch | undefined {
  const inSight = visible.to - visible.from;
  const size = sizeFor(inSight);
  const margin = Math.max(LEAST_MARGIN, inSight);
  const isNearStart = visible.from - present.from < margin && present.from > 0;
  const isNearEnd = present.to - visible.to < margin && present.to < length;
  const isTooLong = present.to - present.from > size + SLACK;
  if (!isNearStart && !isNearEnd && !isTooLong) return undefined;
  const middle = Math.round((visible.from + visible.to) / 2);
  const to = Math.min(length, Math.max(middle + Math.ceil(size / 2), size));
  const from = Math.max(0, to - size);
  return from === present.from && to === present.to ? undefined : { from, to };
}
