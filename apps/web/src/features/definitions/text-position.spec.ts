import { describe, expect, it } from 'vitest';
import { rangeAt } from './text-position.js';

const text = 'kind: NodePool\nspec:\n  weight: 300\n';

describe('rangeAt', () => {
  it.each([
    [1, 1, 'kind: NodePool'],
    [1, 7, 'NodePool'],
    [2, 1, 'spec:'],
    [3, 3, 'weight: 300'],
  ])('selects the rest of the line from %d:%d', (line, column, rest) => {
    const { start, end } = rangeAt(text, { line, column });
    expect(text.slice(start, end)).toBe(rest);
  });

  it.each([
    [3, 99, 34],
    [4, 1, 35],
    [99, 99, 35],
  ])('stays within the text for a position after its end: %d:%d', (line, column, offset) => {
    expect(rangeAt(text, { line, column })).toEqual({ start: offset, end: offset });
  });
});
