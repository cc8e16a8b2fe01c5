import type { ClusterApi } from '../api/cluster-api.js';
import { kinds } from '../resources/kind.js';
import { controllerOf, type StringMap } from '../resources/kube-object.js';
import type { LabelSelector } from '../resources/types/common.js';
import type { Pod, TopologySpreadConstraint } from '../resources/types/pod.js';
import { matchesSelector } from '../selectors/label-selector.js';
import type { SpreadDefaults } from './scheduler-configuration.js';

/** Topology spread constraints that hold for a pod. */
export interface SpreadConstraints {
  /** The pod's own ones, or, if it has none, the defaults of its scheduler. */
  readonly constraints: readonly TopologySpreadConstraint[];
  /** Whether its scheduler has defaults from a configuration, which may be none. */
  readonly isConfigured: boolean;
}

/** Returns the constraints that hold for a pod now. */
export function spreadConstraintsOf(
  pod: Pod,
  schedulerName: string,
  { api, defaults }: { readonly api: ClusterApi; readonly defaults: SpreadDefaults },
): SpreadConstraints {
  const { topologySpreadConstraints: own = [] } = pod.spec;
  const known = defaults.get(schedulerName) ?? null;
  const isConfigured = known !== null;
  if (own.length > 0 || known === null) return { constraints: own, isConfigured };
  const labelSelector = known.length === 0 ? null : deducedSelector(pod, api);
  const constraints = known.flatMap((constraint) =>
    labelSelector === null ? [] : [{ ...constraint, labelSelector }],
  );
  return { constraints, isConfigured };
}

/**
 * Returns the selector of the pods that count as equal: that of the Services that select the pod, and
 * of its ReplicaSet or StatefulSet; `null` if nothing selects it.
 * Source: Kubernetes pkg/scheduler/framework/plugins/helper DefaultSelector. ReplicationControllers
 * are not simulated.
 */
function deducedSelector(pod: Pod, api: ClusterApi): LabelSelector | null {
  const matchLabels: StringMap = Object.fromEntries(
    selectorsOfServices(pod, api).flatMap((selector) => Object.entries(selector)),
  );
  const owner = selectorOfOwner(pod, api);
  const matchExpressions = [
    ...Object.entries(owner?.matchLabels ?? {}).map(([key, value]) => ({
      key,
      operator: 'In',
      values: [value],
    })),
    ...(owner?.matchExpressions ?? []),
  ];
  const isEmpty = Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
  return isEmpty ? null : { matchLabels, matchExpressions };
}

function selectorsOfServices({ metadata }: Pod, api: ClusterApi): readonly StringMap[] {
  return api.list(kinds.service).flatMap((service) => {
    const { selector = {} } = service.spec ?? {};
    const isSelecting =
      service.metadata.namespace === metadata.namespace &&
      Object.keys(selector).length > 0 &&
      matchesSelector({ matchLabels: selector }, metadata.labels);
    return isSelecting ? [selector] : [];
  });
}

function selectorOfOwner(pod: Pod, api: ClusterApi): LabelSelector | null {
  const owner = controllerOf(pod);
  if (owner?.apiVersion !== 'apps/v1') return null;
  const { namespace } = pod.metadata;
  if (owner.kind === 'ReplicaSet') {
    return api.find(kinds.replicaSet, namespace, owner.name)?.spec.selector ?? null;
  }
  if (owner.kind !== 'StatefulSet') return null;
  return api.find(kinds.statefulSet, namespace, owner.name)?.spec.selector ?? null;
}
