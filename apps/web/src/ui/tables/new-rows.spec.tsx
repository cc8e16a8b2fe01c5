import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { countBefore, useHeldRows } from './new-rows.js';

interface Props {
  readonly rows: readonly string[] | undefined;
  readonly listKey: string;
}

const hold = (initialProps: Props) =>
  renderHook(({ rows, listKey }: Props) => useHeldRows(rows, (row) => row, listKey), {
    initialProps,
  });

describe('useHeldRows', () => {
  it('holds back new rows until they are released', () => {
    const { result, rerender } = hold({ rows: ['b', 'a'], listKey: 'all' });
    rerender({ rows: ['d', 'c', 'b', 'a'], listKey: 'all' });
    expect(result.current).toMatchObject({ rows: ['b', 'a'], heldCount: 2 });
    act(() => result.current?.release());
    expect(result.current).toMatchObject({ rows: ['d', 'c', 'b', 'a'], heldCount: 0 });
  });

  it('shows all rows of another list', () => {
    const { result, rerender } = hold({ rows: ['b', 'a'], listKey: 'all' });
    rerender({ rows: ['d', 'c'], listKey: 'waiting' });
    expect(result.current).toMatchObject({ rows: ['d', 'c'], heldCount: 0 });
  });

  it('waits for the first page', () => {
    const { result, rerender } = hold({ rows: undefined, listKey: 'all' });
    expect(result.current).toBeUndefined();
    rerender({ rows: ['a'], listKey: 'all' });
    expect(result.current).toMatchObject({ rows: ['a'], heldCount: 0 });
  });
});

describe('countBefore', () => {
  it('holds nothing back when the anchor is gone', () => {
    expect(countBefore(['b', 'a'], 'x')).toBe(0);
    expect(countBefore(['b', 'a'], undefined)).toBe(0);
    expect(countBefore(['c', 'b', 'a'], 'a')).toBe(2);
  });
});
