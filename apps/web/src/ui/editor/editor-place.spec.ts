import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { rangeOf } from './editor-place.js';

const text = Text.of(['kind: NodePool', 'spec:', '  weight: 300', '']);

describe('a place in the text of an editor', () => {
  it.each([
    [1, 1, 'kind: NodePool'],
    [1, 7, 'NodePool'],
    [2, 1, 'spec:'],
    [3, 3, 'weight: 300'],
  ])('is the rest of the line from %d:%d', (line, column, rest) => {
    const { from, to } = rangeOf(text, { line, column });
    expect(text.sliceString(from, to)).toBe(rest);
  });

  it.each([
    [{ line: 3, column: 99 }, 34],
    [{ line: 4, column: 1 }, 35],
    [{ line: 99, column: 99 }, 35],
    [{ from: 90, to: 99 }, 35],
  ])('is within the text, whatever it was: %o', (place, offset) => {
    expect(rangeOf(text, place)).toEqual({ from: offset, to: offset });
  });

  it('is a range as it is given', () => {
    expect(rangeOf(text, { from: 6, to: 14 })).toEqual({ from: 6, to: 14 });
  });
});
