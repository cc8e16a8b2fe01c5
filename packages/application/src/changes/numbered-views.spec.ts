import { aPodDisruptionBudget, FakeCluster, podsWith } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../ports/cluster-cache.js';
import { NumberedViews } from './numbered-views.js';

const setUp = () => {
  let now = 0;
  const cluster = new FakeCluster('clu_1', () => now);
  const later = () => {
    now += 1_000;
    return cluster.view().revision;
  };
  return { cluster, later };
};

describe('the revision of a view', () => {
  it('stays while only the time changes', () => {
    const { cluster, later } = setUp();
    const { revision } = cluster.view();
    expect(later()).toEqual(revision);
  });

  it('is not that of another cache with the same content', () => {
    expect(setUp().later()).not.toEqual(setUp().later());
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
  ])('is another one after %s', (_change, change) => {
    const { cluster, later } = setUp();
    const before = later();
    change(cluster);
    const after = later();
    expect(after.all).toBeGreaterThan(before.all);
    expect(after.shown).toBe(before.shown);
    expect(later()).toEqual(after);
  });

  it('says whether what statuses are published from has changed', () => {
    const { cluster, later } = setUp();
    const before = later();
    cluster.driftedNodeClaims.set('default-a', 'AMIDrift');
    expect(later().shown).toBeGreaterThan(before.shown);
  });

  // `fields` includes what is added to a view one day.
  const content: Omit<ClusterView, 'revision'> = new FakeCluster('clu_1', () => 0).view();
  const fields = Object.keys(content).filter((name) => name !== 'asOf' && name !== 'revision');

  it.each(fields)('is another one after a change of %s', (field) => {
    const views = new NumberedViews();
    const { all } = views.number(content).revision;
    const changed = { ...content, [field]: [{ name: 'new' }] };
    expect(views.number(changed).revision.all).toBeGreaterThan(all);
  });

  it('stays when a list is made again of the same items', () => {
    const views = new NumberedViews();
    const read = () => views.number({ ...content, unreadableKinds: ['jobs.batch'] }).revision;
    expect(read()).toEqual(read());
  });
});
