import type { ClusterId } from '@kerf/core';
import type { NodeClaim, StandaloneObject } from '../domain/node-claim/node-claim.js';
import type { CachedStandaloneClaim, ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { livingClaimStates } from '../snapshot/load-snapshot.js';
import { requireCluster, requireKnown } from '../snapshot/require-cluster.js';
import {
  findingObject,
  type LaunchPorts,
  launchStandaloneClaim,
} from './launch-standalone-claim.js';
import { withdrawStandaloneClaim } from './withdraw-standalone-claim.js';

/**
 * Brings the NodeClaims that people made in a cluster without a pool and Kerf's record of them
 * together: an object that nobody looks after becomes a claim that is launched, and a claim whose
 * object is being deleted, or is gone, ends. From its launch on it is a claim like any other. Each
 * change of such an object asks for it, and each minute does: what could not be launched is tried
 * again then. In mode `observe` nothing is touched.
 *
 * An object that carries the termination finalizer, and that Kerf has no record of, is another's: a
 * Karpenter is at work on it, and `adoptNodeClaim` takes it over once it is a node.
 * Source: karpenter nodeclaim/lifecycle/launch.go @v1.14.1.
 */
export async function reconcileStandaloneClaims(
  ports: LaunchPorts,
  clusterId: ClusterId,
): Promise<void> {
  const { store } = ports;
  const cluster = requireKnown(await requireCluster(store, clusterId));
  if (cluster.mode === 'observe') return;
  // Claims first: the object of each was there before it, so one that a later view lacks is gone.
  const claims = await store.nodeClaims.inStates(clusterId, livingClaimStates);
  const view = ports.cache.view(clusterId);
  if (view.standaloneNodeClaims === null) return;

  // 1. Claims whose object is on its way out
  for (const claim of claims) {
    if (claim.standalone !== null && !hasObject(claim, claim.standalone, view)) {
      await withdrawStandaloneClaim(ports, claim);
    }
  }

  // 2. Objects that nobody looks after
  const refused: string[] = [];
  const names = new Set(claims.map(({ name }) => name));
  for (const object of view.standaloneNodeClaims) {
    if (names.has(object.name) || !(await isToBeLaunched(ports, clusterId, object))) continue;
    const isLaunched = await launchStandaloneClaim(ports, cluster, object);
    if (!isLaunched) refused.push(findingObject(object));
  }
  await store.transaction((tx) =>
    tx.findings.clearOthers(clusterId, 'STANDALONE_CLAIM_REFUSED', refused),
  );
}

/** True while the claim's object is there and stays. */
function hasObject(
  { name }: NodeClaim,
  { objectUid }: StandaloneObject,
  { standaloneNodeClaims, nodeClaimNames }: ClusterView,
): boolean {
  const object = standaloneNodeClaims?.find((one) => one.name === name);
  // Somebody may have given it a pool's label: it is not standalone any more, and it is there.
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
  // Its own claim has ended, and it is about to be taken out.
  return earlier?.standalone?.objectUid !== uid;
}
