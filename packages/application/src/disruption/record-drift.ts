import { restampedHashes } from '../domain/node-claim/restamp-hashes.js';
import type { Ports } from '../ports/ports.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

/**
 * Records changes of the NodeClaims' drift, with the time since when: the first to drift is
 * disrupted first. NodeClaims with hashes of another version, such as those of a Karpenter, get the
 * current hashes; these are then synced to their objects.
 */
export async function recordDrift(
  { store, clock, memory }: Pick<Ports, 'store' | 'clock' | 'memory'>,
  loaded: Pick<LoadedSnapshot, 'cluster' | 'claims' | 'nodePools' | 'nodeClasses' | 'drifts'>,
): Promise<void> {
  const { cluster, claims, drifts } = loaded;
  const changed = claims.flatMap((claim) => {
    const drift = drifts.get(claim.id) ?? null;
    return drift === claim.drift ? [] : [{ id: claim.id, drift }];
  });
  const restamped = claims.flatMap((claim) => {
    const hashes = restampedHashes(claim, loaded, claim.drift?.reason ?? null);
    return hashes === null ? [] : [{ claim, hashes: { id: claim.id, ...hashes } }];
  });
  if (changed.length === 0 && restamped.length === 0) return;
  for (const { claim } of restamped) memory.published.forgetShown(claim);
  await store.transaction(async (tx) => {
    const version = clock.now();
    await tx.changes.publish({ topic: 'nodeClaim', clusterId: cluster.id, id: null, version });
    if (changed.length > 0) await tx.nodeClaims.setDrifts(cluster.id, changed);
    if (restamped.length === 0) return;
    await tx.nodeClaims.setHashes(
      cluster.id,
      restamped.map(({ hashes }) => hashes),
    );
    await tx.outbox.add(
      restamped.map(({ claim: { id } }) => ({
        message: { type: 'node-claim.sync', clusterId: cluster.id, nodeClaimId: id },
        deliverAt: clock.now(),
      })),
    );
  });
}
