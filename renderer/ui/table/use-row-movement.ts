// Moving from row to row by keys. One row at a time is in the order of Tab; the arrows move it.
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

type Options<T> = {
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly T[];
  keyOf: (row: T) => string;
  rowPx: number;
  choose: (index: number, key: string) => void;
  scrollTo: (index: number) => void;
  onOpen: ((row: T) => void) | undefined;
  onMove: ((row: T) => void) | undefined;
  /** Keys that the table itself takes first. */
  onOwnKey: (row: T, event: KeyboardEvent) => boolean;
  onRowKey: ((row: T, event: KeyboardEvent) => boolean) | undefined;
  /** The row to go to as soon as it is among the rows. */
  reveal: { key: string } | undefined;
};

/** What to do with a key that was pressed in a row. */
export function useRowMovement<T>(options: Options<T>): (event: KeyboardEvent) => void {
  const { scroller, rows, keyOf, rowPx, choose, scrollTo, onOpen, onMove } = options;
  const { onOwnKey, onRowKey, reveal } = options;
  /** The key of the row that is to have the focus as soon as it is drawn. */
  const awaited = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (awaited.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(
      `tr[data-key="${CSS.escape(awaited.current)}"]`,
    );
    if (!row) return;
    awaited.current = undefined;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });

  function moveTo(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[target];
    if (row === undefined) return;
    awaited.current = keyOf(row);
    choose(target, keyOf(row));
    scrollTo(target);
  }

  const revealed = useRef<{ key: string }>(undefined);
  useEffect(() => {
    if (!reveal || revealed.current === reveal) return;
    const index = rows.findIndex((row) => keyOf(row) === reveal.key);
    if (index === -1) return;
    revealed.current = reveal;
    moveTo(index);
  });

  return (event) => {
    const element = (event.target as HTMLElement).closest('tr');
    const index = Number(element?.dataset['index'] ?? Number.NaN);
    const row = rows[index];
    if (row === undefined) return;
    if (onOwnKey(row, event)) return;
    if (onRowKey?.(row, event)) {
      event.preventDefault();
      // Wherever the row goes, the focus goes with it.
      awaited.current = element?.dataset['key'];
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1);
    const target = targetOf(event.key, index, rows.length, page);
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target);
      const next = rows[Math.max(0, Math.min(rows.length - 1, target))];
      if (next !== undefined) onMove?.(next);
    } else if (event.key === 'Enter' && event.target === element && onOpen) {
      event.preventDefault();
      onOpen(row);
    }
  };
}

function targetOf(key: string, index: number, count: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + page;
    case 'PageUp':
      return index - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
