import { useLayoutEffect, useRef, type FocusEventHandler, type RefObject } from 'react';

type Handlers = { onFocus: FocusEventHandler; onBlur: FocusEventHandler };

/**
 * A button that had the focus may go with what it did: a canceled order has no Cancel. The focus stays in the table then,
 * on the row, or on the one that came in its place.
 */
export function useKeptFocus(
  scroller: RefObject<HTMLDivElement | null>,
  activeIndex: number,
): Handlers {
  const isInside = useRef(false);
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    const row = scroller.current?.querySelector<HTMLElement>(`tr[data-index="${activeIndex}"]`);
    row?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => (isInside.current = true),
    // Only for what a person leaves: React tells nothing of what it removes itself.
    onBlur: () => (isInside.current = false),
  };
}
