import { describe, expect, it } from 'vitest';
import { toGridLines } from './to-grid-lines.js';

const rows = ['b east', 'a west', 'd east', 'c north'].map((original) => ({
  id: original,
  original,
}));
const groupOf = (row: string): string => row.split(' ')[1] ?? '';
const idsOf = (lines: ReturnType<typeof toGridLines<string>>): readonly string[] =>
  lines.map(({ id }) => id);

describe('the lines of a table', () => {
  it('are its rows in their order when there are no groups', () => {
    expect(idsOf(toGridLines(rows, {}))).toEqual(['b east', 'a west', 'd east', 'c north']);
  });

  it('begin with the rows that come first, both parts in their order', () => {
    const isFirst = (row: string) => row === 'c north' || row === 'd east';
    expect(idsOf(toGridLines(rows, { isFirst }))).toEqual([
      'd east',
      'c north',
      'b east',
      'a west',
    ]);
  });

  it('have a head with a count before each group, in the order of the first rows', () => {
    const lines = toGridLines(rows, { groupOf });
    expect(idsOf(lines)).toEqual([
      'group east',
      'b east',
      'd east',
      'group west',
      'a west',
      'group north',
      'c north',
    ]);
    expect(lines[0]).toMatchObject({ kind: 'group', name: 'east', count: 2 });
    const isFirst = (row: string) => row === 'c north';
    expect(idsOf(toGridLines(rows, { groupOf, isFirst }))[0]).toBe('group north');
  });
});
