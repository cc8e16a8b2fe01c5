import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { countBefore, useNewRows } from './new-rows.js';

interface Props {
  readonly rows: readonly string[] | undefined;
  readonly listKey: string;
}

const renderRows = (initialProps: Props) =>
  renderHook(({ rows, listKey }: Props) => useNewRows(rows, (row) => row, listKey), {
    initialProps,
  });

describe('useNewRows', () => {
  it('hides new rows until they are shown on request', () => {
    const { result, rerender } = renderRows({ rows: ['b', 'a'], listKey: 'all' });
    rerender({ rows: ['d', 'c', 'b', 'a'], listKey: 'all' });
    expect(result.current).toMatchObject({ rows: ['b', 'a'], newCount: 2 });
    act(() => result.current?.showNew());
    expect(result.current).toMatchObject({ rows: ['d', 'c', 'b', 'a'], newCount: 0 });
  });

  it('shows all rows when the filter changes', () => {
    const { result, rerender } = renderRows({ rows: ['b', 'a'], listKey: 'all' });
    rerender({ rows: ['d', 'c'], listKey: 'waiting' });
    expect(result.current).toMatchObject({ rows: ['d', 'c'], newCount: 0 });
  });

  it('returns nothing until the first page is loaded', () => {
    const { result, rerender } = renderRows({ rows: undefined, listKey: 'all' });
    expect(result.current).toBeUndefined();
    rerender({ rows: ['a'], listKey: 'all' });
    expect(result.current).toMatchObject({ rows: ['a'], newCount: 0 });
  });
});

describe('countBefore', () => {
  it('counts no new rows when the anchor was removed', () => {
    expect(countBefore(['b', 'a'], 'x')).toBe(0);
    expect(countBefore(['b', 'a'], undefined)).toBe(0);
    expect(countBefore(['c', 'b', 'a'], 'a')).toBe(2);
  });
});
