import { describe, expect, it } from 'vitest';
import { toSorting, toSortParam } from './sort-param.js';

describe('the sort of the URL', () => {
  it.each(['price', '-price'])('reads back what it wrote: %s', (param) => {
    expect(toSortParam(toSorting(param))).toBe(param);
  });

  it('is absent when nothing is sorted', () => {
    expect(toSorting(undefined)).toEqual([]);
    expect(toSortParam([])).toBeUndefined();
  });
});
