import { aCachedNode, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type SpreadDefault, systemSpreadDefaults } from '../domain/cluster/cluster.js';
import type { WorkloadSelector } from '../domain/scheduling/workload-selector.js';
import type { CachedPendingPod } from '../ports/cluster-cache.js';
import { withDefaultSpread } from './default-spread.js';

const perZone: SpreadDefault = {
  maxSkew: 1,
  topologyKey: 'topology.kubernetes.io/zone',
  whenUnsatisfiable: 'DoNotSchedule',
  minDomains: null,
  nodeAffinityPolicy: 'Honor',
  nodeTaintsPolicy: 'Ignore',
};
const labels = { app: 'web', tier: 'front', 'pod-template-hash': '7c9' };
const owned = { app: 'web', 'pod-template-hash': '7c9' };
const selects = (
  kind: WorkloadSelector['kind'],
  name: string,
  matchLabels: Record<string, string>,
  namespace = 'default',
): WorkloadSelector => ({
  kind,
  namespace,
  name,
  selector: { matchLabels, matchExpressions: [] },
});
const replicaSet = selects('ReplicaSet', 'web-7c9', owned);
const requirements = [
  { key: 'app', operator: 'In', values: ['web'] },
  { key: 'pod-template-hash', operator: 'In', values: ['7c9'] },
];

const pending = (changes: Partial<CachedPendingPod> = {}): CachedPendingPod => ({
  pod: aPod('web-1').labelled(labels).build(),
  ownerKind: 'ReplicaSet',
  ownerName: 'web-7c9',
  isProvisionable: true,
  isUntried: false,
  schedulerMessage: null,
  ...changes,
});

const viewOf = (
  workloadSelectors: readonly WorkloadSelector[],
  pod: CachedPendingPod = pending(),
) => ({ nodes: [], pendingPods: [pod], expectedPods: [], workloadSelectors });

const spreadOf = (
  selectors: readonly WorkloadSelector[],
  pod?: CachedPendingPod,
  defaults: readonly SpreadDefault[] = [perZone],
) => withDefaultSpread(viewOf(selectors, pod), defaults).pendingPods[0]?.pod.spec.topologySpread;
const selectorOf = (selectors: readonly WorkloadSelector[], pod?: CachedPendingPod) =>
  spreadOf(selectors, pod)?.map(({ labelSelector }) => labelSelector);

describe('the default spread constraints of a pod', () => {
  it('have the selector of its ReplicaSet, StatefulSet or ReplicationController', () => {
    expect(spreadOf([replicaSet])).toEqual([
      {
        ...perZone,
        labelSelector: { matchLabels: {}, matchExpressions: requirements },
        matchLabelKeys: [],
      },
    ]);
    const stateful = pending({ ownerKind: 'StatefulSet' });
    expect(selectorOf([selects('StatefulSet', 'web-7c9', owned)], stateful)).toEqual([
      { matchLabels: {}, matchExpressions: requirements },
    ]);
    const controlled = pending({ ownerKind: 'ReplicationController' });
    expect(selectorOf([selects('ReplicationController', 'web-7c9', owned)], controlled)).toEqual([
      { matchLabels: owned, matchExpressions: [] },
    ]);
  });

  it('have the selectors of all Services that select it, and of its owner', () => {
    const services = [
      selects('Service', 'web', { app: 'web' }),
      selects('Service', 'front', { tier: 'front' }),
      selects('Service', 'other', { app: 'db' }),
      selects('Service', 'web', { app: 'web', tier: 'front' }, 'elsewhere'),
    ];
    const matchLabels = { app: 'web', tier: 'front' };
    expect(selectorOf(services, pending({ ownerKind: 'Job', ownerName: 'web' }))).toEqual([
      { matchLabels, matchExpressions: [] },
    ]);
    expect(selectorOf([...services, replicaSet])).toEqual([
      { matchLabels, matchExpressions: requirements },
    ]);
  });

  it('are all of the setting', () => {
    expect(
      spreadOf([replicaSet], pending(), systemSpreadDefaults)?.map(({ maxSkew }) => maxSkew),
    ).toEqual([3, 5]);
  });

  it.each<[string, readonly WorkloadSelector[], CachedPendingPod]>([
    ['nothing selects', [selects('ReplicaSet', 'other', owned)], pending()],
    [
      'a ReplicaSet of another namespace owns',
      [selects('ReplicaSet', 'web-7c9', owned, 'x')],
      pending(),
    ],
    ['a Job owns', [selects('ReplicaSet', 'web-7c9', owned)], pending({ ownerKind: 'Job' })],
    [
      'a DaemonSet owns',
      [selects('Service', 'web', { app: 'web' })],
      pending({ ownerKind: 'DaemonSet' }),
    ],
  ])('are none for a pod that %s', (_, selectors, pod) => {
    expect(spreadOf(selectors, pod)).toEqual([]);
  });

  it('are none for a pod with constraints of its own', () => {
    const pod = aPod('web-1').labelled(labels).spreadOver('kubernetes.io/hostname').build();
    const view = viewOf([replicaSet], pending({ pod }));
    expect(withDefaultSpread(view, [perZone]).pendingPods).toEqual(view.pendingPods);
  });

  it('are none without the setting', () => {
    const view = viewOf([replicaSet]);
    expect(withDefaultSpread(view, [])).toBe(view);
  });

  it('are one object for equal pods, with an own key, until a selector changes', () => {
    const view = viewOf([replicaSet]);
    const [first] = withDefaultSpread(view, [perZone]).pendingPods;
    expect(withDefaultSpread({ ...view }, [perZone]).pendingPods[0]).toBe(first);
    expect(first?.pod.spec.key).not.toBe(view.pendingPods[0]?.pod.spec.key);
    const changed = withDefaultSpread({ ...view, workloadSelectors: [] }, [perZone]);
    expect(changed.pendingPods).toEqual(view.pendingPods);
  });

  it('also hold for pods on nodes, which a simulation may move, and for expected pods', () => {
    const running = { ...aPod('web-2').labelled(labels).running(), ownerName: 'web-7c9' };
    const plain = aCachedNode({ name: 'n2' });
    const view = {
      ...viewOf([replicaSet]),
      nodes: [{ ...aCachedNode({ name: 'n1' }), pods: [running] }, plain],
      expectedPods: [
        {
          ownerKind: 'ReplicaSet',
          ownerName: 'web-7c9',
          wanted: 3,
          existing: 2,
          count: 1,
          spec: running.spec,
        },
      ] as const,
    };
    const { nodes, expectedPods } = withDefaultSpread(view, [perZone]);
    expect(nodes[0]?.pods[0]?.spec.topologySpread).toHaveLength(1);
    expect(nodes[1]).toBe(plain);
    expect(expectedPods[0]?.spec.topologySpread).toHaveLength(1);
  });
});
