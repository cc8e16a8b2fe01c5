import { driftOf } from '../domain/node-claim/drift.js';
import type { Ports } from '../ports/ports.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

/**
 * Records changes of the NodeClaims' drift, with the time since when: the first to drift is
 * disrupted first.
 */
export async function recordDrift(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  loaded: Pick<LoadedSnapshot, 'cluster' | 'claims' | 'nodePools' | 'nodeClasses'>,
): Promise<void> {
  const now = clock.now();
  const changed = loaded.claims.flatMap((claim) => {
    const drift = driftOf(claim, loaded, now);
    return drift === claim.drift ? [] : [{ id: claim.id, drift }];
  });
  if (changed.length === 0) return;
  await store.transaction((tx) => tx.nodeClaims.noteDrifts(loaded.cluster.id, changed));
}
