import { invariant, labelKeys } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command } from '../../model/command.js';
import type { InstanceType } from '../../model/instance-type.js';
import type { Labels } from '../../model/labels.js';
import type { Node } from '../../model/node.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';

/**
 * Returns the cluster as it is expected after a command: its nodes are gone, its replacements run as
 * the cheapest of their options, and each pod runs where the command moves it.
 * @param prefix for the names of the new nodes, which must be unique
 */
export function afterCommand(
  snapshot: ClusterSnapshot,
  command: Command,
  prefix: string,
): ClusterSnapshot {
  const removed = new Set(command.candidates.map(({ nodeName }) => nodeName));
  const destinationByPod = new Map(command.moves.map(({ podUid, to }) => [podUid, to]));
  const podsOnRemoved = snapshot.nodes
    .filter(({ name }) => removed.has(name))
    .flatMap(({ pods }) => pods);
  const arriving = Map.groupBy(podsOnRemoved, ({ uid }) => destinationByPod.get(uid));
  const staying = snapshot.nodes
    .filter(({ name }) => !removed.has(name))
    .map((node) => {
      const pods = arriving.get(node.name);
      return pods === undefined ? node : { ...node, pods: [...node.pods, ...pods] };
    });
  const launched = command.replacements.map((replacement) => ({
    ...launchedNode(snapshot, replacement, `${prefix}-${replacement.id}`),
    pods: arriving.get(replacement.id) ?? [],
  }));
  return { ...snapshot, nodes: [...staying, ...launched] };
}

/** Returns the cluster after all commands of one step of a simulation. */
export function afterCommands(
  snapshot: ClusterSnapshot,
  commands: readonly Command[],
  step: number,
): ClusterSnapshot {
  // New nodes come last by name: pods go to the first suitable node.
  const prefix = `~${String(step).padStart(3, '0')}`;
  return commands.reduce(
    (cluster, command, index) => afterCommand(cluster, command, `${prefix}-${index}`),
    snapshot,
  );
}

/** Returns the node of a planned NodeClaim without pods, initialized. */
function launchedNode(
  { now, nodePools, instanceTypesByNodePool }: ClusterSnapshot,
  { nodePool: poolName, expected, labels, taints, startupTaints }: PlannedNodeClaim,
  name: string,
): Node {
  const nodePool = nodePools.find((pool) => pool.name === poolName);
  const type = instanceTypesByNodePool[poolName]?.find(
    (each) => each.name === expected.instanceType,
  );
  invariant(nodePool !== undefined && type !== undefined, 'the plan names a NodePool and a type');
  return {
    name,
    labels: {
      ...labelsOf(type),
      ...labels,
      [labelKeys.instanceType]: type.name,
      [labelKeys.zone]: expected.zone,
      [labelKeys.capacityType]: expected.capacityType,
      [labelKeys.nodePool]: poolName,
      [labelKeys.nodeClass]: nodePool.template.nodeClassName,
      [labelKeys.hostname]: name,
      [labelKeys.registered]: 'true',
      [labelKeys.initialized]: 'true',
    },
    taints,
    capacity: type.capacity,
    allocatable: type.allocatable,
    pods: [],
    isReady: true,
    isInitialized: true,
    isTerminating: false,
    doNotDisrupt: null,
    nominatedUntil: null,
    offering: {
      instanceType: type.name,
      zone: expected.zone,
      capacityType: expected.capacityType,
      priceMicroUsdPerHour:
        expected.isPriceEstimated === true ? null : expected.priceMicroUsdPerHour,
    },
    nodeClaim: {
      id: name,
      name,
      nodePool: poolName,
      createdAt: now,
      initializedAt: now,
      lastPodEventAt: null,
      startupTaints,
      drifted: null,
      driftedAt: null,
      hasTerminationGracePeriod: nodePool.template.terminationGracePeriodMs !== null,
      decisionId: null,
      rejections: [],
    },
    proposedRemoval: null,
    expectsPodsOf: null,
    volumeLimits: type.volumeLimits ?? {},
  };
}

/** A type with several values for a label may have any; the first by name stands for them. */
function labelsOf(type: InstanceType): Labels {
  return Object.fromEntries(
    Object.entries(type.labels).flatMap(([label, values]) => {
      const [first] = values.toSorted();
      return first === undefined ? [] : [[label, first]];
    }),
  );
}
