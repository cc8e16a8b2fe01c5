import { expect, it } from 'vitest';
import { createStatementNames } from './statement-names.js';

const repeat = (times: number, ask: () => string): string =>
  Array.from({ length: times }, ask).at(-1) ?? '';

it('names frequent statements, one name per text', () => {
  const nameOf = createStatementNames();
  expect(repeat(4, () => nameOf({ sql: 'SELECT 1' }))).toBe('');
  const first = nameOf({ sql: 'SELECT 1' });
  expect(first).not.toBe('');
  expect(nameOf({ sql: 'SELECT 1' })).toBe(first);
  expect(repeat(5, () => nameOf({ sql: 'SELECT 2' }))).not.toBe(first);
});

it('names at most the allowed number of statements', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 1_000 }, (_, index) =>
    repeat(6, () => nameOf({ sql: `SELECT ${index}` })),
  );
  expect(new Set(names.filter((name) => name !== '')).size).toBe(300);
  expect(nameOf({ sql: 'SELECT 0' })).toBe(names[0]);
  expect(names.at(-1)).toBe('');
});
