import { describe, expect, it } from 'vitest';
import { expectedByIfMatch, isWeakOnly, knownTag, toETag, toWeakETag, withCoding } from './etag.js';

describe('an ETag', () => {
  it('changes with the answer, and keeps the version readable', () => {
    const one = toETag(3, { nodes: 1 });
    const two = toETag(3, { nodes: 2 });
    expect(one).not.toBe(two);
    expect([one, two, '"3"'].map(expectedByIfMatch)).toEqual([3, 3, 3]);
  });
});

describe('If-Match', () => {
  it('accepts any version when it is an asterisk', () => {
    expect(expectedByIfMatch('*')).toBe('any');
    expect(expectedByIfMatch(' * ')).toBe('any');
  });

  it('accepts each version of a list, whatever stands between its members', () => {
    expect(expectedByIfMatch('"3", "4-0123456789abcdef"')).toEqual([3, 4]);
    expect(expectedByIfMatch('"3","4"')).toEqual([3, 4]);
    expect(expectedByIfMatch(', "3" ,, "4",')).toEqual([3, 4]);
  });

  it('reads the ETag of a compressed answer', () => {
    expect(expectedByIfMatch('"3-0123456789abcdef-gzip"')).toBe(3);
    expect(expectedByIfMatch('"3-0123456789abcdef-br"')).toBe(3);
  });

  it.each(['W/"3"', 'W/"3", W/"4"', '"x"', '"3-x"', '"-1"', '"a,3"', '""'])(
    'accepts no version for %s: a weak or foreign ETag never matches',
    (header) => {
      expect(expectedByIfMatch(header)).toEqual([]);
    },
  );

  it('has weak ETags only, also others, or none', () => {
    expect(['W/"3"', 'W/"3", W/"4"', 'W/"3", "4"', '"3"', '*', ''].map(isWeakOnly)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('passes over weak members of a list', () => {
    expect(expectedByIfMatch('W/"3", "4"')).toBe(4);
  });

  it.each(['3', '"3', '"3" "4"', '*, "3"', 'w/"3"', '"a, 3"', '"3"; "4"', ','])(
    'is malformed as %s',
    (header) => {
      expect(expectedByIfMatch(header)).toBeNull();
    },
  );

  it.each(['"a"', ''])(
    'is read in linear time after %s, however many members are empty',
    (first) => {
      const header = `${first}${', '.repeat(8_000)}x`;
      expect(expectedByIfMatch(header)).toBeNull();
    },
  );
});

describe('If-None-Match', () => {
  const etag = '"3-0123456789abcdef"';

  it.each(['*', etag, `W/${etag}`, `"x", ${etag}`])('knows the answer by %s', (header) => {
    expect(knownTag(header, etag)).toBe(etag);
  });

  it('names the coding of the answer that the client has', () => {
    const compressed = '"3-0123456789abcdef-gzip"';
    expect(knownTag(`"x", ${compressed}`, etag)).toBe(compressed);
    expect(withCoding(etag, 'gzip')).toBe(compressed);
  });

  it('may be weak, whatever the coding and the time of the data', () => {
    const weak = toWeakETag({ items: [1], asOf: '2026-11-24T00:00:00Z' });
    expect(weak).toMatch(/^W\/"[0-9a-f]{16}"$/);
    expect(toWeakETag({ items: [1], asOf: '2026-11-24T00:00:01Z' })).toBe(weak);
    expect(toWeakETag({ items: [2], asOf: '2026-11-24T00:00:00Z' })).not.toBe(weak);
    expect(withCoding(weak, 'gzip')).toBe(weak);
    expect(knownTag(weak.replace('W/', ''), weak)).toBe(weak);
  });

  it.each(['"x"', '"3"', '"3-0123456789abcdee"', '', '3'])('does not know it by %j', (header) => {
    expect(knownTag(header, etag)).toBeNull();
  });
});
