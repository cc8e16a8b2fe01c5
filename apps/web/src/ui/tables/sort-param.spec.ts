import { describe, expect, it } from 'vitest';
import { toSorting, toSortParam } from './sort-param.js';

describe('the sort order in the URL', () => {
  it.each(['price', '-price'])('is the same after it is parsed and written: %s', (param) => {
    expect(toSortParam(toSorting(param))).toBe(param);
  });

  it('is absent when nothing is sorted', () => {
    expect(toSorting(undefined)).toEqual([]);
    expect(toSortParam([])).toBeUndefined();
  });
});
