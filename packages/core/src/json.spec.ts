import { describe, expect, it } from 'vitest';
import {
  omit,
  toInstant,
  toInteger,
  toList,
  toRecord,
  toRecords,
  toText,
  toTextMap,
  toTextOrNull,
  toTexts,
  toTimestamp,
} from './json.js';

const anything: readonly unknown[] = [undefined, null, '', 'a', 1, 1.5, true, [], [1], {}];

describe('readers of untrusted JSON', () => {
  it.each<[string, (value: unknown) => unknown, unknown]>([
    ['toRecord', toRecord, {}],
    ['toList', toList, []],
    ['toRecords', toRecords, []],
    ['toTexts', toTexts, []],
    ['toText', toText, ''],
    ['toTextOrNull', toTextOrNull, null],
    ['toInteger', toInteger, null],
    ['toInstant', toInstant, null],
    ['toTextMap', toTextMap, {}],
  ])('%s returns its empty value for a function, and never throws', (_, read, empty) => {
    expect(read(() => undefined)).toEqual(empty);
    for (const value of anything) expect(() => read(value)).not.toThrow();
  });

  it('omit members of another type', () => {
    expect(toTexts(['a', 1, null])).toEqual(['a']);
    expect(toRecords([{ a: 1 }, 'a', [1]])).toEqual([{ a: 1 }]);
    expect(toTextMap({ b: 'y', a: 'x', c: 1 })).toEqual({ a: 'x', b: 'y' });
  });

  it('sort maps by key, so that equal maps are serialized equally', () => {
    expect(JSON.stringify(toTextMap({ b: 'y', a: 'x' }))).toBe('{"a":"x","b":"y"}');
  });

  it('accept only safe integers and RFC 3339 timestamps', () => {
    expect([toInteger(7), toInteger(2 ** 53), toInteger('7')]).toEqual([7, null, null]);
    expect([toInstant('2026-11-21T10:00:00Z'), toInstant('soon')]).toEqual([
      Date.UTC(2026, 10, 21, 10),
      null,
    ]);
  });

  it('write timestamps in seconds', () => {
    expect(toTimestamp(Date.UTC(2026, 10, 21, 10) + 999)).toBe('2026-11-21T10:00:00Z');
  });

  it('omit the given fields', () => {
    expect(omit({ a: 1, b: 2, c: 3 }, 'a', 'c')).toEqual({ b: 2 });
  });
});
