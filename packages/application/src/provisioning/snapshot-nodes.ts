import { annotationKeys, type Instant, labelKeys, taintKeys } from '@kerf/core';
import {
  type CapacityType,
  capacityTypes,
  type InstanceType,
  type Labels,
  type Node,
  type NodeClaimRef,
  type NodeOffering,
} from '@kerf/engine';
import type { NodeClassDefinition, NodePoolDefinition } from '../definitions/definition.js';
import { claimTerms } from '../node-claims/claim-terms.js';
import type { NodeClaim } from '../node-claims/node-claim.js';
import { atOverlaidPrice } from '../overlays/overlaid-offerings.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { MirroredNode } from '../ports/cluster-mirror.js';

export interface NodeSources {
  readonly nodes: readonly MirroredNode[];
  /** Claims that are not ended. */
  readonly claims: readonly NodeClaim[];
  /** Open decisions by the claim they hold. */
  readonly decisionByClaim: ReadonlyMap<string, string>;
  readonly nominations: ReadonlyMap<string, Instant>;
  readonly priceOf: PriceLookup;
  /** By pool, overlays laid over them. */
  readonly instanceTypes: Readonly<Record<string, readonly InstanceType[]>>;
  readonly nodePools: readonly NodePoolDefinition[];
  readonly nodeClasses: readonly NodeClassDefinition[];
}

/** The cluster's nodes, and the claims that are launched and have no node yet. */
export function snapshotNodes(sources: NodeSources): readonly Node[] {
  const claimByProviderId = new Map(
    sources.claims.flatMap((claim) =>
      claim.instance === null ? [] : [[claim.instance.providerId, claim] as const],
    ),
  );
  const joined = new Set<string>();
  const nodes = sources.nodes.map((node) => {
    const claim = node.providerId === null ? undefined : claimByProviderId.get(node.providerId);
    if (claim !== undefined) joined.add(claim.id);
    return toNode(node, claim, sources);
  });
  const inFlight = sources.claims.flatMap((claim) =>
    claim.state === 'Launched' && !joined.has(claim.id) ? toInFlightNode(claim, sources) : [],
  );
  return [...nodes, ...inFlight];
}

function toNode(node: MirroredNode, claim: NodeClaim | undefined, sources: NodeSources): Node {
  return {
    name: node.name,
    // Until it is registered a node lacks labels that its claim is going to bring.
    labels: claim === undefined ? node.labels : { ...claimLabels(claim), ...node.labels },
    taints: node.taints,
    capacity: node.capacity,
    allocatable: allocatableOf(node, claim),
    pods: node.pods,
    isReady: node.isReady,
    // On its way out it still is: budgets count it among the disrupted until it is gone.
    isInitialized: claim === undefined ? node.isReady : claim.initializedAt !== null,
    isLeaving:
      node.deletionRequestedAt !== null ||
      node.isCordoned ||
      claim?.state === 'Terminating' ||
      node.taints.some((taint) => taint.key === taintKeys.disrupted),
    doNotDisrupt: node.annotations[annotationKeys.doNotDisrupt] ?? null,
    nominatedUntil: sources.nominations.get(node.name) ?? null,
    offering: decisionOffering(offeringOf(node.labels, sources.priceOf), claim, sources),
    nodeClaim: claim === undefined ? null : toClaimRef(claim, sources),
    volumeLimits: node.volumeLimits,
  };
}

/**
 * While a node starts, resources that a device plugin has not reported yet are those it was bought
 * with: its pods would be bought another node otherwise.
 * Source: karpenter state/statenode.go Allocatable.
 */
function allocatableOf(
  { allocatable }: MirroredNode,
  claim: NodeClaim | undefined,
): Node['allocatable'] {
  if (claim === undefined || claim.initializedAt !== null) return allocatable;
  const missing = Object.entries(claim.instance?.allocatable ?? {}).filter(
    ([resource]) => (allocatable[resource] ?? 0) === 0,
  );
  return missing.length === 0 ? allocatable : { ...allocatable, ...Object.fromEntries(missing) };
}

/**
 * A node without a claim is nobody's to plan with, and overlays are applied to pools: such nodes have
 * the cloud's price.
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
      isLeaving: false,
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
      volumeLimits: {},
    },
  ];
}

function claimLabels(claim: NodeClaim): Labels {
  return { ...claim.plan.labels, ...claim.instance?.labels };
}

function toClaimRef(claim: NodeClaim, sources: NodeSources): NodeClaimRef {
  return {
    id: claim.id,
    name: claim.name,
    nodePool: claim.nodePool,
    createdAt: claim.requestedAt,
    initializedAt: claim.initializedAt,
    lastPodEventAt: claim.lastPodEventAt,
    startupTaints: claim.plan.startupTaints,
    drifted: driftOf(claim, sources),
    hasTerminationGracePeriod:
      claimTerms(claim, poolOf(claim, sources)).terminationGracePeriod !== null,
    decisionId: sources.decisionByClaim.get(claim.id) ?? null,
  };
}

const poolOf = (
  { nodePool }: NodeClaim,
  { nodePools }: NodeSources,
): NodePoolDefinition | undefined => nodePools.find(({ name }) => name === nodePool);

/** What drift is judged by; stored definitions, or those that are about to be. */
export interface DriftDefinitions {
  readonly nodePools: readonly Pick<NodePoolDefinition, 'name' | 'spec' | 'driftHash'>[];
  readonly nodeClasses: readonly Pick<NodeClassDefinition, 'name' | 'driftHash'>[];
}

/**
 * Why a launched claim is not what its definitions ask for any more; `null` while it is.
 * Source: karpenter nodeclaim/disruption/drift.go, the two static hashes.
 */
export function driftOf(claim: NodeClaim, definitions: DriftDefinitions): string | null {
  const pool = definitions.nodePools.find(({ name }) => name === claim.nodePool);
  if (pool === undefined) return null;
  if (isStale(claim.nodePoolHash, pool.driftHash)) return 'NodePoolDrifted';
  const nodeClass = definitions.nodeClasses.find(
    ({ name }) => name === pool.spec.template.spec.nodeClassRef.name,
  );
  if (nodeClass === undefined) return null;
  return isStale(claim.nodeClassHash, nodeClass.driftHash) ? 'NodeClassDrift' : null;
}

/** Hashes begin with the version of their making; those of different ones say nothing. */
function isStale(ofClaim: string, ofDefinition: string): boolean {
  const versionOf = (hash: string): string | undefined => hash.split('-')[0];
  return ofClaim !== ofDefinition && versionOf(ofClaim) === versionOf(ofDefinition);
}

/** What a node is bought as, from its labels; managed node groups of EKS say it in their own. */
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
  return capacityTypes.find((type) => type === word) ?? 'on-demand';
}
