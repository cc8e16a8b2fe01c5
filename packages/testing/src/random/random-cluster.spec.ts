import { describe, expect, it } from 'vitest';
import { readFixture } from '../karpenter/fixture.js';
import { Json } from '../karpenter/json.js';
import { validatePlan } from '../validation/validate-plan.js';
import { randomCluster } from './random-cluster.js';

const seeds = Array.from({ length: 60 }, (_, seed) => seed);

describe('a random cluster', () => {
  it('is the same for the same seed', () => {
    expect(randomCluster(7)).toEqual(randomCluster(7));
    expect(randomCluster(7)).not.toEqual(randomCluster(8));
  });

  it('runs pods on nodes that satisfy their constraints', () => {
    const snapshots = seeds
      .slice(0, 10)
      .map((seed) => readFixture(new Json(randomCluster(seed, 12))));
    expect(snapshots.every(({ nodes }) => nodes.some(({ pods }) => pods.length > 0))).toBe(true);
    const problems = snapshots.flatMap((snapshot) =>
      validatePlan(
        {
          ...snapshot,
          nodes: snapshot.nodes.map((node) => ({ ...node, pods: [] })),
          pods: snapshot.nodes.flatMap(({ pods }) => pods),
        },
        {
          onNodes: snapshot.nodes.map(({ name, pods }) => ({
            nodeName: name,
            podUids: pods.map(({ uid }) => uid),
          })),
          toLaunch: [],
          unplaced: [],
        },
      ),
    );
    expect(problems).toEqual([]);
  });

  it('contains everything that disruption depends on within sixty seeds', () => {
    const text = JSON.stringify(seeds.map((seed) => randomCluster(seed, 15)));
    const kinds = [
      'topologySpreadConstraints',
      'podAffinityTerm',
      'PodDisruptionBudget',
      'do-not-disrupt',
      'pod-deletion-cost',
      'minValues',
      'WhenEmpty"',
      '"spot"',
      'taints":[{',
      '"spotToSpotConsolidation":true',
      '"reasons":["Underutilized"]',
    ];
    expect(kinds.filter((kind) => !text.includes(kind))).toEqual([]);
  });
});
