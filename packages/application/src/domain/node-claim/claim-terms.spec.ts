import { aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { lengthOf, termsOf } from './claim-terms.js';

const pool = aNodePoolDefinition({ clusterId: 'clu_1', name: 'default' });

/** Returns the NodePool with other terms in its template. */
const withTerms = (terms: Partial<typeof pool.spec.template.spec>) => ({
  spec: {
    ...pool.spec,
    template: { ...pool.spec.template, spec: { ...pool.spec.template.spec, ...terms } },
  },
});

describe('termsOf', () => {
  it.each([
    ['the lifetime of the NodePool, without a limit of the drain', pool, '720h', null],
    [
      'both terms of the NodePool',
      withTerms({ expireAfter: '24h', terminationGracePeriod: '10m' }),
      '24h',
      '10m',
    ],
    [
      'no lifetime for a NodePool that never expires',
      withTerms({ expireAfter: 'Never' }),
      'Never',
      null,
    ],
    ['no limits when the NodePool does not exist', undefined, 'Never', null],
  ])('returns %s', (_what, of, expireAfter, terminationGracePeriod) => {
    expect(termsOf(of)).toEqual({ expireAfter, terminationGracePeriod });
  });
});

describe('lengthOf', () => {
  it.each([
    ['720h', 720 * 3_600_000],
    ['1h30m', 90 * 60_000],
    ['0s', 0],
    ['Never', null],
    [null, null],
    ['soon', null],
  ])('returns the length of %s: %s', (term, length) => {
    expect(lengthOf(term)).toBe(length);
  });
});
