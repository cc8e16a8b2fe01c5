import { describe, expect, it } from 'vitest';
import { nameProblem, plainRule } from './name-problem.js';

describe('a name', () => {
  it.each(['ada', 'Ada Lovelace', 'platform-été', '平台', 'a', 'x'.repeat(10)])(
    'may be %j',
    (name) => {
      expect(nameProblem(name, 12)).toBeNull();
    },
  );

  it.each([
    'a\nb',
    'a\tb',
    'a\u0000',
    '\u001b[31mred',
    'a\u0085b',
    'a\u2028b',
    'nimda\u202e',
    'a\u200bb',
    '\ufeffa',
  ])('must not hide or turn text: %j', (name) => {
    expect(nameProblem(name, 12)).toBe(plainRule);
  });

  it.each(['', ' a', 'a ', 'x'.repeat(13)])('must have a usable length: %j', (name) => {
    expect(nameProblem(name, 12)).toBe('must have 1 to 12 characters, without spaces around them');
  });
});
