import { describe, expect, it } from 'vitest';
import { instanceCatalog } from '../../data/instance-catalog.js';
import { Capacity, type CapacityPool, type CapacityRule } from './capacity.js';

const catalog = instanceCatalog();
const pool: CapacityPool = {
  region: 'us-east-1',
  zone: 'us-east-1a',
  instanceType: 'm5.large',
  capacityType: 'spot',
};

function setUp(rules: CapacityRule[] = []) {
  return new Capacity(catalog, 7, rules);
}

describe('Capacity', () => {
  it('has the same amounts for the same seed, larger for smaller types', () => {
    const capacity = setUp();
    expect(capacity.total(pool)).toBe(setUp().total(pool));
    expect(capacity.total(pool)).toBeGreaterThanOrEqual(100);
    expect(capacity.total({ ...pool, instanceType: 'm5.24xlarge' })).toBeLessThanOrEqual(84);
    expect(capacity.total({ ...pool, instanceType: 'p4d.24xlarge' })).toBeLessThanOrEqual(4);
  });

  it.each([
    ['a zone without the type', { zone: 'us-east-1e' }],
    ['a type without a price', { instanceType: 'r9g.large' }],
    ['a type that is not sold as Spot', { instanceType: 'mac2.metal' }],
    ['a type that does not exist', { instanceType: 'm99.large' }],
  ])('is 0 in %s', (_what, part) => {
    expect(setUp().total({ ...pool, ...part })).toBe(0);
  });

  it('decreases with launches and increases with terminations', () => {
    const capacity = setUp();
    const before = capacity.available(pool);
    capacity.take(pool);
    capacity.take({ ...pool, capacityType: 'on-demand' });
    expect(capacity.available(pool)).toBe(before - 1);
    capacity.release(pool);
    expect(capacity.available(pool)).toBe(before);
  });

  it('follows the newest matching rule, which replaces an older one with the same match', () => {
    const rules: CapacityRule[] = [];
    const capacity = setUp(rules);
    capacity.set({ zone: 'us-east-1a' }, 0);
    capacity.set({ instanceType: 'm5.large' }, 3);
    expect(capacity.total(pool)).toBe(3);
    expect(capacity.total({ ...pool, instanceType: 'm5.xlarge' })).toBe(0);
    capacity.set({ zone: 'us-east-1a' }, 1);
    expect(capacity.total(pool)).toBe(1);
    expect(rules).toHaveLength(2);
    capacity.reset();
    expect(capacity.total(pool)).toBe(setUp().total(pool));
  });

  it('is 0 while more instances run than a rule allows', () => {
    const capacity = setUp();
    capacity.take(pool);
    capacity.take(pool);
    capacity.set(pool, 1);
    expect(capacity.available(pool)).toBe(0);
    capacity.release(pool);
    expect(capacity.available(pool)).toBe(0);
    capacity.release(pool);
    expect(capacity.available(pool)).toBe(1);
  });
});
