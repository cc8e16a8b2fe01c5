import { describe, expect, it } from 'vitest';
import { toCell } from './table.js';

describe('a cell of a table', () => {
  it.each([
    ['=HYPERLINK("https://evil.example.com")', `'=HYPERLINK("https://evil.example.com")`],
    ['+1+cmd|x', `'+1+cmd|x`],
    ['-1+2', `'-1+2`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\tx', `'\tx`],
    [['=a', 'b'], `'=a; b`],
  ])('%o is no formula', (value, cell) => {
    expect(toCell(value)).toBe(cell);
  });

  it.each([
    ['-96000', '-96000'],
    [-1.5, '-1.5'],
    [null, ''],
    [undefined, ''],
    [true, 'true'],
    [['a', 'b'], 'a; b'],
    [[{ code: 'X' }], '[{"code":"X"}]'],
    [{ team: 'a' }, '{"team":"a"}'],
  ])('%o is %s', (value, cell) => {
    expect(toCell(value)).toBe(cell);
  });
});
