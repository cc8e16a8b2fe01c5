import { describe, expect, it } from 'vitest';
import { object } from 'zod/mini';
import { searchChoice, searchText } from './search-schema.js';

const schema = object({ q: searchText, show: searchChoice(['waiting', 'done']) });

describe('the URL schema of a page', () => {
  it('returns known parameters', () => {
    expect(schema.parse({ q: 'web', show: 'done' })).toEqual({ q: 'web', show: 'done' });
  });

  it('drops invalid parameters instead of failing', () => {
    expect(schema.parse({ q: 4, show: 'everything', other: true })).toEqual({});
    expect(schema.parse({})).toEqual({});
  });
});
