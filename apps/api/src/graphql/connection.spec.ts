import { describe, expect, it } from 'vitest';
import { readConnectionArgs } from './connection.js';

describe('a page request', () => {
  it('goes from either end, or on from a cursor', () => {
    expect(readConnectionArgs({ first: 1 })).toEqual({
      size: 1,
      edge: 'first',
      cursor: null,
      cursorName: 'after',
    });
    expect(readConnectionArgs({ last: 100, before: 'c' })).toEqual({
      size: 100,
      edge: 'last',
      cursor: 'c',
      cursorName: 'before',
    });
  });

  it.each([
    {},
    { first: null, last: null },
    { first: 1, last: 1 },
    { first: 0 },
    { first: 101 },
    { last: -1 },
    { first: 1, before: 'c' },
    { last: 1, after: 'c' },
  ])('is refused as %j', (args) => {
    expect(() => readConnectionArgs(args)).toThrow(
      expect.objectContaining({ code: 'INPUT.INVALID' }),
    );
  });
});
