import type { ClusterId } from '@kerf/core';
import { requireCluster, requireKnown } from '../clusters/require-cluster.js';
import { livingClaimStates } from '../provisioning/load-snapshot.js';
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
export async function keepStandaloneClaims(
  ports: LaunchPorts,
  clusterId: ClusterId,
): Promise<void> {
  const { store } = ports;
  const { standaloneNodeClaims: objects } = ports.mirror.view(clusterId);
  if (objects === null) return;
  const cluster = requireKnown(await requireCluster(store, clusterId));
  if (cluster.mode === 'observe') return;
  const claims = await store.nodeClaims.inStates(clusterId, livingClaimStates);

  // 1. Claims whose object is on its way out
  const objectByUid = new Map(objects.map((object) => [object.uid, object]));
  for (const claim of claims) {
    if (claim.standalone === null) continue;
    const object = objectByUid.get(claim.standalone.objectUid);
    if (object !== undefined && object.deletionRequestedAt === null) continue;
    await withdrawStandaloneClaim(ports, claim);
  }

  // 2. Objects that nobody looks after
  const refused: string[] = [];
  const names = new Set(claims.map(({ name }) => name));
  for (const object of objects) {
    if (object.isLookedAfter || object.deletionRequestedAt !== null) continue;
    if (names.has(object.name)) continue;
    const earlier = await store.nodeClaims.findByName(clusterId, object.name);
    // It has ended, and its object is about to be taken out.
    if (earlier?.standalone?.objectUid === object.uid) continue;
    const isLaunched = await launchStandaloneClaim(ports, cluster, object);
    if (!isLaunched) refused.push(findingObject(object));
  }
  await store.transaction((tx) =>
    tx.findings.clearOthers(clusterId, 'STANDALONE_CLAIM_REFUSED', refused),
  );
}
