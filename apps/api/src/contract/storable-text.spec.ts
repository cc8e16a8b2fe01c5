import { describe, expect, it } from 'vitest';
import { refuseUnstorableText } from './storable-text.js';

const refuse = (input: unknown) => () => refuseUnstorableText(input, 'the body');

describe('text that Postgres cannot store', () => {
  it.each([
    ['a\0b', ''],
    [{ name: 'a\0' }, 'name'],
    [{ filter: { nodePools: ['a', '\0'] } }, 'filter.nodePools.1'],
    [{ 'a\0b': 1 }, ''],
    [{ half: '\ud83d' }, 'half'],
  ])('is refused where it is: %j', (input, path) => {
    expect(refuse(input)).toThrow(
      expect.objectContaining({
        code: 'INPUT.INVALID',
        message: 'Text in the body cannot be stored.',
        fields: [expect.objectContaining({ path })],
      }),
    );
  });

  it.each([['plain'], [{ a: ['ü', '😀', '\u0001'], b: null, c: 1, d: true }], [undefined], [null]])(
    'is none of %j',
    (input) => {
      expect(refuse(input)).not.toThrow();
    },
  );

  it('is found however deep the input nests, and reported ten times at most', () => {
    let deep: unknown = '\0';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(refuse(deep)).toThrow('the body');
    const many = Array.from({ length: 100 }, () => '\0');
    expect(refuse(many)).toThrow(
      expect.objectContaining({ fields: expect.objectContaining({ length: 10 }) }),
    );
  });
});
