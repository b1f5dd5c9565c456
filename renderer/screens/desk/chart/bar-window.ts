// Which of the bars in memory the drawing holds. Its cost grows with what it holds, so it holds a stretch around what
// is in sight; the stretch moves before its edge comes into sight.
export type Stretch = { from: number; to: number };

export const WINDOW_BARS = 6_000;
/** How near the edge of the window may come to what is in sight. */
const MARGIN = 1_000;
/** How many live bars the window may grow by before it is cut again. */
const SLACK = 1_000;

export const windowAtEnd = (length: number): Stretch => ({
  from: Math.max(0, length - WINDOW_BARS),
  to: length,
});

/** The window that suits what is in sight, or undefined when the present one does. All are indexes into the store. */
export function movedWindow(
  present: Stretch,
  visible: Stretch,
  length: number,
): Stretch | undefined {
  const isNearStart = visible.from - present.from < MARGIN && present.from > 0;
  const isNearEnd = present.to - visible.to < MARGIN && present.to < length;
  const isTooLong = present.to - present.from > WINDOW_BARS + SLACK;
  if (!isNearStart && !isNearEnd && !isTooLong) return undefined;
  const middle = Math.round((visible.from + visible.to) / 2);
  const to = Math.min(length, Math.max(middle + WINDOW_BARS / 2, WINDOW_BARS));
  const from = Math.max(0, to - WINDOW_BARS);
  return from === present.from && to === present.to ? undefined : { from, to };
}
