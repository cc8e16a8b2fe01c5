import { compareText, invariant } from '@kerf/core';
import { DeviceCatalog } from '../../devices/device-catalog.js';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { InstanceType } from '../../model/instance-type.js';
import type { Node } from '../../model/node.js';
import { canLaunch, type NodePool } from '../../model/node-pool.js';
import type { BoundPod, Pod, PodSpec } from '../../model/pod.js';
import type { ResourceList } from '../../model/resource-list.js';
import { spendResource } from '../../model/spend-limit.js';
import type { LabelSpace } from '../../requirements/label-space.js';
import { RequirementsTable } from '../../requirements/requirements.js';
import { coreWellKnownLabels } from '../../requirements/well-known-labels.js';
import { compileDaemon } from '../../resources/daemon-overhead.js';
import { ResourceSpace } from '../../resources/resource-space.js';
import { DomainUniverse } from '../../topology/domain-universe.js';
import {
  addRunningAntiAffinities,
  countRunningPods,
  type TopologyNode,
} from '../../topology/running-pods.js';
import { Topology } from '../../topology/topology.js';
import {
  compileExistingNode,
  compileLabels,
  type ExistingNode,
  sortExistingNodes,
} from '../nodes/existing-node.js';
import { InstanceTypeCompiler, type OfferingVariant } from '../nodes/instance-types.js';
import { NodeClaimTemplate } from '../nodes/node-claim-template.js';
import { compilePodGroups, constraintSetsOf, type PodGroup } from '../pods/pod-group.js';
import type { RelaxationPolicy } from '../pods/relaxation.js';
import { collectLabels } from './label-collection.js';

/** A pending pod with its pod group. */
export interface QueuedPod {
  readonly pod: Pod;
  readonly podGroup: PodGroup;
}

/**
 * A snapshot compiled for scheduling: names are integers, sets are bit sets, and everything that
 * does not depend on placements is computed.
 */
export interface SchedulingProblem {
  readonly snapshot: ClusterSnapshot;
  readonly space: LabelSpace;
  readonly resources: ResourceSpace;
  readonly table: RequirementsTable;
  readonly variants: readonly OfferingVariant[];
  /** Labels that a NodePool may leave undefined because instance types set them. */
  readonly wellKnown: ReadonlySet<string>;
  /**
   * NodePools that take pending pods, in the order in which they are tried, including those that
   * are not ready.
   */
  readonly nodePools: readonly NodePool[];
  /** The ready ones of {@link nodePools}, in the same order. */
  readonly templates: readonly NodeClaimTemplate[];
  /** By NodePool: resources of nodes that are about to go, so that its limits do not count them. */
  readonly released: ReadonlyMap<string, ResourceList>;
  /** Nodes that pods may be scheduled to, in the order in which they are tried. */
  readonly nodes: readonly ExistingNode[];
  /** Number of existing hosts. Hosts have indexes from 0; planned nodes follow the existing ones. */
  readonly existingHosts: number;
  /** Devices for claims; `null` if no pod has claims. */
  readonly deviceCatalog: DeviceCatalog | null;
  /** Pods in the order of the snapshot. */
  readonly pods: readonly QueuedPod[];
  /** Returns pods with their pod groups: pending ones, and those that may become so. */
  queue(pods: readonly Pod[]): readonly QueuedPod[];
  /** Removes the pods and the domains of a node, by its name, from the counts of constraints. */
  uncountNode(name: string): void;
  /**
   * Remembers the capacity of nodes and the counts of constraints, which a pass changes.
   * @returns a function that restores them, so that another pass can start
   */
  checkpoint(): () => void;
}

/**
 * Compiles a snapshot for scheduling.
 * @param movable pods on nodes that may be scheduled anew; they count as running all the same
 * @remarks O(pods + nodes × (pods on them) + NodePools × instance types), each constraint set once.
 */
export function compileProblem(
  snapshot: ClusterSnapshot,
  movable: readonly Pod[] = [],
): SchedulingProblem {
  const nodePools = sortByWeight(snapshot.nodePools);
  const ready = nodePools.filter(canLaunch);
  const specs = distinctSpecs([...snapshot.pods, ...movable]);
  const constraintSets = constraintSetsOf(specs);
  const daemonSpecs = snapshot.daemonSets.map(({ podSpec }) => podSpec);
  const instanceTypes = new Set(ready.flatMap(({ name }) => typesOf(snapshot, name)));

  // 1. Indexes of labels and resources.
  const space = collectLabels({
    snapshot,
    nodePools: ready,
    instanceTypes,
    podSpecs: [...constraintSets.specs, ...daemonSpecs, ...distinctSpecs(runningPodsOf(snapshot))],
  });
  const table = new RequirementsTable(space);
  const resources = new ResourceSpace(usedResources(snapshot, ready, specs));
  const wellKnown = new Set([...coreWellKnownLabels, ...snapshot.settings.wellKnownLabels]);

  // 2. Templates of NodePools with their instance types.
  const daemons = snapshot.daemonSets.map((daemon) => compileDaemon(table, resources, daemon));
  const compiler = new InstanceTypeCompiler(space, resources, instanceTypes);
  const context = { table, resources, wellKnown, variants: compiler.variants, daemons };
  const templates = ready.map((pool, index) => {
    const types = typesOf(snapshot, pool.name).map((type) => compiler.compile(type));
    return new NodeClaimTemplate(context, pool, index, types);
  });

  // 3. Topology constraints: first of running pods and pod groups, then the counts.
  const topology = new Topology(table, new DomainUniverse(space, templates), snapshot.namespaces);
  const antiAffinitiesBySpec = addRunningAntiAffinities(topology, snapshot.nodes);
  const policy = relaxationPolicy(snapshot, ready);
  const podGroups = compilePodGroups(
    { table, resources, topology, wellKnown, policy },
    constraintSets,
  );

  // 4. Existing nodes.
  const targets = sortExistingNodes(snapshot.nodes.filter((node) => !node.isTerminating));
  const terminating = snapshot.nodes.filter((node) => node.isTerminating);
  const deviceCatalog = deviceCatalogFor(specs, snapshot);
  const nodes = targets.map((node, index) =>
    compileExistingNode({ space, resources, daemons, deviceCatalog }, node, index),
  );
  const pendingUids = new Set(snapshot.pods.map(({ uid }) => uid));
  const uncountNode = countNodes(topologyNodes(space, [...targets, ...terminating]), (counted) =>
    countRunningPods(topology, counted, antiAffinitiesBySpec, pendingUids),
  );
  const groupBySpec = new Map(podGroups.map((podGroup) => [podGroup.spec.key, podGroup]));
  const queue = (pods: readonly Pod[]): readonly QueuedPod[] => queuedPods(pods, groupBySpec);

  return {
    snapshot,
    space,
    resources,
    table,
    variants: compiler.variants,
    wellKnown,
    nodePools,
    templates,
    nodes,
    released: new Map(),
    existingHosts: snapshot.nodes.length,
    deviceCatalog,
    pods: queue(snapshot.pods),
    queue,
    uncountNode,
    checkpoint: () => {
      const restores = [...topology.groups, ...nodes].map((part) => part.checkpoint());
      return () => restores.forEach((restore) => restore());
    },
  };
}

function relaxationPolicy(
  { settings }: ClusterSnapshot,
  ready: readonly NodePool[],
): RelaxationPolicy {
  const mayTolerate = ready.some(({ template }) =>
    template.taints.some(({ effect }) => effect === 'PreferNoSchedule'),
  );
  return { preferences: settings.preferencePolicy, mayTolerate };
}

/** Returns the devices that claims of the pods may get; `null` if there are no claims. */
function deviceCatalogFor(
  specs: readonly PodSpec[],
  { deviceSelections = {} }: ClusterSnapshot,
): DeviceCatalog | null {
  const hasClaims = specs.some(({ deviceClaims }) => deviceClaims !== undefined);
  return hasClaims ? new DeviceCatalog(deviceSelections) : null;
}

/**
 * Sorts by weight, highest first; equals by name, last first. Static NodePools take no pending
 * pods.
 */
function sortByWeight(nodePools: readonly NodePool[]): readonly NodePool[] {
  return nodePools
    .filter(({ replicas }) => replicas === null)
    .sort((a, b) => b.weight - a.weight || compareText(b.name, a.name));
}

function typesOf(snapshot: ClusterSnapshot, nodePool: string): readonly InstanceType[] {
  return snapshot.instanceTypesByNodePool[nodePool] ?? [];
}

function runningPodsOf(snapshot: ClusterSnapshot): readonly BoundPod[] {
  return snapshot.nodes.flatMap(({ pods }) => pods);
}

/** Counts the pods of all nodes. @returns a function that undoes it for a node, by its name */
function countNodes(
  nodes: ReadonlyMap<string, TopologyNode>,
  count: (nodes: readonly TopologyNode[]) => (node: TopologyNode) => void,
): SchedulingProblem['uncountNode'] {
  const uncount = count([...nodes.values()]);
  return (name) => {
    const node = nodes.get(name);
    invariant(node !== undefined, 'the node was not compiled');
    uncount(node);
  };
}

/** Returns the nodes by name. Pods on terminating nodes still count in their domains. */
function topologyNodes(
  space: LabelSpace,
  nodes: readonly Node[],
): ReadonlyMap<string, TopologyNode> {
  return new Map(
    nodes.map((node, host) => {
      const labels = compileLabels(space, node);
      const { taints, pods, isTerminating } = node;
      return [
        node.name,
        { host, taints, pods, isTarget: !isTerminating, labelOf: (key: number) => labels[key] },
      ];
    }),
  );
}

function queuedPods(
  pods: readonly Pod[],
  groupBySpec: ReadonlyMap<string, PodGroup>,
): readonly QueuedPod[] {
  const queued: QueuedPod[] = [];
  for (const pod of pods) {
    const podGroup = groupBySpec.get(pod.spec.key);
    if (podGroup !== undefined) queued.push({ pod, podGroup });
  }
  return queued;
}

/** Returns the distinct specs in an order that does not depend on the order of the input. */
function distinctSpecs(pods: readonly Pod[]): readonly PodSpec[] {
  const specs = new Map<string, PodSpec>();
  for (const { spec } of pods) specs.set(spec.key, spec);
  return [...specs.values()].sort((a, b) => compareText(a.key, b.key));
}

function* usedResources(
  snapshot: ClusterSnapshot,
  nodePools: readonly NodePool[],
  specs: readonly PodSpec[],
): Generator<PodSpec['requests']> {
  for (const { requests } of specs) yield requests;
  for (const { podSpec } of snapshot.daemonSets) yield podSpec.requests;
  for (const { pods } of snapshot.nodes) for (const { spec } of pods) yield spec.requests;
  for (const { limits, spendLimits = [] } of nodePools) {
    yield limits;
    yield Object.fromEntries(spendLimits.map((limit) => [spendResource(limit), 0]));
  }
}
