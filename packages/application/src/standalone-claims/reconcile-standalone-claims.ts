import type { ClusterId } from '@kerf/core';
import { type KnownCluster, requireCluster, requireKnown } from '../clusters/api.js';
import {
  livingClaimStates,
  type NodeClaim,
  type StandaloneObject,
} from '../domain/node-claim/node-claim.js';
import { claimed, named, Sweep } from '../domain/operation/sweep.js';
import type { CachedStandaloneClaim, ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import {
  findingObject,
  type LaunchPorts,
  launchStandaloneClaim,
} from './launch-standalone-claim.js';
import { withdrawStandaloneClaim } from './withdraw-standalone-claim.js';

/**
 * Reconciles standalone NodeClaims (created by users, without a NodePool) with Kerf's records. A
 * new object is launched; a NodeClaim whose object is being deleted or is gone is terminated. After
 * its launch it is treated like any other NodeClaim. Runs on each change of such an object, and
 * every minute to retry failed launches. In mode `observe` nothing is launched; while another
 * controller acts in the cluster, nothing is changed.
 *
 * An object with the termination finalizer and without a record belongs to a running Karpenter;
 * `adoptNodeClaim` adopts it once it has a node.
 * Source: karpenter nodeclaim/lifecycle/launch.go @v1.14.1.
 */
export async function reconcileStandaloneClaims(
  ports: LaunchPorts,
  clusterId: ClusterId,
): Promise<void> {
  const { store } = ports;
  const cluster = requireKnown(await requireCluster(store, clusterId));
  if (cluster.hold !== null) return;
  // NodeClaims are read first: their objects existed before, so an object missing in the later view
  // is gone.
  const claims = await store.nodeClaims.inStates(clusterId, livingClaimStates);
  const view = ports.cache.view(clusterId);
  if (view.standaloneNodeClaims === null) return;

  // 1. NodeClaims whose object is deleted or being deleted
  const sweep = new Sweep();
  const withdrawn = claims.filter(
    (claim) => claim.standalone !== null && !hasObject(claim, claim.standalone, view),
  );
  await sweep.each(withdrawn, claimed, (claim) => withdrawStandaloneClaim(ports, claim));

  // 2. Objects without a NodeClaim
  if (cluster.mode !== 'observe') {
    const names = new Set(claims.map(({ name }) => name));
    const others = view.standaloneNodeClaims.filter(({ name }) => !names.has(name));
    await launchObjects(ports, cluster, { sweep, objects: others });
  }
  sweep.conclude();
}

async function launchObjects(
  ports: LaunchPorts,
  cluster: KnownCluster,
  { sweep, objects }: { readonly sweep: Sweep; readonly objects: readonly CachedStandaloneClaim[] },
): Promise<void> {
  const refused: string[] = [];
  for (const object of objects) {
    const isDone = await sweep.attempt(
      named('NodeClaim', object.name),
      async () =>
        !(await isToBeLaunched(ports, cluster.id, object)) ||
        (await launchStandaloneClaim(ports, cluster, object)),
    );
    // An earlier refusal of an object that could not be looked at now still holds.
    if (isDone !== true) refused.push(findingObject(object));
  }
  await ports.store.transaction((tx) =>
    tx.findings.clearOthers(cluster.id, 'STANDALONE_CLAIM_REFUSED', refused),
  );
}

/** Returns true while the NodeClaim's object exists and is not being deleted. */
function hasObject(
  { name }: NodeClaim,
  { objectUid }: StandaloneObject,
  { standaloneNodeClaims, nodeClaimNames }: ClusterView,
): boolean {
  const object = standaloneNodeClaims?.find((one) => one.name === name);
  // With a NodePool label the object is no longer standalone, but it still exists.
  if (object === undefined) return nodeClaimNames.includes(name);
  return object.uid === objectUid && object.deletionRequestedAt === null;
}

async function isToBeLaunched(
  { store }: Pick<Ports, 'store'>,
  clusterId: ClusterId,
  { name, uid, hasTerminationFinalizer, deletionRequestedAt }: CachedStandaloneClaim,
): Promise<boolean> {
  if (hasTerminationFinalizer || deletionRequestedAt !== null) return false;
  const earlier = await store.nodeClaims.findByName(clusterId, name);
  // With the same UID, its NodeClaim has ended and the object is about to be removed.
  return earlier?.standalone?.objectUid !== uid;
}
