import { describe, expect, it } from 'vitest';
import { toCsv } from './download.js';

describe('toCsv', () => {
  it('writes rows as in RFC 4180', () => {
    expect(
      toCsv([
        ['Time', 'a "b"', 'c,d'],
        ['2026-11-21T14:00:00Z', 1.5, null],
      ]),
    ).toBe('Time,"a ""b""","c,d"\r\n2026-11-21T14:00:00Z,1.5,\r\n');
  });

  it('escapes cells that look like formulas', () => {
    expect(toCsv([['=HYPERLINK(1)', '@x', -2]])).toBe("'=HYPERLINK(1),'@x,-2\r\n");
  });
});
