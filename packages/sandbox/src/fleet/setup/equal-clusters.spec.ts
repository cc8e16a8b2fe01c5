import { describe, expect, it } from 'vitest';
import { createWorld } from '../../world/world.js';
import { createAccounts } from './aws-resources.js';
import { addCapacityFor, equalClusters } from './equal-clusters.js';

describe('equal clusters', () => {
  it('have their own names, accounts, networks and keys', () => {
    const plans = equalClusters({ clusters: 200, nodesPerCluster: 3 });
    for (const field of ['name', 'accountId', 'cidrPrefix'] as const) {
      expect(new Set(plans.map((plan) => plan[field])).size).toBe(200);
    }
    expect(plans.every(({ accountId }) => /^\d{12}$/.test(accountId))).toBe(true);
    const world = createWorld({ seed: 1, speed: 1, daySpeed: 0 });
    createAccounts(world, plans);
    // The hub account is one more.
    expect(world.state.accounts.size).toBe(201);
    world.stop();
  });

  it('leave the capacity for other launches as it is, however many nodes they have', () => {
    const world = createWorld({ seed: 1, speed: 1, daySpeed: 0 });
    const pool = {
      region: 'us-east-1',
      zone: 'us-east-1a',
      instanceType: 'm6i.xlarge',
      capacityType: 'on-demand',
    } as const;
    const before = world.capacity.available(pool);
    addCapacityFor(world, { clusters: 50, nodesPerCluster: 200 });
    for (let node = 0; node < 50 * 200; node += 1) world.capacity.take(pool);
    expect(world.capacity.available(pool)).toBe(before);
    world.stop();
  });
});
