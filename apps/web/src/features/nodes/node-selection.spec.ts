import { describe, expect, it } from 'vitest';
import { changeSelection, fromSelection, toSelection } from './node-selection.js';

describe('the selection of nodes', () => {
  it('is read from the URL and written to it', () => {
    expect(toSelection(undefined)).toEqual([]);
    expect(toSelection('a,b')).toEqual(['a', 'b']);
    expect(fromSelection(['a', 'b'])).toBe('a,b');
    expect(fromSelection([])).toBeUndefined();
  });

  it('has each node once, and loses those that are taken out', () => {
    expect(changeSelection(['a', 'b'], ['b', 'c'], true)).toEqual(['a', 'b', 'c']);
    expect(changeSelection(['a', 'b'], ['a'], false)).toEqual(['b']);
  });
});
