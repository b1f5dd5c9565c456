// Which rows are in sight, and how high a row is: the style sheet says that, so that the virtual rows and the drawn ones
// cannot disagree.
import { useCallback, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import {
  defaultRangeExtractor,
  useVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';

/** Until the style sheet was asked: the height of a compact row. */
const ROW_PX = 26;
const OVERSCAN = 4;

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  count: number;
  /** A row that stays drawn wherever it is: the one that has the focus. */
  keep: number | undefined;
};

export function useRowWindow({ scroller, count, keep }: Options) {
  const rowPx = useRowHeight(scroller);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range);
      if (keep === undefined || keep >= range.count || inSight.includes(keep)) return inSight;
      return [...inSight, keep].sort((a, b) => a - b);
    },
    [keep],
  );
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises what this returns
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    // The head is as high as a row and covers what scrolls beneath it.
    scrollMargin: rowPx,
    scrollPaddingStart: rowPx,
    rangeExtractor,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  useKeptScroll(scroller, () => virtualizer.scrollOffset ?? 0);
  const { items, end } = withGaps(virtualizer.getVirtualItems(), rowPx);
  return {
    items,
    /** How much lies below the last row that is drawn. */
    tailPx: virtualizer.getTotalSize() + rowPx - end,
    rowPx,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
  };
}

/** Each row that is drawn, and how much lies undrawn above it. */
function withGaps(drawn: readonly VirtualItem[], headPx: number) {
  let end = headPx;
  const items = drawn.map((item) => {
    const gapPx = item.start - end;
    ({ end } = item);
    return { index: item.index, gapPx };
  });
  return { items, end };
}

/**
 * A table that was out of sight, or that was moved in the page, has lost where it was scrolled to without a word: it is
 * put back. The style sheet begins an animation wherever the table comes into the page or into sight, which says so.
 */
function useKeptScroll(scroller: RefObject<HTMLDivElement | null>, offset: () => number): void {
  const offsetNow = useEffectEvent(offset);
  useLayoutEffect(() => {
    const element = scroller.current;
    const putBack = ({ target, animationName }: AnimationEvent): void => {
      if (!element || target !== element || animationName !== 'table-shown') return;
      element.scrollTop = offsetNow();
      // With fewer rows than there were it stays where it is, and nobody would hear of it.
      element.dispatchEvent(new Event('scroll'));
    };
    element?.addEventListener('animationstart', putBack);
    return () => element?.removeEventListener('animationstart', putBack);
  }, [scroller]);
}

/** The token in force at the table: 26 px, or 32 where the person wants room. */
function useRowHeight(scroller: RefObject<HTMLDivElement | null>): number {
  const [rowPx, setRowPx] = useState(ROW_PX);
  useLayoutEffect(() => {
    const read = () => {
      if (!scroller.current) return;
      const told = Number.parseFloat(getComputedStyle(scroller.current).getPropertyValue('--row'));
      if (told > 0) setRowPx(told);
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true });
    // A panel behind another is drawn before it is part of the page, where no style holds yet.
    const shown = new ResizeObserver(read);
    if (scroller.current) shown.observe(scroller.current);
    return () => {
      observer.disconnect();
      shown.disconnect();
    };
  }, [scroller]);
  return rowPx;
}
