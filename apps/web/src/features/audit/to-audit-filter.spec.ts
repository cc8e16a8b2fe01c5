import { describe, expect, it } from 'vitest';
import { toAuditFilter, toComparable } from './to-audit-filter.js';

describe('toAuditFilter', () => {
  it('omits filters that are not in the URL', () => {
    expect(toAuditFilter({ entry: 'aud_1' }, undefined, 'utc')).toEqual({});
  });

  it('includes both the first and the last day', () => {
    expect(toAuditFilter({ from: '2026-11-20', to: '2026-11-21' }, 'clu_1', 'utc')).toEqual({
      clusterId: 'clu_1',
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    });
  });

  it('drops invalid days', () => {
    expect(toAuditFilter({ from: 'yesterday', to: '2026-13-40' }, undefined, 'utc')).toEqual({});
  });
});

describe('toComparable', () => {
  it('sorts keys', () => {
    expect(toComparable({ b: { d: 1, c: 2 }, a: [3] })).toBe(
      toComparable({ a: [3], b: { c: 2, d: 1 } }),
    );
  });

  it('returns an empty text without an object', () => {
    expect(toComparable(null)).toBe('');
    expect(toComparable(undefined)).toBe('');
  });
});
