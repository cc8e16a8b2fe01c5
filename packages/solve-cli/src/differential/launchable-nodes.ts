import { labelKeys } from '@kerf/core';
import {
  type ClusterSnapshot,
  type InstanceType,
  isLaunchable,
  type Node,
  type NodePool,
  type Offering,
  type Pod,
} from '@kerf/engine';

/**
 * Returns the cluster with an empty node without capacity for every offering of its NodePools. To
 * Karpenter, a zone in which a node could be launched is a domain without pods; to the kube-scheduler, a
 * zone without nodes is no domain. With these nodes, both count alike, so a plan that is valid only without
 * them breaks a spread as Karpenter counts it. The cause is one defect: when a pod relaxes a preference, an
 * alternative or its intolerance of a taint, upstream builds its spreads again and loses the pods placed in
 * the same pass.
 * @remarks Nodes that a pod cannot use do not count for it, whatever its policy: upstream ignores the policy
 * where it computes the lowest count.
 */
export function withLaunchableNodes(snapshot: ClusterSnapshot): ClusterSnapshot {
  const nodes = snapshot.nodePools
    .filter(({ notReady, replicas }) => notReady === null && replicas === null)
    .flatMap((pool) =>
      (snapshot.instanceTypesByNodePool[pool.name] ?? []).flatMap((type) =>
        type.offerings
          .filter(isLaunchable)
          .map((offering, index) => launchableNode(pool, type, offering, index)),
      ),
    );
  return {
    ...snapshot,
    nodes: [...snapshot.nodes, ...nodes],
    pods: snapshot.pods.map(honoringAffinity),
  };
}

function launchableNode(
  pool: NodePool,
  type: InstanceType,
  { zone, capacityType }: Offering,
  index: number,
): Node {
  const name = `launchable ${pool.name} ${type.name} ${index}`;
  const ofType = Object.entries(type.labels).flatMap(([label, [value]]) =>
    value === undefined ? [] : [[label, value]],
  );
  return {
    name,
    labels: {
      ...Object.fromEntries(ofType),
      ...pool.template.labels,
      [labelKeys.nodePool]: pool.name,
      [labelKeys.instanceType]: type.name,
      [labelKeys.zone]: zone,
      [labelKeys.capacityType]: capacityType,
    },
    taints: pool.template.taints,
    capacity: {},
    allocatable: {},
    pods: [],
    isReady: true,
    isInitialized: true,
    isTerminating: false,
    doNotDisrupt: null,
    nominatedUntil: null,
    offering: null,
    nodeClaim: null,
    proposedRemoval: null,
    expectsPodsOf: null,
    volumeLimits: {},
  };
}

function honoringAffinity(pod: Pod): Pod {
  const topologySpread = pod.spec.topologySpread.map(
    (constraint) => ({ ...constraint, nodeAffinityPolicy: 'Honor' }) as const,
  );
  return { ...pod, spec: { ...pod.spec, topologySpread } };
}
