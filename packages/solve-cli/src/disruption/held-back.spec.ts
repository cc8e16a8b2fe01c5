import { analyzeCost, type ClusterSnapshot } from '@kerf/engine';
import { Json, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { consolidateFixture } from './consolidate-fixture.js';

/** Sixty nodes that run two pods of the eight that fit; a third of them may be protected. */
function cluster(isProtected: boolean): ClusterSnapshot {
  const requests = { cpu: '900m', memory: '1Gi' };
  const annotations = isProtected ? { 'karpenter.sh/do-not-disrupt': 'true' } : {};
  return readFixture(
    new Json({
      name: 'sixty-nodes',
      instanceTypes: [
        {
          name: 'large',
          capacity: { cpu: '8', memory: '32Gi', pods: '20' },
          offerings: [{ zone: 'zone-a', capacityType: 'on-demand', price: 0.4 }],
        },
      ],
      nodePools: [
        {
          metadata: { name: 'default' },
          spec: { template: { spec: {} }, disruption: { budgets: [{ nodes: '100%' }] } },
        },
      ],
      podTemplates: [
        { metadata: { name: 'web' }, spec: { containers: [{ resources: { requests } }] } },
      ],
      nodes: Array.from({ length: 60 }, (_, index) => ({
        name: `n${index}`,
        nodePool: 'default',
        instanceType: 'large',
        zone: 'zone-a',
        capacityType: 'on-demand',
        pods: [[0, 2]],
        ...(index % 3 === 0 && { annotations }),
      })),
    }),
  );
}

describe('the cost that a cause holds back', () => {
  it('is saved without the cause, and not with it', () => {
    const protectedCluster = cluster(true);
    const { causes } = analyzeCost(protectedCluster);
    const heldBack =
      (causes.find(({ cause }) => cause === 'DoNotDisrupt')?.microUsdPerHour ?? 0) / 1e6;
    const withCause = consolidateFixture(protectedCluster, { loops: true });
    const without = consolidateFixture(cluster(false), { loops: true });
    expect(heldBack).toBeGreaterThan(1);
    expect(withCause.price - without.price).toBeCloseTo(heldBack, 0);
  });
});
