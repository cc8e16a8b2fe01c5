import { describe, expect, it } from 'vitest';
import { arrangeColumns, moveColumn } from './arrange-columns.js';

const columns = [{ id: 'name', isPinned: true }, { id: 'a' }, { id: 'b' }, { id: 'c' }];
const idsOf = (order?: readonly string[]) => arrangeColumns(columns, order).map(({ id }) => id);

describe('the columns of a table', () => {
  it('have the order of the code until another one is chosen', () => {
    expect(arrangeColumns(columns)).toBe(columns);
  });

  it('have the chosen order after the pinned ones', () => {
    expect(idsOf(['c', 'name', 'a', 'b'])).toEqual(['name', 'c', 'a', 'b']);
  });

  it('that the order does not name follow the one before them, and unknown names are ignored', () => {
    expect(idsOf(['c', 'gone', 'b'])).toEqual(['name', 'a', 'c', 'b']);
    expect(idsOf(['b', 'a'])).toEqual(['name', 'b', 'c', 'a']);
  });
});

describe('a column that is moved', () => {
  it('changes places with its neighbor', () => {
    expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
  });

  it('stays at the ends', () => {
    const ids = ['a', 'b'];
    expect(moveColumn(ids, 'a', -1)).toBe(ids);
    expect(moveColumn(ids, 'b', 1)).toBe(ids);
  });
});
