import { describe, expect, it } from 'vitest';
import { parseDocuments } from './parse-documents.js';

const refusal = (text: string) => {
  const parsed = parseDocuments(text);
  return parsed.ok ? null : parsed.error.code;
};
const parse = (text: string) => {
  const parsed = parseDocuments(text);
  return parsed.ok ? parsed.value : [];
};
const codes = (text: string) => parse(text).map(({ problems }) => problems.map(({ code }) => code));

describe('a text', () => {
  it('is split into its documents, without the empty ones', () => {
    const text = '# only a comment\n---\na: 1\n---\n\n---\n{"b": [2]}\n...\n';
    expect(parse(text).map(({ value }) => value)).toEqual([{ a: 1 }, { b: [2] }]);
  });

  it('may have CRLF line ends and a byte order mark', () => {
    expect(parse('\uFEFFa: 1\r\nb: x\r\n').map(({ value }) => value)).toEqual([{ a: 1, b: 'x' }]);
  });

  it('keeps keys as text, and resolves anchors and merges', () => {
    const text = 'base: &base { 1: one }\nmore: { <<: *base, 2: two }\n';
    expect(parse(text)[0]?.value).toEqual({
      base: { '1': 'one' },
      more: { '1': 'one', '2': 'two' },
    });
  });

  it('has the positions of keys and items, or of the nearest parent', () => {
    const { source } = parse('x: 1\n---\na:\n  b:\n    - c\n    - d: 1.10\n')[0 + 1] ?? {};
    expect(source?.positionOf(['a', 'b'])).toEqual({ line: 4, column: 3 });
    expect(source?.positionOf(['a', 'b', 1])).toEqual({ line: 6, column: 7 });
    expect(source?.positionOf(['a', 'b', 1, 'd', 'unknown'])).toEqual({ line: 6, column: 7 });
    expect(source?.positionOf(['elsewhere'])).toEqual({ line: 3, column: 1 });
    expect(source?.textAt(['a', 'b', 1, 'd'])).toBe('1.10');
    expect(source?.textAt(['a'])).toBeNull();
  });

  it.each([
    ['', 'TEXT_EMPTY'],
    ['# nothing\n---\n', 'TEXT_EMPTY'],
    [`a: ${'x'.repeat(256 * 1024)}`, 'TEXT_TOO_LARGE'],
    // Two bytes each, because the limit is in bytes.
    [`a: ${'é'.repeat(130 * 1024)}`, 'TEXT_TOO_LARGE'],
    ['- 1\n---\n'.repeat(101), 'TOO_MANY_DOCUMENTS'],
    ['['.repeat(100_000), 'TEXT_TOO_DEEP'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'TEXT_TOO_DEEP'],
    ['- '.repeat(100_000), 'TEXT_TOO_DEEP'],
    [
      Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}k:`).join('\n'),
      'TEXT_TOO_DEEP',
    ],
  ])('is refused as a whole (case %#)', (text, code) => {
    expect(refusal(text)).toBe(code);
  });

  it('refuses a document that is not YAML, and reads the others', () => {
    const text = 'a: 1\n---\nb: [1\n---\nc: "x\n---\nd: 2\n';
    expect(codes(text)).toEqual([[], ['YAML_INVALID'], ['YAML_INVALID']]);
  });

  it.each([
    ['a tab', 'a: 1\nb:\n  c: 1\n\td: 2\n', '4:1', 'indent with spaces'],
    ['no colon', 'a: 1\nkind NodePool\nb: 2\n', '2:1', 'a colon or comma is missing'],
    ['an extra colon', 'a: 1\nb: c: d\n', '2:4', 'quote a value that contains a colon'],
    ['a wrong indentation', 'a:\n  b: 1\n c: 2\n', '3:1', 'start at the same column'],
    ['a reserved character', 'a: 1\nb: @x\n', '2:4', 'quote the value'],
    ['no comma', '{"a": 1,\n "b": 2\n "c": 3}\n', '2:7', 'a colon or comma is missing'],
    ['an open quote', 'a: 1\nb: "x\nc: 2\nd: 3\n', '2:4', 'Missing closing "quote'],
    ['an open list', 'a: 1\nb: [1, 2\nc: 3\n', '2:4', 'end with a ]'],
    ['an open mapping', 'a: 1\nb:\n  - { c: 1,\n      d: 2\n', '3:5', 'end with a }'],
    ['an undefined alias', 'a: 1\nb: *x\n', '2:4', '*x refers to an undefined anchor'],
    ['an anchor after its alias', 'a: *x\nb: &x 1\n', '1:4', '*x refers to an undefined anchor'],
    ['a later document', 'a: 1\n---\nb: 1\nc d\n', '4:1', 'Implicit map keys'],
  ])('reports where the YAML is invalid: %s', (_what, text, place, words) => {
    const [line, column] = place.split(':').map(Number);
    const problems = parse(text).flatMap((document) => document.problems);
    expect(problems).toEqual([
      {
        code: 'YAML_INVALID',
        path: [],
        message: expect.stringContaining(words),
        position: { line, column },
      },
    ]);
  });

  it('lists ten problems of a document at most', () => {
    expect(codes('"'.repeat(1000))[0]).toHaveLength(10);
  });

  it('lists ten of 60,000 undefined aliases in linear time', () => {
    expect(codes(`[${'*x,'.repeat(60_000)}]`)[0]).toHaveLength(10);
  });

  it('refuses repeated keys on any level', () => {
    expect(codes('a: 1\nb: { c: 1, c: 2 }\na: 3\n')).toEqual([['KEY_DUPLICATE', 'KEY_DUPLICATE']]);
  });

  it('reports the position of a repeated key, and reads the last value', () => {
    const [document] = parse('a: 1\nb: 2\na: 3\n');
    expect(document?.value).toEqual({ a: 3, b: 2 });
    expect(document?.source.positionOf(['a'])).toEqual({ line: 3, column: 1 });
    expect(document?.problems).toEqual([
      {
        code: 'KEY_DUPLICATE',
        path: [],
        message: 'a occurs twice in the same mapping, first on line 1; keep one',
        found: 'a',
        position: { line: 3, column: 1 },
      },
    ]);
  });

  it('finds a repeated key among 30,000 in linear time', () => {
    const keys = Array.from({ length: 30_000 }, (_, index) => `k${index}`);
    expect(codes(`{${[...keys, 'k7'].join(',')}}`)).toEqual([['KEY_DUPLICATE']]);
  });

  it('refuses aliases that multiply', () => {
    const bomb = 'bcdefghij'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefghi'[index]}, `.repeat(9)}]`)
      .join('\n');
    expect(codes(`a: &a [x, x, x]\n${bomb}\n`)).toEqual([['TOO_MANY_ALIASES']]);
  });
});
