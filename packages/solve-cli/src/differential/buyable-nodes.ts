import { labelKeys } from '@kerf/core';
import type { ClusterSnapshot, InstanceType, Node, NodePool, Offering, Pod } from '@kerf/engine';

/**
 * The cluster with an empty node without room for everything that its pools could buy. There the
 * kube-scheduler counts as Karpenter says that it does: a zone where a node could be bought has no pods,
 * while to the kube-scheduler a zone without a node is none. A plan that is only sound without these nodes
 * breaks Karpenter's own rule. That comes of one defect: when a pod gives up a preference, an alternative or
 * its respect for a taint, upstream makes its spreads anew and forgets the pods placed in the same pass.
 * @remarks Nodes that a pod cannot go to do not count for it, whatever its policy: upstream does not know
 * the policy where it looks for the least count.
 */
export function withLaunchableNodes(snapshot: ClusterSnapshot): ClusterSnapshot {
  const nodes = snapshot.nodePools
    .filter(({ notReady, replicas }) => notReady === null && replicas === null)
    .flatMap((pool) =>
      (snapshot.instanceTypesByNodePool[pool.name] ?? []).flatMap((type) =>
        type.offerings
          .filter(({ available }) => available)
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
  const name = `buyable ${pool.name} ${type.name} ${index}`;
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
