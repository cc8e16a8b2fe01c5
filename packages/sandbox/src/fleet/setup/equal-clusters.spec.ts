import { describe, expect, it } from 'vitest';
import { createWorld } from '../../world/world.js';
import { createAccounts } from './aws-resources.js';
import { equalClusters } from './equal-clusters.js';

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
});
