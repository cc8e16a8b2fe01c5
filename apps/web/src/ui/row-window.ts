export interface RowWindow {
  /** The first row on the screen. */
  readonly first: number;
  readonly last: number;
  /** Rows to render: the visible ones, some above and below, and the active one. */
  readonly indexes: readonly number[];
}

export interface RowWindowInput {
  readonly count: number;
  /** The row at the top of the view. */
  readonly topRow: number;
  /** Rows that fit into the view. */
  readonly visibleRows: number;
  /** -1: none. */
  readonly activeIndex: number;
}

/** Rows rendered above and below the view, so that scrolling shows no gap. */
const overscan = 12;

/** Returns which of many rows of equal height to render. */
export function toRowWindow({
  count,
  topRow,
  visibleRows,
  activeIndex,
}: RowWindowInput): RowWindow {
  const first = Math.min(topRow, Math.max(0, count - 1));
  const last = Math.min(count - 1, topRow + visibleRows);
  const from = Math.max(0, first - overscan);
  const to = Math.min(count - 1, last + overscan);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
  if (activeIndex >= 0 && activeIndex < from)
    return { first, last, indexes: [activeIndex, ...indexes] };
  const isBelow = activeIndex > to && activeIndex < count;
  return { first, last, indexes: isBelow ? [...indexes, activeIndex] : indexes };
}

/** Returns the scroll position that shows a row fully; absent when it is visible. */
export function scrollTopFor(
  index: number,
  rowPx: number,
  view: { readonly topPx: number; readonly heightPx: number },
): number | undefined {
  const top = index * rowPx;
  if (top < view.topPx) return top;
  // The header covers the first row of the view.
  const bottom = top + 2 * rowPx;
  return bottom > view.topPx + view.heightPx ? bottom - view.heightPx : undefined;
}
