import { describe, expect, it } from 'vitest';
import { toDiff } from './to-diff.js';

const lines = (...words: readonly string[]) => `${words.join('\n')}\n`;

describe('toDiff', () => {
  it('marks added and removed lines', () => {
    expect(toDiff(lines('a', 'b'), lines('a', 'c')).map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
    ]);
  });

  it('skips unchanged lines far from a change, but not a single line', () => {
    const words = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const diff = toDiff(lines(...words), lines(...words.with(10, 'changed')));
    expect(diff[0]).toEqual({ number: 1, kind: 'skipped', lines: 7 });
    expect(diff.at(-1)).toMatchObject({ kind: 'skipped', lines: 6 });
    const short = toDiff(lines('a', 'b', 'c', 'd', 'e'), lines('a', 'b', 'c', 'd', 'x'));
    expect(short.some(({ kind }) => kind === 'skipped')).toBe(false);
  });

  it('shows all lines of a new text', () => {
    expect(toDiff('', lines('a', 'b')).map(({ kind }) => kind)).toEqual(['added', 'added']);
  });
});
