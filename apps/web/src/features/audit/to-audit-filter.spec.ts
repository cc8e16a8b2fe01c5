import { describe, expect, it } from 'vitest';
import { toAuditFilter, toComparable } from './to-audit-filter.js';

describe('toAuditFilter', () => {
  it('leaves out what the URL does not name', () => {
    expect(toAuditFilter({ entry: 'aud_1' }, undefined, 'utc')).toEqual({});
  });

  it('takes days whole, the last one included', () => {
    expect(toAuditFilter({ from: '2026-11-20', to: '2026-11-21' }, 'clu_1', 'utc')).toEqual({
      clusterId: 'clu_1',
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    });
  });

  it('drops a day that is none', () => {
    expect(toAuditFilter({ from: 'yesterday', to: '2026-13-40' }, undefined, 'utc')).toEqual({});
  });
});

describe('toComparable', () => {
  it('writes keys in order, whatever order they came in', () => {
    expect(toComparable({ b: { d: 1, c: 2 }, a: [3] })).toBe(
      toComparable({ a: [3], b: { c: 2, d: 1 } }),
    );
  });

  it('is empty for what did not exist', () => {
    expect(toComparable(null)).toBe('');
    expect(toComparable(undefined)).toBe('');
  });
});
