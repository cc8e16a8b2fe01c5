import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { cloudTargetOf, requireCluster, requireKnown } from '../clusters/api.js';
import type { ClusterSettings } from '../domain/cluster/cluster.js';
import type { NodeClassDefinition, NodeClassResolution } from '../domain/definition/definition.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { reconcileStaticPoolsSoon } from '../recording/reconcile-static-pools-soon.js';
import { reconcileStandaloneClaimsAt } from '../standalone-claims/api.js';
import { launchableTypes } from './launchable-types.js';

/** How often EC2NodeClasses are resolved. */
const resolveEveryMs: DurationMs = 60_000;

type ResolvePorts = Pick<Ports, 'store' | 'clock' | 'cloud' | 'instanceTypes' | 'memory'>;

/** Resolves the selectors of an EC2NodeClass: subnets, security groups, AMIs and reservations. */
export async function resolveNodeClass(
  ports: ResolvePorts,
  input: { readonly clusterId: ClusterId; readonly name: string },
): Promise<JobOutcome> {
  const found = await ports.store.definitions.find(input.clusterId, 'EC2NodeClass', input.name);
  if (found?.kind !== 'EC2NodeClass') return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const known = recentSecurityGroups(found, cluster.settings, ports.clock.now());
  const resolved = await ports.cloud.resolveNodeClass(
    cloudTargetOf(cluster),
    {
      ...found,
      cluster,
      knownSecurityGroups: known?.securityGroups ?? null,
      launchableTypes: cluster.settings.dryRunChecks
        ? launchableTypes(ports, cluster, found)
        : null,
    },
    cluster.facts.kubernetesVersion,
    cluster.mode,
  );
  const { resolvedAt } = resolved;
  // A time that nobody uses would be a change of the cluster each minute.
  const resolution: NodeClassResolution = keepsSecurityGroups(cluster.settings)
    ? {
        ...resolved,
        securityGroupLookup: known?.securityGroupLookup ?? {
          at: resolvedAt,
          terms: termsOf(found),
        },
      }
    : resolved;
  await ports.store.transaction(async (tx) => {
    const isSaved = await tx.definitions.saveResolution(found, resolution);
    if (!isSaved || isSameInEffect(found.resolution, resolution)) return;
    // Static NodePools of the EC2NodeClass, and standalone NodeClaims, may have waited for it.
    await tx.outbox.add([reconcileStandaloneClaimsAt(input.clusterId, ports.clock.now())]);
    await reconcileStaticPoolsSoon(
      ports,
      tx,
      input.clusterId,
      ({ spec }) => spec.template.spec.nodeClassRef.name === input.name,
    );
    // The readiness of all NodePools that refer to the EC2NodeClass may change, so no single object
    // is named.
    await tx.changes.publish({
      topic: 'definition',
      clusterId: input.clusterId,
      id: null,
      version: resolvedAt,
    });
  });
  return done;
}

/**
 * Returns the last look-up of the security groups, unless it found none, the selector has changed, or
 * the setting asks for a new one: always with the least interval, which is that of this job.
 */
function recentSecurityGroups(
  nodeClass: NodeClassDefinition,
  settings: ClusterSettings,
  now: Instant,
): Pick<NodeClassResolution, 'securityGroups' | 'securityGroupLookup'> | null {
  const { resolution } = nodeClass;
  const lookup = resolution?.securityGroupLookup;
  if (lookup === undefined || resolution === null || resolution.securityGroups.length === 0) {
    return null;
  }
  const isSameSelector = lookup.terms === termsOf(nodeClass);
  const isRecent = now - lookup.at < settings.securityGroupRefreshMs - resolveEveryMs / 2;
  return isSameSelector && isRecent && keepsSecurityGroups(settings) ? resolution : null;
}

const keepsSecurityGroups = ({ securityGroupRefreshMs }: ClusterSettings): boolean =>
  securityGroupRefreshMs > resolveEveryMs;

const termsOf = ({ spec }: Pick<NodeClassDefinition, 'spec'>): string =>
  JSON.stringify(spec.securityGroupSelectorTerms);

/** Resolves all EC2NodeClasses of a cluster; a failure of one does not prevent the others. */
export async function resolveNodeClasses(
  ports: ResolvePorts,
  input: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const nodeClasses = await ports.store.definitions.nodeClasses(input.clusterId);
  const sweep = new Sweep();
  await sweep.atOnce(
    nodeClasses,
    ({ name }) => named('EC2NodeClass', name),
    ({ name }) => resolveNodeClass(ports, { ...input, name }),
  );
  sweep.conclude();
  return done;
}

/**
 * Returns true when users would see no difference, and decisions would be the same: free addresses
 * and the lookup time always change.
 */
function isSameInEffect(before: NodeClassResolution | null, after: NodeClassResolution): boolean {
  const essence = (resolution: NodeClassResolution | null): string =>
    JSON.stringify([
      resolution?.subnets.map(({ id }) => id),
      resolution?.securityGroups,
      resolution?.images.map(({ id }) => id),
      resolution?.capacityReservations?.map(({ id, state, freeInstances }) => [
        id,
        state,
        freeInstances,
      ]),
      resolution?.placementGroup,
      resolution?.instanceProfile,
      resolution?.userDataBytes,
      resolution?.problems,
    ]);
  return essence(before) === essence(after);
}
