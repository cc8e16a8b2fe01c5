import { describe, expect, it } from 'vitest';
import { toETag, versionOfETag } from './etag.js';

describe('an ETag', () => {
  it('changes with the answer, and keeps the version readable', () => {
    const one = toETag(3, { nodes: 1 });
    const two = toETag(3, { nodes: 2 });
    expect(one).not.toBe(two);
    expect([one, two, '"3"'].map(versionOfETag)).toEqual([3, 3, 3]);
  });

  it.each(['', '*', '3', 'W/"3"', '"3-x"', '"-1"', '"3", "4"'])('is not read from %j', (header) => {
    expect(versionOfETag(header)).toBeNull();
  });
});
