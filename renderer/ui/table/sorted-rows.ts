// Rows that are filtered and in order at all times. One changed row costs two searches by halving and no pass over the
// rest, so that a hundred thousand of them can sit under a live feed. No React in here.
import type { Pace } from '#renderer/core/delay.ts';
import { createListeners } from '#renderer/core/listeners.ts';

export type Compare<T> = (a: T, b: T) => number;

/** The array is the live one: it is read by index while drawing and never kept. A new object means: look again. */
export type RowsView<T> = {
  readonly rows: readonly T[];
  readonly total: number;
  /** The first rows of those that fit; the others are still being looked for. */
  readonly isPartial?: true;
};

export type SortedRows<T> = {
  view(): RowsView<T>;
  get(key: string): T | undefined;
  all(): IterableIterator<T>;
  /** Puts some rows and takes others away, then tells the listeners once. */
  change(put: readonly T[], gone?: readonly string[]): void;
  /** `isTyped`: somebody waits for the first rows that fit, and is shown the others once those have been drawn. */
  arrange(order: { compare?: Compare<T>; accepts?: (row: T) => boolean; isTyped?: boolean }): void;
  onChange(run: () => void): () => void;
};

type Options<T> = {
  keyOf: (row: T) => string;
  compare: Compare<T>;
  accepts?: (row: T) => boolean;
  /** Without one, every pass goes to its end at once. */
  pace?: Pace;
};

const SLICE_MS = 6;
const ROWS_A_LOOK = 256;
/** So many rows fill any screen; with fewer, what was shown stays until the pass is over. */
const ENOUGH = 120;

/** From so many changes at once on, one pass over the rows is cheaper than placing each. */
const FEWEST_TO_MERGE = 64;

export function createSortedRows<T>({ keyOf, pace, ...options }: Options<T>): SortedRows<T> {
  const all = new Map<string, T>();
  const listeners = createListeners();
  let { compare, accepts = () => true } = options;
  /** Every row in its place, so that another filter is one pass and no sorting. */
  let ordered: T[] = [];
  let rows: T[] = [];
  /** How many of the ordered rows have been looked at. */
  let seen = 0;
  let cancel: (() => void) | undefined;
  let view: RowsView<T> = { rows, total: 0 };

  // A tie is broken by the key, so that each row has exactly one place where it is found again.
  const order = (a: T, b: T): number => compare(a, b) || byText(keyOf(a), keyOf(b));

  const placeOf = (row: T, list: readonly T[]): number => placeIn(list, row, order);

  function take(key: string): void {
    const row = all.get(key);
    if (row === undefined) return;
    all.delete(key);
    const at = placeOf(row, ordered);
    ordered.splice(at, 1);
    if (at < seen) seen--;
    const place = placeOf(row, rows);
    if (rows[place] === row) rows.splice(place, 1);
  }

  function insert(row: T): void {
    all.set(keyOf(row), row);
    const isOver = seen === ordered.length;
    const at = placeOf(row, ordered);
    ordered.splice(at, 0, row);
    // What lies behind is come to later.
    if (at >= seen && !isOver) return;
    seen++;
    if (accepts(row)) rows.splice(placeOf(row, rows), 0, row);
  }

  /** A hundred thousand rows that come in parts are sorted by parts, and are in order all the while. */
  function merge(put: readonly T[], gone: readonly string[]): void {
    const isOver = seen === ordered.length;
    const leaving = new Set<T>();
    const coming = new Map<string, T>();
    for (const key of gone) leave(key);
    for (const row of put) {
      leave(keyOf(row));
      coming.set(keyOf(row), row);
    }
    for (const [key, row] of coming) all.set(key, row);
    const news = [...coming.values()].sort(order);
    const isAll = rows.length === ordered.length;
    ordered = merged(without(ordered, leaving), news, order);
    if (!isOver) return filter();
    const fitting = news.filter(accepts);
    rows =
      isAll && fitting.length === news.length
        ? [...ordered]
        : merged(without(rows, leaving), fitting, order);
    seen = ordered.length;

    function leave(key: string): void {
      const row = all.get(key);
      if (row === undefined) return;
      all.delete(key);
      leaving.add(row);
    }
  }

  function filter(isTyped = false): void {
    cancel?.();
    cancel = undefined;
    rows = [];
    seen = 0;
    look(isTyped);
  }

  /** Goes on until the time is up, or until a screen is full where that is enough; the rest is looked at later. */
  function look(isTyped = false): void {
    const until = pace ? pace.now() + SLICE_MS : Infinity;
    while (seen < ordered.length) {
      const end = Math.min(ordered.length, seen + ROWS_A_LOOK);
      for (; seen < end; seen++) {
        const row = ordered[seen] as T;
        if (accepts(row)) rows.push(row);
      }
      if (!pace || seen === ordered.length) continue;
      const isFull = isTyped && rows.length >= ENOUGH;
      if (!isFull && pace.now() < until) continue;
      const later = (isFull && pace.onceDrawn) || pace.later;
      cancel = later(() => {
        const before = rows.length;
        look();
        if (seen === ordered.length || (before < ENOUGH && rows.length >= ENOUGH)) tell();
      });
      return;
    }
  }

  function tell(): void {
    const isPartial = seen < ordered.length;
    if (isPartial && rows.length < ENOUGH) return;
    view = { rows, total: all.size, ...(isPartial && { isPartial }) };
    listeners.notify();
  }

  return {
    view: () => view,
    get: (key) => all.get(key),
    all: () => all.values(),
    change(put, gone = []) {
      const count = put.length + gone.length;
      if (count === 0) return;
      // All that leaves goes first: what stays is in order, whatever the news says about the others.
      if (count > FEWEST_TO_MERGE) merge(put, gone);
      else {
        for (const key of gone) take(key);
        for (const row of put) take(keyOf(row));
        for (const row of put) insert(row);
      }
      tell();
    },
    arrange(next) {
      if (next.accepts) ({ accepts } = { accepts, ...next });
      if (next.compare) {
        ({ compare } = { compare, ...next });
        ordered.sort(order);
      }
      filter(next.isTyped);
      tell();
    },
    onChange: listeners.add,
  };
}

const without = <T>(rows: readonly T[], leaving: ReadonlySet<T>): readonly T[] =>
  leaving.size === 0 ? rows : rows.filter((row) => !leaving.has(row));

/** Of two lists in order, of which the other is the shorter. */
function merged<T>(one: readonly T[], other: readonly T[], order: Compare<T>): T[] {
  const both: T[] = [];
  let from = 0;
  let to = 0;
  for (const row of other) {
    const end = placeIn(one, row, order, from);
    for (; from < end; from++) both[to++] = one[from] as T;
    both[to++] = row;
  }
  for (; from < one.length; from++) both[to++] = one[from] as T;
  return both;
}

/** Where a row belongs in a list in order, from a place on. */
function placeIn<T>(list: readonly T[], row: T, order: Compare<T>, from = 0): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(list[middle] as T, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
