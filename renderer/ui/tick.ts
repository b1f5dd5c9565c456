// How a price shows that it moved. Each way has two classes that look the same: an animation begins again when its name
// changes, while taking a class away and back would need the page to be laid out in between, for every price.
export const TICKS = {
  up: ['ticked-up', 'ticked-up-again'],
  down: ['ticked-down', 'ticked-down-again'],
} as const;

/** The class for a price that moved, other than the one it has; undefined when it did not move. */
export function tickOf(before: string, value: string, present: string | undefined) {
  // Only to tell up from down; the value itself stays text.
  const moved = Number(value) - Number(before);
  if (moved === 0) return undefined;
  const [first, again] = TICKS[moved > 0 ? 'up' : 'down'];
  return present === first ? again : first;
}
