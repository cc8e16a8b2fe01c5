import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type RowWindow, scrollTopFor, toRowWindow } from './row-window.js';

export interface RowWindowOptions {
  readonly count: number;
  readonly rowPx: number;
  /** Always rendered, and scrolled into view when it changes; -1: none. */
  readonly activeIndex: number;
}

export interface ScrolledRows extends RowWindow {
  /** For the element that scrolls. */
  readonly setScroller: (element: HTMLElement | null) => void;
  readonly scrollToTop: () => void;
}

/** Virtual rows: only visible ones are rendered. All rows have the same height. */
export function useRowWindow({ count, rowPx, activeIndex }: RowWindowOptions): ScrolledRows {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (scroller === null) return () => undefined;
      const resize = new ResizeObserver(onChange);
      resize.observe(scroller);
      scroller.addEventListener('scroll', onChange, { passive: true });
      return () => {
        resize.disconnect();
        scroller.removeEventListener('scroll', onChange);
      };
    },
    [scroller],
  );
  // Snapshots are whole rows: scrolling within a row renders nothing.
  const topRow = useSyncExternalStore(subscribe, () =>
    Math.floor((scroller?.scrollTop ?? 0) / rowPx),
  );
  const visibleRows = useSyncExternalStore(subscribe, () =>
    Math.ceil((scroller?.clientHeight ?? 0) / rowPx),
  );
  useEffect(() => {
    if (scroller === null || activeIndex < 0) return;
    const view = { topPx: scroller.scrollTop, heightPx: scroller.clientHeight };
    const top = scrollTopFor(activeIndex, rowPx, view);
    if (top !== undefined) scroller.scrollTo({ top });
  }, [scroller, activeIndex, rowPx]);
  const rows = useMemo(
    () => toRowWindow({ count, topRow, visibleRows, activeIndex }),
    [count, topRow, visibleRows, activeIndex],
  );
  return { ...rows, setScroller, scrollToTop: () => scroller?.scrollTo({ top: 0 }) };
}
