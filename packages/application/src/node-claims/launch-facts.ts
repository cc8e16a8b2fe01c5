import type { ClusterId, NodeClaimId } from '@kerf/core';
import type { InstanceType, LaunchReason, ResourceList } from '@kerf/engine';
import { type KnownCluster, requireCluster, requireKnown } from '../clusters/api.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import type { DefinitionRefusal } from '../domain/definition/definition-refusal.js';
import {
  type LaunchOptions,
  livingClaimStates,
  type NodeClaim,
} from '../domain/node-claim/node-claim.js';
import type { LaunchRequest } from '../ports/cloud-provider.js';
import type { Ports } from '../ports/ports.js';
import { requestedDrivers } from '../snapshot/claim-node.js';
import { instanceTypesOf } from '../snapshot/instance-types-by-node-pool.js';
import { loadOfferings } from '../snapshot/load-offerings.js';
import { type PausesInForce, pausesInForce } from '../snapshot/pauses-in-force.js';
import { claimsBeingRemoved } from './claims-being-removed.js';
import { type LaunchSpendLimit, launchSpendLimits } from './launch-spend-limits.js';

/** The data that launches depend on, read once for all NodeClaims of a job. */
export interface LaunchFacts {
  readonly cluster: KnownCluster;
  readonly nodePools: ReadonlyMap<string, NodePoolDefinition>;
  readonly nodeClasses: ReadonlyMap<string, NodeClassDefinition>;
  readonly refusals: readonly DefinitionRefusal[];
  /**
   * By NodePool with limits: the capacity of its living NodeClaims, `null` for one without an
   * instance.
   */
  readonly capacities: ReadonlyMap<string, ReadonlyMap<NodeClaimId, ResourceList | null>>;
  /** NodeClaims that executing decisions remove; empty, as {@link capacities}, without limits. */
  readonly leaving: ReadonlySet<NodeClaimId>;
  readonly launchOptions: ReadonlyMap<NodeClaimId, LaunchOptions>;
  readonly pauses: PausesInForce;
  /** The hourly spend limits; empty, as {@link spending}, if there are none. */
  readonly spendLimits: readonly LaunchSpendLimit[];
  /** The living NodeClaims. */
  readonly spending: readonly NodeClaim[];
  /** By EC2NodeClass of a NodeClaim: its current instance types. */
  readonly instanceTypes: ReadonlyMap<string, readonly InstanceType[]>;
}

/**
 * Reads what launches depend on, once for all NodeClaims of a job.
 * @throws CLUSTER.UNREACHABLE while the cluster's account is unknown, CATALOG.UNAVAILABLE with a
 * retry while the region's instance types are unknown
 */
export async function readLaunchFacts(
  ports: Pick<Ports, 'store' | 'clock' | 'instanceTypes' | 'memory'>,
  clusterId: ClusterId,
  claims: readonly NodeClaim[],
): Promise<LaunchFacts> {
  const { store } = ports;
  const cluster = requireKnown(await requireCluster(store, clusterId));
  const now = ports.clock.now();
  const nodeClasses = await store.definitions.nodeClasses(clusterId);
  const [nodePools, refusals, launchOptions, offerings, pauses, spendLimits] = await Promise.all([
    store.definitions.nodePools(clusterId),
    store.definitions.refusals(clusterId),
    store.nodeClaims.launchOptions(claims.map(({ id }) => id)),
    loadOfferings(store, cluster, { now, nodeClasses }),
    pausesInForce(store, clusterId, now),
    launchSpendLimits(store, clusterId),
  ]);
  const capacities = new Map<string, ReadonlyMap<NodeClaimId, ResourceList | null>>();
  const requestedPools = new Set(claims.map(({ nodePool }) => nodePool));
  for (const { name, spec } of nodePools) {
    if (!requestedPools.has(name) || Object.keys(spec.limits).length === 0) continue;
    capacities.set(name, await store.nodeClaims.capacities(clusterId, name, livingClaimStates));
  }
  const requestedClasses = new Set(claims.map(({ nodeClass }) => nodeClass));
  return {
    cluster,
    nodePools: new Map(nodePools.map((pool) => [pool.name, pool])),
    nodeClasses: new Map(nodeClasses.map((nodeClass) => [nodeClass.name, nodeClass])),
    refusals,
    capacities,
    leaving: capacities.size === 0 ? new Set() : await claimsBeingRemoved(store, clusterId),
    launchOptions,
    pauses,
    spendLimits,
    spending:
      spendLimits.length === 0 ? [] : await store.nodeClaims.inStates(clusterId, livingClaimStates),
    instanceTypes: new Map(
      nodeClasses
        .filter(({ name }) => requestedClasses.has(name))
        .map((one) => [one.name, instanceTypesOf(ports, clusterId, one, offerings)]),
    ),
  };
}

/** Returns the launch request for a NodeClaim, or the reason why it cannot be launched. */
export function launchRequest(
  facts: LaunchFacts,
  { claim, isRepeat }: { readonly claim: NodeClaim; readonly isRepeat: boolean },
): LaunchRequest | LaunchReason {
  const { cluster } = facts;
  const nodeClass = facts.nodeClasses.get(claim.nodeClass);
  if (nodeClass === undefined || nodeClass.resolution === null) {
    return {
      code: 'NODE_CLASS_NOT_READY',
      nodeClass: claim.nodeClass,
      detail: 'it was deleted or is not resolved yet',
    };
  }
  const launchOptions = facts.launchOptions.get(claim.id);
  if (launchOptions === undefined) {
    return { code: 'LAUNCH_REFUSED', detail: 'its launch options are not recorded' };
  }
  return {
    token: claim.id,
    isRepeat,
    nodeClaimName: claim.name,
    nodePool: claim.nodePool,
    nodeClass: { name: nodeClass.name, spec: nodeClass.spec },
    resolution: nodeClass.resolution,
    cluster,
    labels: claim.plan.labels,
    taints: claim.plan.taints,
    startupTaints: claim.plan.startupTaints,
    options: launchOptions.instanceTypes,
    instanceTypes: namedOf(facts.instanceTypes.get(nodeClass.name) ?? [], launchOptions),
    requirements: launchOptions.requirements,
    requests: claim.plan.requests,
    drivers: requestedDrivers(claim.plan),
  };
}

/**
 * Returns the instance types of the launch options, with the capacity that NodeOverlays added when
 * the launch was planned.
 */
function namedOf(
  types: readonly InstanceType[],
  { instanceTypes }: LaunchOptions,
): readonly InstanceType[] {
  const optionByName = new Map(instanceTypes.map((option) => [option.name, option]));
  return types.flatMap((type) => {
    const option = optionByName.get(type.name);
    return option === undefined ? [] : [withCapacity(type, option.capacityOverlay)];
  });
}

function withCapacity(type: InstanceType, added: ResourceList | undefined): InstanceType {
  if (added === undefined) return type;
  const { capacity, allocatable } = type;
  return {
    ...type,
    capacity: { ...capacity, ...added },
    allocatable: { ...allocatable, ...added },
  };
}
