import { deepFreeze, getOrCreate } from '@kerf/core';
import {
  type BoundPod,
  type LabelSelector,
  type LabelSelectorExpression,
  type PodOwnerKind,
  type PodSpec,
  selectorMatches,
  type TopologySpreadConstraint,
} from '@kerf/engine';
import type { SpreadDefault } from '../domain/cluster/cluster.js';
import type { WorkloadSelector } from '../domain/scheduling/workload-selector.js';
import type { CachedNode, CachedPendingPod, ClusterView } from '../ports/cluster-cache.js';

type SpreadView = Pick<ClusterView, 'nodes' | 'pendingPods' | 'expectedPods' | 'workloadSelectors'>;

/** The owner of a pod, as pods and expected pods have it. */
interface Owner {
  readonly ownerKind: PodOwnerKind;
  readonly ownerName: string;
}

/**
 * Returns the view in which pods without topology spread constraints have the default ones of the
 * cluster's scheduler, for each with the selector that the scheduler deduces. Objects of which nothing
 * changes keep their identity. Source: Kubernetes pkg/scheduler/framework/plugins/helper
 * DefaultSelector @v1.36; Karpenter 1.15, core pull request 3205.
 */
export function withDefaultSpread<View extends SpreadView>(
  view: View,
  defaults: readonly SpreadDefault[],
): View {
  if (defaults.length === 0) return view;
  const bySetting = getOrCreate(known, view.workloadSelectors, () => new Map());
  const spread = getOrCreate(
    bySetting,
    JSON.stringify(defaults),
    () => new DefaultSpread(view.workloadSelectors, defaults),
  );
  return {
    ...view,
    nodes: view.nodes.map((node) => spread.ofNode(node)),
    pendingPods: view.pendingPods.map((pending) => spread.ofPending(pending)),
    expectedPods: view.expectedPods.map((expected) => {
      const spec = spread.specOf(expected.spec, expected);
      return spec === expected.spec ? expected : { ...expected, spec };
    }),
  };
}

/** By the list of selectors, which keeps its identity until a selector changes, and by setting. */
const known = new WeakMap<readonly WorkloadSelector[], Map<string, DefaultSpread>>();

/** DaemonSets and nodes choose the node of their pods. */
const pinned: ReadonlySet<PodOwnerKind> = new Set(['DaemonSet', 'Node']);

class DefaultSpread {
  readonly #defaults: readonly SpreadDefault[];
  readonly #services: ReadonlyMap<string, readonly WorkloadSelector[]>;
  readonly #owners: ReadonlyMap<string, WorkloadSelector>;
  readonly #specs = new WeakMap<PodSpec, Map<string, PodSpec>>();
  readonly #nodes = new WeakMap<CachedNode, CachedNode>();
  readonly #pending = new WeakMap<CachedPendingPod, CachedPendingPod>();

  constructor(selectors: readonly WorkloadSelector[], defaults: readonly SpreadDefault[]) {
    this.#defaults = defaults;
    this.#services = Map.groupBy(
      selectors.filter(({ kind }) => kind === 'Service'),
      ({ namespace }) => namespace,
    );
    this.#owners = new Map(selectors.map((one) => [ownerKey(one.kind, one), one]));
  }

  ofNode(node: CachedNode): CachedNode {
    return getOrCreate(this.#nodes, node, () => {
      const pods = node.pods.map((pod): BoundPod => {
        const spec = this.specOf(pod.spec, pod);
        return spec === pod.spec ? pod : { ...pod, spec };
      });
      return pods.every((pod, index) => pod === node.pods[index]) ? node : { ...node, pods };
    });
  }

  ofPending(pending: CachedPendingPod): CachedPendingPod {
    return getOrCreate(this.#pending, pending, () => {
      const spec = this.specOf(pending.pod.spec, pending);
      return spec === pending.pod.spec ? pending : { ...pending, pod: { ...pending.pod, spec } };
    });
  }

  specOf(spec: PodSpec, { ownerKind, ownerName }: Owner): PodSpec {
    if (spec.topologySpread.length > 0 || pinned.has(ownerKind)) return spec;
    const key = ownerKey(ownerKind, { namespace: spec.namespace, name: ownerName });
    const byOwner = getOrCreate(this.#specs, spec, () => new Map<string, PodSpec>());
    return getOrCreate(byOwner, key, () => this.#withDefaults(spec, this.#owners.get(key)));
  }

  #withDefaults(spec: PodSpec, owner: WorkloadSelector | undefined): PodSpec {
    const labelSelector = this.#selectorOf(spec, owner);
    if (labelSelector === null) return spec;
    const topologySpread: readonly TopologySpreadConstraint[] = this.#defaults.map((one) => ({
      ...one,
      labelSelector,
      matchLabelKeys: [],
    }));
    const key = `${spec.key} ${JSON.stringify(topologySpread)}`;
    return deepFreeze({ ...spec, key, topologySpread });
  }

  /** Returns `null` if nothing selects the pod: the scheduler then applies no defaults. */
  #selectorOf(spec: PodSpec, owner: WorkloadSelector | undefined): LabelSelector | null {
    const services = (this.#services.get(spec.namespace) ?? []).filter(({ selector }) =>
      selectorMatches(selector, spec.labels),
    );
    const maps = owner?.kind === 'ReplicationController' ? [...services, owner] : services;
    const matchLabels = Object.assign({}, ...maps.map(({ selector }) => selector.matchLabels));
    const matchExpressions =
      owner === undefined || owner.kind === 'ReplicationController'
        ? []
        : expressionsOf(owner.selector);
    const isEmpty = Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
    return isEmpty ? null : { matchLabels, matchExpressions };
  }
}

/** The scheduler merges the labels of Services, and adds the requirements of the owner to them. */
const expressionsOf = ({
  matchLabels,
  matchExpressions,
}: LabelSelector): readonly LabelSelectorExpression[] => [
  ...Object.entries(matchLabels).map(
    ([key, value]) => ({ key, operator: 'In', values: [value] }) as const,
  ),
  ...matchExpressions,
];

const ownerKey = (
  kind: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): string => `${kind}/${namespace}/${name}`;
