// Where the handles of lines stand so that none covers another: as near to their prices as that leaves them, in one
// column at the left edge of the pane, in more of them where one is too short. Pure.

/** Of a handle, with the gap to the next. */
export const ROW_PX = 28;

type HandlePlace = { y: number; column: number };

type Wish = { key: string; y: number };

/** A line of the pane: where its price is, and its handle. */
export type LabelLine = {
  key: string;
  /** Undefined where the scale has no place for it. */
  y: number | undefined;
  width: number;
  /** Only its handle is drawn, on this side of the others that are at its price. */
  beside: 'above' | 'below' | undefined;
  /** A person is at it. */
  hasFocus: boolean;
  /** From the last price: with no room for all, the near ones matter. */
  distance: number;
};

/** Between two columns of handles; their hair lines are there. */
const COLUMN_GAP_PX = 26;
/** So much of the pane's width, from the left, may have handles over it. */
const COVERED = 0.6;
/** At the right end of the lower edge, where the lines beyond it are named. */
const FOOT_PX = 200;
/** From the edge of the pane, in line with its legend. */
export const LEFT_PX = 12;
/** Of an edge of the pane where the lines beyond it are named. */
export const EDGE_PX = 32;

/** Enough to come before or after in their order, and not to be seen. */
const LEAN_PX = { above: -0.1, below: 0.1 };

export type Arranged = {
  places: Map<string, { x: number; y: number }>;
  above: readonly string[];
  below: readonly string[];
  /** In sight, and without room. */
  crowded: readonly string[];
};

/** All of a pane. Above `top` stands its legend; `hasFoot`: something else stands at its lower edge. */
export function arrange(
  lines: readonly LabelLine[],
  { width, height, top, hasFoot }: { width: number; height: number; top: number; hasFoot: boolean },
): Arranged {
  const keysOf = (those: readonly LabelLine[]) => those.map(({ key }) => key);
  const drawn = lines.filter(({ beside }) => !beside);
  const above = drawn.filter(({ y }) => y !== undefined && y < 0);
  const below = drawn.filter(({ y }) => y !== undefined && y > height);
  const inSight = lines.filter(({ y }) => y !== undefined && y >= 0 && y <= height);
  const columnPx = Math.max(0, ...inSight.map((line) => line.width)) + COLUMN_GAP_PX;
  const columns = Math.max(1, Math.floor((width * COVERED) / columnPx));
  const isFootFree = LEFT_PX + columns * columnPx + FOOT_PX <= width;
  const roomWith = (isFoot: boolean) => ({
    top: above.length > 0 ? top + ROW_PX : top,
    bottom: isFoot && !isFootFree ? height - EDGE_PX : height,
    columns,
  });
  const isFoot = hasFoot || below.length > 0;
  const isCrowded = inSight.length > rowsIn(roomWith(isFoot)) * columns;
  const byUse = isCrowded
    ? inSight.toSorted((a, b) => Number(b.hasFocus) - Number(a.hasFocus) || a.distance - b.distance)
    : inSight;
  const placed = placesOf(
    byUse.map(({ key, y = 0, beside }) => ({ key, y: y + (beside ? LEAN_PX[beside] : 0) })),
    roomWith(isFoot || isCrowded),
  );
  return {
    places: new Map(
      [...placed].map(([key, { y, column }]) => [key, { x: LEFT_PX + column * columnPx, y }]),
    ),
    above: keysOf(above),
    below: keysOf(below),
    crowded: keysOf(inSight.filter(({ key }) => !placed.has(key))),
  };
}

/** Between these two, in pixels from the top of the pane, there may be handles. */
type Room = { top: number; bottom: number; columns: number };

const rowsIn = ({ top, bottom }: Pick<Room, 'top' | 'bottom'>): number =>
  Math.max(0, Math.floor((bottom - top) / ROW_PX));

/** Lines come by how much they matter: where there is no room for all, the last ones have no place. */
export function placesOf(
  wishes: readonly Wish[],
  { top, bottom, columns: mostColumns }: Room,
): Map<string, HandlePlace> {
  const height = bottom - top;
  const rows = rowsIn({ top, bottom });
  const columns = Math.min(Math.max(1, mostColumns), Math.ceil(wishes.length / rows));
  const sorted = wishes.slice(0, rows * columns).toSorted((a, b) => a.y - b.y);
  const places = new Map<string, HandlePlace>();
  for (let column = 0; column < columns; column++) {
    const mine = sorted.filter((_, n) => n % columns === column);
    const ys = spread(
      mine.map(({ y }) => y - top),
      height,
    );
    mine.forEach(({ key }, n) => places.set(key, { y: (ys[n] ?? 0) + top, column }));
  }
  return places;
}

/** From top to bottom, a row apart each, together as near as can be to where they would be. */
export function spread(sorted: readonly number[], height: number): number[] {
  const groups: { sum: number; count: number }[] = [];
  const mean = ({ sum, count }: { sum: number; count: number }) => sum / count;
  sorted.forEach((y, n) => {
    // Measured from its own row, so that those that touch each other have one and the same place.
    let group = { sum: y - n * ROW_PX, count: 1 };
    for (let last = groups.at(-1); last && mean(last) > mean(group); last = groups.at(-1)) {
      groups.pop();
      group = { sum: last.sum + group.sum, count: last.count + group.count };
    }
    groups.push(group);
  });
  const [first, last] = [ROW_PX / 2, height - ROW_PX / 2 - (sorted.length - 1) * ROW_PX];
  return groups
    .flatMap((group) => Array.from({ length: group.count }, () => mean(group)))
    .map((from, n) => Math.max(first, Math.min(from, last)) + n * ROW_PX);
}
