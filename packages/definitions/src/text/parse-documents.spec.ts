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

  it('may have Windows line ends and a byte order mark', () => {
    expect(parse('\uFEFFa: 1\r\nb: x\r\n').map(({ value }) => value)).toEqual([{ a: 1, b: 'x' }]);
  });

  it('keeps keys as text, and knows anchors and merges', () => {
    const text = 'base: &base { 1: one }\nmore: { <<: *base, 2: two }\n';
    expect(parse(text)[0]?.value).toEqual({
      base: { '1': 'one' },
      more: { '1': 'one', '2': 'two' },
    });
  });

  it('knows the lines of keys and items, and of the nearest thing above', () => {
    const { source } = parse('x: 1\n---\na:\n  b:\n    - c\n    - d: 1.10\n')[0 + 1] ?? {};
    expect(source?.lineOf(['a', 'b'])).toBe(4);
    expect(source?.lineOf(['a', 'b', 1])).toBe(6);
    expect(source?.lineOf(['a', 'b', 1, 'd', 'unknown'])).toBe(6);
    expect(source?.lineOf(['elsewhere'])).toBe(3);
    expect(source?.textAt(['a', 'b', 1, 'd'])).toBe('1.10');
    expect(source?.textAt(['a'])).toBeNull();
  });

  it.each([
    ['', 'TEXT_EMPTY'],
    ['# nothing\n---\n', 'TEXT_EMPTY'],
    [`a: ${'x'.repeat(256 * 1024)}`, 'TEXT_TOO_LARGE'],
    // Two bytes each: it is the bytes that count.
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
    const [first, ...others] = parse(text);
    expect(first?.problems).toEqual([]);
    expect(others[0]?.problems[0]).toMatchObject({
      code: 'YAML_INVALID',
      message: expect.stringMatching(/line 4, column 1/),
    });
  });

  it('lists ten problems of a document at most', () => {
    expect(codes('"'.repeat(1000))[0]).toHaveLength(10);
  });

  it('refuses keys that are written twice, on any level', () => {
    expect(codes('a: 1\nb: { c: 1, c: 2 }\na: 3\n')).toEqual([['KEY_DUPLICATE', 'KEY_DUPLICATE']]);
    expect(parse('a: 1\na: 2\n')[0]?.problems[0]?.message).toMatch(/again on line 2/);
  });

  it('finds a repeated key among 30,000 without comparing each with each', () => {
    const keys = Array.from({ length: 30_000 }, (_, index) => `k${index}`);
    expect(codes(`{${[...keys, 'k7'].join(',')}}`)).toEqual([['KEY_DUPLICATE']]);
  });

  it('refuses aliases that multiply, and those that name nothing', () => {
    const bomb = 'bcdefghij'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefghi'[index]}, `.repeat(9)}]`)
      .join('\n');
    expect(codes(`a: &a [x, x, x]\n${bomb}\n`)).toEqual([['TOO_MANY_ALIASES']]);
    expect(codes('a: *b\n')).toEqual([['TOO_MANY_ALIASES']]);
  });
});
