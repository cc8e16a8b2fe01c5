import { describe, expect, it } from 'vitest';
import { isRecord } from './is-record.js';

describe('isRecord', () => {
  it.each([[{}], [{ a: 1 }], [Object.create(null)]])('is true for the object %j', (value) => {
    expect(isRecord(value)).toBe(true);
  });

  it.each([[null], [undefined], [[]], ['text'], [1], [true]])('is false for %j', (value) => {
    expect(isRecord(value)).toBe(false);
  });
});
