import { type ClusterId, type DurationMs, tagKeys } from '@kerf/core';
import { cloudTargetOf, type KnownCluster, requireCluster, requireKnown } from '../clusters/api.js';
import {
  livingClaimStates,
  type NodeClaim,
  type NodeClaimState,
} from '../domain/node-claim/node-claim.js';
import { claimed, named, Sweep } from '../domain/operation/sweep.js';
import type { CloudInstance } from '../ports/cloud-provider.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { requestTermination } from '../recording/request-termination.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { recordInstances } from './record-instances.js';

type CollectPorts = Pick<Ports, 'store' | 'clock' | 'cloud' | 'cache'>;

/**
 * Minimum age of an instance to collect: a younger one may belong to a launch that is not recorded
 * yet. Source: karpenter aws. EC2's lists are eventually consistent, so an instance that was
 * launched less than this time ago may also be missing from them.
 */
const youngMs = 30_000;
/** Maximum age of launch templates, long enough that most launches reuse one. */
const templateAgeMs: DurationMs = 24 * 3_600_000;

/**
 * Compares the instances with this cluster's tags with the NodeClaims:
 * - Terminates an instance that no living NodeClaim owns. An instance whose NodeClaim object exists
 *   in the cluster but not in Kerf's records stays, because it is to be adopted.
 * - Starts the termination of a NodeClaim whose instance is gone, unless its node is still Ready or
 *   it was launched less than 30 s ago.
 * - Records image, subnet and security groups of the instances.
 * - Removes the NodeClaim object of a NodeClaim that has ended.
 * - Deletes launch templates that are older than one day.
 *
 * Does nothing in mode `observe`. An instance or NodeClaim that is refused stays, and keeps no other
 * from being handled.
 */
export async function collectGarbage(ports: CollectPorts, clusterId: ClusterId): Promise<void> {
  const cluster = requireKnown(await requireCluster(ports.store, clusterId));
  if (cluster.mode === 'observe') return;
  const view = ports.cache.view(clusterId);
  // NodeClaims first: an instance that is launched after this read is too young to collect.
  const claims = await ports.store.nodeClaims.inStates(clusterId, livingClaimStates);
  const instances = await ports.cloud.listInstances(cloudTargetOf(cluster));
  const sweep = new Sweep();
  const sighting = { sweep, cluster, view, claims, instances };
  const whole = { kind: 'Cluster', id: clusterId, name: cluster.name } as const;
  await sweep.attempt(whole, () => recordInstances(ports, clusterId, { claims, instances }));
  await endUnownedInstances(ports, sighting);
  await endInstancelessClaims(ports, sighting);
  await removeEndedObjects(ports, sighting);
  await sweep.attempt(whole, () =>
    ports.cloud.removeLaunchTemplates(cloudTargetOf(cluster), ports.clock.now() - templateAgeMs),
  );
  sweep.conclude();
}

interface Sighting {
  readonly sweep: Sweep;
  readonly cluster: KnownCluster;
  readonly view: ClusterView;
  readonly claims: readonly NodeClaim[];
  readonly instances: readonly CloudInstance[];
}

async function endUnownedInstances(ports: CollectPorts, sighting: Sighting): Promise<void> {
  const { sweep, cluster, view, claims, instances } = sighting;
  const now = ports.clock.now();
  const owned = new Set(claims.map((claim) => claim.instance?.providerId));
  const launching = new Set(
    claims.flatMap((claim) => (claim.instance === null ? [claim.name] : [])),
  );
  const launched = new Set(
    claims.flatMap((claim) => (claim.instance === null ? [] : [claim.name])),
  );
  const adoptable = new Set(view.nodeClaimNames.filter((name) => !launched.has(name)));
  const unowned = instances.filter((instance) => {
    const name = instance.tags[tagKeys.nodeClaim];
    if (name === undefined || owned.has(instance.providerId)) return false;
    if (instance.state === 'shutting-down' || instance.state === 'terminated') return false;
    // EKS Auto Mode also tags its instances with the cluster, but has no EC2NodeClass.
    if (instance.tags[tagKeys.nodeClass] === undefined) return false;
    if (launching.has(name) || adoptable.has(name)) return false;
    return now - instance.launchedAt >= youngMs;
  });
  await sweep.each(
    unowned,
    ({ instanceId }) => named('Instance', instanceId),
    (instance) => endUnowned(ports, cluster, instance),
  );
}

async function endUnowned(
  ports: CollectPorts,
  cluster: KnownCluster,
  { instanceId, providerId, tags }: CloudInstance,
): Promise<void> {
  const { id: clusterId } = cluster;
  const name = tags[tagKeys.nodeClaim] ?? '';
  if (await isRecorded(ports, clusterId, { providerId })) return;
  if (await isExpected(ports, { clusterId, name, providerId })) return;
  await ports.cloud.terminate(cloudTargetOf(cluster), instanceId);
  await ports.store.transaction((tx) =>
    tx.findings.record({
      clusterId,
      code: 'INSTANCE_WITHOUT_CLAIM',
      object: `Instance/${instanceId}`,
      message: `The instance had no NodeClaim (its tag has ${name}) and was terminated.`,
      at: ports.clock.now(),
    }),
  );
}

/**
 * Returns true if a living NodeClaim has the instance. Lists of NodeClaims omit an unreadable row;
 * these queries do not read its JSON, so they find it.
 */
async function isRecorded(
  { store }: Pick<Ports, 'store'>,
  clusterId: ClusterId,
  { providerId }: Pick<CloudInstance, 'providerId'>,
): Promise<boolean> {
  const ids = await store.nodeClaims.idsByProviderId(clusterId, [providerId]);
  const progress = await store.nodeClaims.progressOf([...ids.values()]);
  const living: readonly NodeClaimState[] = livingClaimStates;
  return progress.some(({ state }) => living.includes(state));
}

/**
 * Returns true if a living NodeClaim with this name has the instance, or none yet. It may have been
 * requested after the NodeClaims were read; with clocks that differ, the age of the instance does
 * not show that.
 */
async function isExpected(
  { store }: Pick<Ports, 'store'>,
  {
    clusterId,
    name,
    providerId,
  }: Pick<NodeClaim, 'clusterId' | 'name'> & {
    readonly providerId: string;
  },
): Promise<boolean> {
  const claim = await store.nodeClaims.findByName(clusterId, name);
  const living: readonly NodeClaimState[] = livingClaimStates;
  if (claim === null || !living.includes(claim.state)) return false;
  return claim.instance === null || claim.instance.providerId === providerId;
}

async function endInstancelessClaims(ports: CollectPorts, sighting: Sighting): Promise<void> {
  const { sweep, view, claims, instances } = sighting;
  const now = ports.clock.now();
  const present = new Set(
    instances.filter(({ state }) => state !== 'terminated').map(({ providerId }) => providerId),
  );
  const nodeOf = nodeFinder(view.nodes);
  const instanceless = claims.filter((claim) => {
    if (claim.state !== 'Registered' && claim.state !== 'Initialized') return false;
    if (claim.instance === null || present.has(claim.instance.providerId)) return false;
    if (now - (claim.launchedAt ?? 0) < youngMs) return false;
    return nodeOf(claim)?.isReady !== true;
  });
  await sweep.each(instanceless, claimed, (claim) => endInstanceless(ports, claim));
}

async function endInstanceless(ports: CollectPorts, claim: NodeClaim): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const saved = await requestTermination(ports, tx, claim, { reason: 'GarbageCollected' });
    if (saved === null) return;
    await tx.findings.record({
      clusterId: claim.clusterId,
      code: 'CLAIM_WITHOUT_INSTANCE',
      object: `NodeClaim/${claim.name}`,
      message: `Instance ${claim.instance?.instanceId} does not exist, and its node is not Ready.`,
      at: ports.clock.now(),
    });
  });
}

async function removeEndedObjects(ports: CollectPorts, sighting: Sighting): Promise<void> {
  const { sweep, cluster, view, claims } = sighting;
  const living = new Set(claims.map(({ name }) => name));
  const uidByName = new Map(view.standaloneNodeClaims?.map(({ name, uid }) => [name, uid]));
  await sweep.each(
    view.nodeClaimNames.filter((name) => !living.has(name)),
    (name) => named('NodeClaim', name),
    (name) => removeIfEnded(ports, cluster.id, { name, uid: uidByName.get(name) }),
  );
}

/** @param object with its UID if a user has created it */
async function removeIfEnded(
  { store, clock }: CollectPorts,
  clusterId: ClusterId,
  { name, uid }: { readonly name: string; readonly uid: string | undefined },
): Promise<void> {
  const claim = await store.nodeClaims.findByName(clusterId, name);
  if (claim?.state !== 'Terminated' && claim?.state !== 'LaunchFailed') return;
  // A user has created another object with the same name.
  if (uid !== undefined && uid !== claim.standalone?.objectUid) return;
  await store.transaction((tx) =>
    tx.outbox.add([
      {
        message: { type: 'node-claim.sync', clusterId, nodeClaimId: claim.id },
        deliverAt: clock.now(),
      },
    ]),
  );
}
