import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMime, type MimePart, readMime, writeMime } from './mime.js';

const line = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, '').trim());
const part: fc.Arbitrary<MimePart> = fc.record({
  headers: fc.constantFrom(['Content-Type: text/plain'], ['Content-Type: a/b', 'X-Merge: yes']),
  body: fc
    .array(
      line.filter((text) => !text.startsWith('--')),
      { minLength: 1, maxLength: 6 },
    )
    .map((lines) => lines.join('\n').trim())
    .filter((text) => text !== ''),
});

describe('multipart user data', () => {
  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const text = writeMime(parts);
        const read = readMime(text);
        expect(isMime(text)).toBe(true);
        expect(
          read.ok && read.value.map(({ headers, body }) => ({ headers, body: body.trimEnd() })),
        ).toEqual(parts);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('reads bare boundaries, folded headers and Windows line ends', () => {
    const text = [
      'Content-Type: multipart/mixed;',
      ' boundary=X',
      '',
      'preamble',
      '--X',
      'Content-Type: text/x-shellscript',
      '',
      'echo hi',
      '--X--',
      'epilogue',
    ].join('\r\n');
    expect(readMime(text)).toEqual({
      ok: true,
      value: [{ headers: ['Content-Type: text/x-shellscript'], body: 'echo hi' }],
    });
  });

  it.each([
    ['no boundary', 'MIME-Version: 1.0\nContent-Type: multipart/mixed\n\nhello'],
    ['no end', 'Content-Type: multipart/mixed; boundary="X"\n\n--X\n\nhello'],
  ])('refuses user data with %s', (_, text) => {
    expect(readMime(text)).toMatchObject({ ok: false, error: expect.any(String) });
  });

  it('does not read a script as a MIME document', () => {
    expect(isMime('#!/bin/sh\necho "Content-Type: x"')).toBe(false);
  });
});
