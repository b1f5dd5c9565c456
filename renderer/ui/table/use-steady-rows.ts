import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { delay } from '#renderer/core/delay.ts';
import type { RowsView, SortedRows } from '#renderer/ui/table/sorted-rows.ts';

/** For the body of the table, whose rows are pointed at. */
export type SteadyPointer = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerLeave',
  (event: PointerEvent) => void
>;

type Rules<T> = {
  keyOf: (row: T) => string;
  /** The same of two rows, of which one takes the place of the other when it comes. */
  identityOf: (row: T) => string;
  /** What was asked of it is not over. */
  isWaiting: (row: T) => boolean;
};

type Rows<T> = Pick<SortedRows<T>, 'get' | 'all'>;

/** So long after the pointer last moved, and after what was asked of the row is over. */
const STEADY_MS = 3_000;
/** Nothing is waited for longer than these many times. */
const MOST_WAITS = 20;

type Place = { key: string; identity: string };
type Held = { places: readonly Place[]; keys: ReadonlySet<string>; in: unknown };
type Press = { key: string | undefined; waits: number; wasWaiting: boolean };

/**
 * Where a row was pressed, every row stays in its place until the pointer leaves the table or has rested for three
 * seconds: an order that was canceled does not give its place, and its button's, to another one. What a row says is
 * what is so; one that is new stands below the others meanwhile. `arrangement`: what a person filters and sorts by, which
 * holds at once.
 */
export function useSteadyRows<T>(
  rows: Rows<T>,
  view: RowsView<T>,
  rules: Rules<T>,
  arrangement: unknown,
): { view: RowsView<T>; pointer: SteadyPointer } {
  const [held, setHeld] = useState<Held>();
  const press = useRef<Press>(undefined);
  const end = useRef<() => void>(undefined);
  const inForce = held?.in === arrangement ? held : undefined;
  useEffect(() => () => end.current?.(), []);

  function hold(): void {
    end.current?.();
    end.current = delay(STEADY_MS, () => (isOver() ? setHeld(undefined) : hold()));
  }

  function isOver(): boolean {
    const { current } = press;
    if (!current) return true;
    const row = rows.get(current.key ?? '');
    const isWaiting = row !== undefined && rules.isWaiting(row);
    const mayWait = (isWaiting || current.wasWaiting) && current.waits < MOST_WAITS;
    press.current = { ...current, waits: current.waits + 1, wasWaiting: isWaiting };
    return !mayWait;
  }

  const shown = useMemo(
    () => (inForce ? { ...view, rows: inPlace(inForce, rows, view.rows, rules) } : view),
    [inForce, rows, view, rules],
  );
  return {
    view: shown,
    pointer: {
      onPointerDown({ target }) {
        const key = (target as Element).closest('tr')?.dataset['key'];
        press.current = { key, waits: 0, wasWaiting: false };
        hold();
        if (!inForce) setHeld(heldAt(view.rows, rules, arrangement));
      },
      onPointerMove: () => inForce && hold(),
      // A finger leaves with every touch.
      onPointerLeave: ({ pointerType }) => pointerType !== 'touch' && setHeld(undefined),
    },
  };
}

function heldAt<T>(
  rows: readonly T[],
  { keyOf, identityOf }: Rules<T>,
  arrangement: unknown,
): Held {
  const places = rows.map((row) => ({ key: keyOf(row), identity: identityOf(row) }));
  return { places, keys: new Set(places.map(({ key }) => key)), in: arrangement };
}

function inPlace<T>(
  { places, keys }: Held,
  rows: Rows<T>,
  now: readonly T[],
  { keyOf, identityOf }: Rules<T>,
): T[] {
  const successors = new Map<string, T>();
  if (places.some(({ key }) => rows.get(key) === undefined))
    for (const row of rows.all()) if (!keys.has(keyOf(row))) successors.set(identityOf(row), row);
  const placed: T[] = [];
  for (const { key, identity } of places) {
    const row = rows.get(key) ?? successors.get(identity);
    if (row !== undefined) placed.push(row);
  }
  const shown = new Set(placed);
  return [...placed, ...now.filter((row) => !keys.has(keyOf(row)) && !shown.has(row))];
}
