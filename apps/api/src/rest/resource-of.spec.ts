import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nested } from '../generated/resource-fields.js';
import { resourceOf } from './resource-of.js';

describe('resourceOf', () => {
  it('has the fields of the GraphQL type in its order, with the schemas that are given', () => {
    const resource = resourceOf('AlertThresholds', { scope: z.string() });
    expect(Object.keys(resource.shape)).toEqual([
      'scope',
      'nodes',
      'spend',
      'changesPerMinute',
      'currentNodes',
      'currentSpend',
      'exceeded',
      'version',
    ]);
    expect(z.encode(resource.pick({ spend: true }), { spend: 96_000 })).toEqual({ spend: '0.096' });
    expect(resource.shape.scope.parse('all')).toBe('all');
  });

  it('refuses a type one of whose objects has no schema', () => {
    expect(() => resourceOf('AlertThresholds', { scope: nested })).toThrow(
      'the resource AlertThresholds needs a schema of scope',
    );
  });
});
