import {
  annotationKeys,
  type Instant,
  labelKeys,
  type NodeClaimId,
  reservationLabels,
  taintKeys,
} from '@kerf/core';
import {
  asBound,
  type CapacityType,
  capacityTypes,
  type InstanceType,
  type Labels,
  type Node,
  type NodeClaimRef,
  type NodeDevices,
  type NodeOffering,
  type Pod,
  plannedDevices,
  type Rejection,
} from '@kerf/engine';
import {
  type ClaimDrift,
  isInstanceEnding,
  isRebooting,
  isUnlaunched,
  type NodeClaim,
} from '../domain/node-claim/node-claim.js';
import { awaitsPods } from '../domain/node-claim/planned-pods.js';
import {
  dueRepair,
  haltedPools,
  isRepairVetoed,
  isRepairVoluntary,
} from '../domain/node-claim/repair-policies.js';
import { atOverlaidPrice } from '../domain/overlay/overlaid-offerings.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { claimFinder, requestedDrivers } from './claim-node.js';
import { stableNode } from './stable-nodes.js';

/** The data from which the nodes of a snapshot are built. */
export interface NodeSources {
  readonly nodes: readonly CachedNode[];
  /** NodeClaims that are not terminated. */
  readonly claims: readonly NodeClaim[];
  /** Instance types by NodePool, with NodeOverlays applied. */
  readonly instanceTypes: Readonly<Record<string, readonly InstanceType[]>>;
  /** Pods that are expected on the nodes of NodeClaims. */
  readonly plannedPods: readonly Pod[];
  /** IDs of open decisions, by the NodeClaim that they hold. */
  readonly decisionByClaim: ReadonlyMap<string, string>;
  /** Rejections that still hold, by NodeClaim. */
  readonly rejections: ReadonlyMap<NodeClaimId, readonly Rejection[]>;
  /** Drifts by NodeClaim; one that has not drifted has no entry. */
  readonly drifts: ReadonlyMap<NodeClaimId, ClaimDrift>;
  readonly nominations: ReadonlyMap<string, Instant>;
  readonly priceOf: PriceLookup;
  /** When repairs are due; `null` if unhealthy nodes are not repaired as other nodes are disrupted. */
  readonly repairsAt: Instant | null;
  /** True if repairs reboot nodes where that may help. */
  readonly mayReboot: boolean;
}

interface JoinedSources extends NodeSources {
  /** NodePools of which no node is repaired. */
  readonly halted: ReturnType<typeof haltedPools>;
}

/**
 * Returns the cluster's nodes, and a node for each NodeClaim that has not joined yet, launched or
 * not. A node that is equal to that of the last snapshot is the same object.
 */
export function snapshotNodes(sources: NodeSources): readonly Node[] {
  const claimOf = claimFinder(sources.claims);
  const joined = new Set<string>();
  const joinedSources = { ...sources, halted: haltedPools(sources.nodes) };
  const nodes = sources.nodes.map((node) => {
    const claim = claimOf(node);
    if (claim !== undefined) joined.add(claim.id);
    return stableNode(node, toNode(node, claim, joinedSources));
  });
  const inFlight = sources.claims.flatMap((claim) =>
    claim.state === 'Launched' && !joined.has(claim.id) ? toInFlightNode(claim, sources) : [],
  );
  return withPlannedPods([...nodes, ...inFlight, ...launchingNodes(sources)], sources);
}

/** Adds the pods that are expected on the node of each NodeClaim. */
function withPlannedPods(
  nodes: readonly Node[],
  { claims, plannedPods }: NodeSources,
): readonly Node[] {
  if (plannedPods.length === 0) return nodes;
  const podByUid = new Map(plannedPods.map((pod) => [pod.uid, pod]));
  const expected = new Map(
    claims.map((claim) => [
      claim.id,
      awaitsPods(claim) ? claim.plan.podUids.flatMap((uid) => podByUid.get(uid) ?? []) : [],
    ]),
  );
  return nodes.map((node) => {
    const pods = expected.get(node.nodeClaim?.id ?? '') ?? [];
    return pods.length === 0 ? node : { ...node, pods: [...node.pods, ...pods.map(asBound)] };
  });
}

function toNode(node: CachedNode, claim: NodeClaim | undefined, sources: JoinedSources): Node {
  const isRebootingNode = claim !== undefined && isRebooting(claim);
  return {
    name: node.name,
    // Until it is registered, a node lacks the labels that its NodeClaim will add.
    labels: claim === undefined ? node.labels : { ...claimLabels(claim), ...node.labels },
    taints: isRebootingNode ? withoutRebootTaint(taintsOf(node)) : taintsOf(node),
    capacity: node.capacity,
    allocatable: allocatableOf(node, claim),
    pods: node.pods,
    isReady: node.isReady,
    // A terminating node stays initialized: budgets count it as disrupted while it drains.
    isInitialized: claim === undefined ? node.isReady : claim.initializedAt !== null,
    isTerminating:
      node.deletionRequestedAt !== null ||
      claim?.state === 'Terminating' ||
      node.taints.some((taint) => taint.key === taintKeys.disrupted),
    ...(claim !== undefined && isInstanceEnding(claim) && { isInstanceEnding: true as const }),
    ...(isRebootingNode && { isRebooting: true as const }),
    doNotDisrupt: node.annotations[annotationKeys.doNotDisrupt] ?? null,
    nominatedUntil: sources.nominations.get(node.name) ?? null,
    offering: decisionOffering(offeringOf(node.labels, sources.priceOf), claim, sources),
    nodeClaim: claim === undefined ? null : toClaimRef(claim, sources),
    proposedRemoval: null,
    expectsPodsOf: null,
    volumeLimits: volumeLimitsOf(node, claim, sources),
    ...repairOf(node, claim, sources),
    ...ofDevices(devicesOf(node, claim, sources)),
  };
}

/** `checkNodeHealth` sees to a node that never was initialized or has no NodePool. */
function repairOf(
  node: CachedNode,
  claim: NodeClaim | undefined,
  { repairsAt, mayReboot, halted }: JoinedSources,
): Pick<Node, 'repair'> {
  if (repairsAt === null || claim === undefined || !isRepairVoluntary(claim)) return {};
  const rules = { reboot: claim.reboot, mayReboot };
  const repair = dueRepair(node.unhealthyConditions, repairsAt, rules);
  if (repair === null) return {};
  const health = halted.get(claim.nodePool ?? '') ?? null;
  return { repair: { ...repair, isVetoed: isRepairVetoed(node), halted: health } };
}

/**
 * Returns the taints of a node. A cordon only keeps pods away that do not tolerate its taint, which
 * the control plane adds a moment later: the node may be disrupted, as in Karpenter.
 */
function taintsOf({ taints, isCordoned }: CachedNode): Node['taints'] {
  return !isCordoned || taints.some(({ key }) => key === taintKeys.unschedulable)
    ? taints
    : [...taints, { key: taintKeys.unschedulable, value: '', effect: 'NoSchedule' }];
}

/** The taint goes with the reboot: pods are planned on the node, whose capacity returns. */
const withoutRebootTaint = (taints: Node['taints']): Node['taints'] =>
  taints.filter(({ key }) => key !== taintKeys.rebooting);

/**
 * Returns the node's allocatable resources. While a node starts, resources that a device plugin has
 * not reported yet are taken from the launched instance type; otherwise another node would be
 * launched for its pods.
 * Source: karpenter state/statenode.go Allocatable.
 */
function allocatableOf(
  { allocatable }: CachedNode,
  claim: NodeClaim | undefined,
): Node['allocatable'] {
  if (claim === undefined || claim.initializedAt !== null) return allocatable;
  const missing = Object.entries(claim.instance?.allocatable ?? {}).filter(
    ([resource]) => (allocatable[resource] ?? 0) === 0,
  );
  return missing.length === 0 ? allocatable : { ...allocatable, ...Object.fromEntries(missing) };
}

const ofDevices = (devices: NodeDevices | null): Pick<Node, 'devices'> =>
  devices === null ? {} : { devices };

/**
 * Returns the devices of a node: until it is initialized those that its instance type will have, as its
 * drivers may have published some of them only.
 */
function devicesOf(
  node: CachedNode,
  claim: NodeClaim | undefined,
  sources: NodeSources,
): NodeDevices | null {
  return claim === undefined || claim.initializedAt !== null
    ? (node.devices ?? null)
    : devicesToCome(claim, claim.instance?.instanceType, sources);
}

/** Returns the devices that the node of a NodeClaim will have; `null` if there are none. */
function devicesToCome(
  { nodePool, plan }: NodeClaim,
  instanceType: string | undefined,
  { instanceTypes }: NodeSources,
): NodeDevices | null {
  const types = instanceTypes[nodePool ?? ''] ?? noTypes;
  const { devices = [] } = types.find(({ name }) => name === instanceType) ?? {};
  const requested = new Set(requestedDrivers(plan));
  const coming = devices.filter(
    ({ driver, isOnRequest }) => isOnRequest !== true || requested.has(driver),
  );
  return coming.length === 0 ? null : plannedDevices(coming);
}

/**
 * Returns how many volumes the node can attach. A CSI driver says so some time after the node has
 * joined; while the node starts, the instance type says it for the others.
 */
function volumeLimitsOf(
  { volumeLimits }: CachedNode,
  claim: NodeClaim | undefined,
  sources: NodeSources,
): Node['volumeLimits'] {
  if (claim === undefined || claim.initializedAt !== null) return volumeLimits;
  const expected = typeOf(claim, claim.instance?.instanceType, sources)?.volumeLimits;
  return expected === undefined ? volumeLimits : { ...expected, ...volumeLimits };
}

const noLimits: Node['volumeLimits'] = {};

/**
 * Returns the offering at the price that decisions use. Overlays apply to NodePools, so a node
 * without a NodeClaim or a NodePool has the cloud's price.
 */
function decisionOffering(
  offering: NodeOffering | null,
  claim: NodeClaim | undefined,
  { instanceTypes }: NodeSources,
): NodeOffering | null {
  if (offering === null || claim === undefined || claim.nodePool === null) return offering;
  return atOverlaidPrice(offering, instanceTypes[claim.nodePool] ?? noTypes);
}

const noTypes: readonly InstanceType[] = [];

function toInFlightNode(claim: NodeClaim, sources: NodeSources): readonly Node[] {
  const { instance } = claim;
  if (instance === null) return [];
  return [
    {
      name: claim.name,
      labels: claimLabels(claim),
      taints: claim.plan.taints,
      capacity: instance.capacity,
      allocatable: instance.allocatable,
      pods: [],
      isReady: false,
      isInitialized: false,
      isTerminating: false,
      doNotDisrupt: null,
      nominatedUntil: null,
      offering: decisionOffering(
        {
          instanceType: instance.instanceType,
          zone: instance.zone,
          capacityType: instance.capacityType,
          priceMicroUsdPerHour: sources.priceOf(instance),
        },
        claim,
        sources,
      ),
      nodeClaim: toClaimRef(claim, sources),
      proposedRemoval: null,
      expectsPodsOf: null,
      volumeLimits: typeOf(claim, instance.instanceType, sources)?.volumeLimits ?? noLimits,
      ...ofDevices(devicesToCome(claim, instance.instanceType, sources)),
    },
  ];
}

/**
 * Returns a node for each NodeClaim whose launch has not completed. The instance type is not yet
 * known, so the expected offering is used.
 */
function launchingNodes(sources: NodeSources): readonly Node[] {
  return sources.claims.filter(isUnlaunched).map((claim) => {
    const type = expectedType(claim, sources);
    return {
      name: claim.name,
      labels: { ...claim.plan.labels, ...expectedLabels(claim, type) },
      taints: claim.plan.taints,
      capacity: { ...claim.plan.requests, ...type?.capacity },
      allocatable: { ...claim.plan.requests, ...type?.allocatable },
      pods: [],
      isReady: false,
      isInitialized: false,
      isTerminating: false,
      doNotDisrupt: null,
      nominatedUntil: null,
      offering: claim.plan.expected,
      nodeClaim: toClaimRef(claim, sources),
      proposedRemoval: null,
      expectsPodsOf: null,
      volumeLimits: type?.volumeLimits ?? noLimits,
      ...ofDevices(devicesToCome(claim, type?.name, sources)),
    };
  });
}

function expectedType(claim: NodeClaim, sources: NodeSources): InstanceType | undefined {
  return typeOf(claim, claim.plan.expected?.instanceType, sources);
}

function typeOf(
  { nodePool }: NodeClaim,
  instanceType: string | undefined,
  { instanceTypes }: NodeSources,
): InstanceType | undefined {
  return (instanceTypes[nodePool ?? ''] ?? noTypes).find(({ name }) => name === instanceType);
}

/** An instance type has these labels because of some of its offerings only. */
const offeringKeys: ReadonlySet<string> = new Set(Object.values(reservationLabels));

/**
 * Returns the labels for which the instance type has exactly one value, and those of the offering.
 */
function expectedLabels({ plan: { expected } }: NodeClaim, type: InstanceType | undefined): Labels {
  const ofType = Object.entries(type?.labels ?? {}).flatMap(([key, [value, second]]) =>
    value !== undefined && second === undefined && !offeringKeys.has(key)
      ? [[key, value] as const]
      : [],
  );
  return {
    ...Object.fromEntries(ofType),
    ...(expected !== null && {
      [labelKeys.instanceType]: expected.instanceType,
      [labelKeys.zone]: expected.zone,
      [labelKeys.capacityType]: expected.capacityType,
      ...(expected.reservationId !== undefined && {
        [reservationLabels.id]: expected.reservationId,
      }),
    }),
  };
}

function claimLabels(claim: NodeClaim): Labels {
  return { ...claim.plan.labels, ...claim.instance?.labels };
}

function toClaimRef(claim: NodeClaim, sources: NodeSources): NodeClaimRef {
  const drift = sources.drifts.get(claim.id) ?? null;
  return {
    id: claim.id,
    name: claim.name,
    nodePool: claim.nodePool,
    createdAt: claim.requestedAt,
    initializedAt: claim.initializedAt,
    lastPodEventAt: claim.lastPodEventAt,
    startupTaints: claim.plan.startupTaints,
    drifted: drift?.reason ?? null,
    driftedAt: drift?.since ?? null,
    hasTerminationGracePeriod: claim.terms.terminationGracePeriod !== null,
    decisionId: sources.decisionByClaim.get(claim.id) ?? null,
    rejections: sources.rejections.get(claim.id) ?? [],
  };
}

/**
 * Returns the offering of a node, from its labels; `null` without an instance type or zone. Managed
 * node groups of EKS use their own label for the capacity type.
 */
export function offeringOf(labels: Labels, priceOf: PriceLookup): NodeOffering | null {
  const instanceType = labels[labelKeys.instanceType];
  const zone = labels[labelKeys.zone];
  if (instanceType === undefined || zone === undefined) return null;
  const capacityType = capacityTypeOf(labels);
  return {
    instanceType,
    zone,
    capacityType,
    priceMicroUsdPerHour: priceOf({ instanceType, zone, capacityType }),
  };
}

function capacityTypeOf(labels: Labels): CapacityType {
  const label = labels[labelKeys.capacityType] ?? labels['eks.amazonaws.com/capacityType'];
  const word = label?.toLowerCase().replace('_', '-');
  if (word === 'capacity-block') return 'reserved';
  return capacityTypes.find((type) => type === word) ?? 'on-demand';
}
