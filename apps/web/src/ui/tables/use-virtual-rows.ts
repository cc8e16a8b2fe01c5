import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

export interface VirtualRowsOptions {
  readonly count: number;
  /** All rows have this height. */
  readonly rowPx: number;
  /** Height of the sticky head above the rows. */
  readonly headPx: number;
  /** Always rendered, and scrolled into view when it changes; -1: none. */
  readonly activeIndex: number;
}

export interface VirtualRows {
  /** The `ref` of the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Rows to render: the visible ones, some above and below, and the active one. */
  readonly items: readonly VirtualItem[];
  /** Height of all rows together. */
  readonly totalPx: number;
  /** First and last visible row; absent while nothing has a size. */
  readonly visible: { readonly startIndex: number; readonly endIndex: number } | null;
  readonly scrollToTop: () => void;
}

/** Rows rendered above and below the view, so that scrolling shows no gap. */
const overscan = 12;

/** Renders only the visible rows of a long table with a sticky head. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, rowPx, headPx, activeIndex } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    rangeExtractor: useCallback((range: Range) => rowsOf(range, activeIndex), [activeIndex]),
  });
  // The virtualizer caches heights.
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowPx]);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex);
  }, [virtualizer, activeIndex]);
  return {
    scroller,
    items: virtualizer.getVirtualItems(),
    totalPx: virtualizer.getTotalSize(),
    visible: virtualizer.range,
    scrollToTop: () => virtualizer.scrollToOffset(0),
  };
}

/** The active row keeps the focus, so it is rendered wherever it is. */
function rowsOf(range: Range, activeIndex: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (activeIndex < 0 || activeIndex >= range.count || rows.includes(activeIndex)) return rows;
  return [...rows, activeIndex].sort((a, b) => a - b);
}
