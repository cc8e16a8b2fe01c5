import { describe, expect, it } from 'vitest';
import { scrollTopFor, toRowWindow } from './row-window.js';

describe('toRowWindow', () => {
  it('renders the visible rows and a few above and below', () => {
    const view = toRowWindow({ count: 5_000, topRow: 100, visibleRows: 20, activeIndex: -1 });
    expect([view.first, view.last]).toEqual([100, 120]);
    expect([view.indexes[0], view.indexes.at(-1)]).toEqual([88, 132]);
  });

  it('stays within the list', () => {
    const view = toRowWindow({ count: 3, topRow: 0, visibleRows: 20, activeIndex: -1 });
    expect(view.indexes).toEqual([0, 1, 2]);
  });

  it('shows the end when the list became shorter than the scroll position', () => {
    const view = toRowWindow({ count: 50, topRow: 400, visibleRows: 20, activeIndex: -1 });
    expect(view.indexes.at(-1)).toBe(49);
  });

  it('keeps the active row wherever it is', () => {
    const above = toRowWindow({ count: 500, topRow: 200, visibleRows: 10, activeIndex: 3 });
    const below = toRowWindow({ count: 500, topRow: 200, visibleRows: 10, activeIndex: 480 });
    expect(above.indexes[0]).toBe(3);
    expect(below.indexes.at(-1)).toBe(480);
  });

  it('renders nothing for an empty list', () => {
    expect(toRowWindow({ count: 0, topRow: 0, visibleRows: 10, activeIndex: -1 }).indexes).toEqual(
      [],
    );
  });
});

describe('scrollTopFor', () => {
  const view = { topPx: 280, heightPx: 280 };

  it('does not scroll to a visible row', () => {
    expect(scrollTopFor(12, 28, view)).toBeUndefined();
  });

  it('brings a row above or below into view, below the header', () => {
    expect(scrollTopFor(3, 28, view)).toBe(84);
    expect(scrollTopFor(30, 28, view)).toBe(30 * 28 + 56 - 280);
  });
});
