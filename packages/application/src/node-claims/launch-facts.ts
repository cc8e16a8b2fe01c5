import { AppError, type ClusterId, type NodeClaimId } from '@kerf/core';
import type { InstanceType, LaunchReason, ResourceList } from '@kerf/engine';
import { type KnownCluster, requireCluster, requireKnown } from '../clusters/require-cluster.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../definitions/definition.js';
import type { LaunchRequest } from '../ports/cloud-provider.js';
import type { Ports } from '../ports/ports.js';
import {
  instanceTypesOf,
  type OfferingSources,
} from '../provisioning/instance-types-by-node-pool.js';
import { livingClaimStates } from '../provisioning/load-snapshot.js';
import type { LaunchOptions, NodeClaim } from './node-claim.js';

/** What launches look at right before buying, read once for all claims of a job. */
export interface LaunchFacts {
  readonly cluster: KnownCluster;
  readonly nodePools: ReadonlyMap<string, NodePoolDefinition>;
  readonly nodeClasses: ReadonlyMap<string, NodeClassDefinition>;
  /** By pool that has limits: what its living claims bring, `null` for one without an instance. */
  readonly capacities: ReadonlyMap<string, ReadonlyMap<NodeClaimId, ResourceList | null>>;
  readonly launchOptions: ReadonlyMap<NodeClaimId, LaunchOptions>;
  readonly offerings: OfferingSources;
}

/**
 * @throws CLUSTER.UNREACHABLE while the cluster's account is not known, CATALOG.UNAVAILABLE with a
 * retry while the region's instance types are not
 */
export async function readLaunchFacts(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
  claims: readonly NodeClaim[],
): Promise<LaunchFacts> {
  const cluster = requireKnown(await requireCluster(store, clusterId));
  const scope = { accountId: cluster.facts.accountId, region: cluster.region };
  const catalog = await store.catalog.facts(scope);
  if (catalog === null) {
    throw new AppError({
      code: 'CATALOG.UNAVAILABLE',
      message: `the instance types of ${cluster.region} have not been read yet`,
      retry: { kind: 'backoff' },
    });
  }
  const nodePools = byName(await store.definitions.nodePools(clusterId));
  const capacities = new Map<string, ReadonlyMap<NodeClaimId, ResourceList | null>>();
  for (const name of new Set(claims.map(({ nodePool }) => nodePool))) {
    if (Object.keys(nodePools.get(name)?.spec.limits ?? {}).length === 0) continue;
    capacities.set(name, await store.nodeClaims.capacities(clusterId, name, livingClaimStates));
  }
  return {
    cluster,
    nodePools,
    nodeClasses: byName(await store.definitions.nodeClasses(clusterId)),
    capacities,
    launchOptions: await store.nodeClaims.launchOptions(claims.map(({ id }) => id)),
    offerings: {
      catalog,
      spotPrices: await store.catalog.spotPrices(scope),
      unavailable: await store.catalog.unavailableOfferings(clusterId, clock.now()),
      settings: cluster.settings,
    },
  };
}

const byName = <T extends { readonly name: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [item.name, item]));

/** What the cloud is asked for a claim, or why it cannot be asked. */
export function launchRequest(
  ports: Pick<Ports, 'instanceTypes' | 'memory'>,
  facts: LaunchFacts,
  { claim, isRepeat }: { readonly claim: NodeClaim; readonly isRepeat: boolean },
): LaunchRequest | LaunchReason {
  const { cluster } = facts;
  const nodeClass = facts.nodeClasses.get(claim.nodeClass);
  if (nodeClass === undefined || nodeClass.resolution === null) {
    return {
      code: 'NODE_CLASS_NOT_READY',
      nodeClass: claim.nodeClass,
      detail: 'it was deleted, or has not been looked up',
    };
  }
  const launchOptions = facts.launchOptions.get(claim.id);
  if (launchOptions === undefined) {
    return { code: 'LAUNCH_REFUSED', detail: 'it is not recorded what may be bought for it' };
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
    instanceTypes: namedOf(
      instanceTypesOf(ports, cluster.id, nodeClass, facts.offerings),
      launchOptions,
    ),
    requirements: launchOptions.requirements,
    requests: claim.plan.requests,
  };
}

function namedOf(
  types: readonly InstanceType[],
  { instanceTypes }: LaunchOptions,
): readonly InstanceType[] {
  const names = new Set(instanceTypes.map(({ name }) => name));
  return types.filter(({ name }) => names.has(name));
}
