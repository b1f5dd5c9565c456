import { useRef, type KeyboardEvent, type MouseEvent } from 'react';

/** Rows that a person picks out to do one thing to all of them. */
export type Selection<T> = {
  keys: ReadonlySet<string>;
  canSelect: (row: T) => boolean;
  onChange: (keys: ReadonlySet<string>) => void;
};

type Handlers<T> = {
  /** Space, with Shift for a range, and Ctrl or Cmd with A. Answers whether it took the key. */
  onSelectKey: (row: T, event: KeyboardEvent) => boolean;
  /** A click on the box of a row, with Shift for a range. */
  onSelectClick: (event: MouseEvent) => void;
};

/** The box in a row is anything with `data-select`; what it shows is its own affair. */
export function useSelection<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  selection: Selection<T> | undefined,
): Handlers<T> {
  /** Where a range begins. */
  const from = useRef<string>(undefined);

  function pick(row: T, isRange: boolean): void {
    if (!selection) return;
    const { keys, canSelect, onChange } = selection;
    const key = keyOf(row);
    const next = new Set(keys);
    const start = isRange ? rows.findIndex((one) => keyOf(one) === from.current) : -1;
    if (start === -1) {
      if (!next.delete(key) && canSelect(row)) next.add(key);
      from.current = key;
    } else {
      const [low, high] = [start, rows.indexOf(row)].toSorted((a, b) => a - b);
      for (const one of rows.slice(low, (high ?? 0) + 1)) if (canSelect(one)) next.add(keyOf(one));
    }
    onChange(next);
  }

  return {
    onSelectKey(row, event) {
      if (!selection) return false;
      const isOnRow = event.target === (event.target as HTMLElement).closest('tr');
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
        selection.onChange(new Set(rows.filter(selection.canSelect).map(keyOf)));
      } else if (event.key === ' ' && isOnRow) {
        pick(row, event.shiftKey);
      } else {
        return false;
      }
      event.preventDefault();
      return true;
    },
    onSelectClick(event) {
      const box = (event.target as HTMLElement).closest<HTMLElement>('[data-select]');
      const row = rows[Number(box?.closest('tr')?.dataset['index'] ?? Number.NaN)];
      if (row !== undefined) pick(row, event.shiftKey);
    },
  };
}
