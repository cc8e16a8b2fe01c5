import { aPodDisruptionBudget, FakeCluster, podsWith } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ClusterChanges, isOfRecords } from './cluster-changes.js';

const setUp = () => {
  let now = 0;
  const cluster = new FakeCluster('clu_1', () => now);
  const changes = new ClusterChanges();
  changes.setView(cluster.view());
  const later = () => {
    now += 1_000;
    return cluster.view();
  };
  return { cluster, changes, later };
};

describe('ClusterChanges', () => {
  it('counts the first view, and no view that differs in its time only', () => {
    const { changes, later } = setUp();
    expect(changes.views).toBe(1);
    changes.setView(later());
    expect(changes.views).toBe(1);
  });

  it.each<[string, (cluster: FakeCluster) => unknown]>([
    ['a pending pod', (cluster) => cluster.addPendingPods(1, { cpu: 100, memory: 1 })],
    [
      'a PodDisruptionBudget',
      (cluster) => {
        cluster.podDisruptionBudgets = [aPodDisruptionBudget('web', podsWith({ app: 'web' }))];
      },
    ],
    [
      'another controller',
      (cluster) => {
        const karpenter = { namespace: 'kube-system', name: 'karpenter', replicas: 1 };
        cluster.controllers = { leases: [], deployments: [karpenter] };
      },
    ],
  ])('counts a view with %s', (_what, change) => {
    const { cluster, changes, later } = setUp();
    change(cluster);
    changes.setView(later());
    changes.setView(later());
    expect(changes.views).toBe(2);
  });

  it('counts the first view after the cache was not synced', () => {
    const { changes, later } = setUp();
    changes.setView(null);
    changes.setView(null);
    expect(changes.views).toBe(1);
    changes.setView(later());
    expect(changes.views).toBe(2);
  });

  it('counts noticed changes of records', () => {
    const { changes } = setUp();
    changes.markRecordsChanged();
    changes.markRecordsChanged();
    expect(changes.records).toBe(2);
  });
});

describe('isOfRecords', () => {
  it('leaves out what the holder of a cluster writes from its cache', () => {
    expect((['nodes', 'pods', 'sync'] as const).some((topic) => isOfRecords({ topic }))).toBe(
      false,
    );
    expect((['definition', 'decision'] as const).every((topic) => isOfRecords({ topic }))).toBe(
      true,
    );
  });
});
