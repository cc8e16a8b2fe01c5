import { describe, expect, it } from 'vitest';
import { Json } from './json.js';

const root = new Json({ list: [1, { name: 'a' }], flag: true, none: null, half: 0.5 });

describe('a document that is parsed field by field', () => {
  it('returns present values, and fallbacks for absent ones', () => {
    expect(root.field('list').items()[1]?.field('name').string()).toBe('a');
    expect(root.field('missing').string('b')).toBe('b');
    expect(root.field('none').field('deeper').integerOrNull()).toBeNull();
    expect(root.field('missing').items()).toEqual([]);
    expect(root.field('missing').stringMap()).toEqual({});
    expect(root.field('flag').boolean(false)).toBe(true);
  });

  it('ignores inherited properties', () => {
    expect(root.field('toString').isAbsent).toBe(true);
  });

  it.each<[string, (json: Json) => unknown]>([
    ['$.list must be an object', (json) => json.field('list').field('x')],
    ['$.list must be an object', (json) => json.field('list').stringMap()],
    ['$.flag must be a list', (json) => json.field('flag').items()],
    ['$.list[0] must be a string', (json) => json.field('list').strings()],
    ['$.missing must be a string', (json) => json.field('missing').string()],
    ['$.half must be an integer', (json) => json.field('half').integer()],
    ['$.flag must be a number', (json) => json.field('flag').number()],
    ['$.half must be true or false', (json) => json.field('half').boolean(true)],
    [
      '$.list[1].name must be one of x, y',
      (json) => json.field('list').items()[1]?.field('name').oneOf(['x', 'y']),
    ],
  ])('refuses with the path: %s', (message, read) => {
    expect(() => read(root)).toThrow(expect.objectContaining({ code: 'INPUT.INVALID', message }));
  });
});
