import type { LaunchReason } from '@kerf/engine';
import { spansClusters } from '../domain/brake/brake-scope.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import { livingClaimStates, type NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import type { LaunchFacts } from './launch-facts.js';
import { launchRefusal } from './launch-refusal.js';
import { launchSpendLimits } from './launch-spend-limits.js';

/** Requested NodeClaims, divided into the launched and the refused ones. */
export interface Admission {
  /** Now `Launching`. NodeClaims that another writer changed meanwhile are absent. */
  readonly admitted: readonly NodeClaim[];
  readonly refused: readonly { readonly claim: NodeClaim; readonly reason: LaunchReason }[];
}

/**
 * Decides about NodeClaims that are `Requested`, and records those that are launched. Launches under
 * a spend limit that clusters share are admitted one cluster after the other, each on what the
 * others have admitted.
 */
export function admitLaunches(
  { store }: Pick<Ports, 'store'>,
  facts: LaunchFacts,
  requested: readonly NodeClaim[],
): Promise<Admission> {
  return store.transaction(async (tx) => {
    const isShared = facts.spendLimits.some(({ scope }) => spansClusters(scope));
    const known = isShared ? await withSharedSpend(tx, facts) : facts;
    const decided = requested.map((claim) => ({ claim, reason: launchRefusal(known, claim) }));
    const fresh = decided.filter(({ reason }) => reason === null);
    return {
      admitted: await tx.nodeClaims.saveAll(
        fresh.map(({ claim }) => moveNodeClaim(claim, 'Launching')),
      ),
      refused: decided.flatMap(({ claim, reason }) => (reason === null ? [] : [{ claim, reason }])),
    };
  });
}

/** Reads again, under the lock, what launches under shared spend limits depend on. */
async function withSharedSpend(tx: Repositories, facts: LaunchFacts): Promise<LaunchFacts> {
  const { id } = facts.cluster;
  await tx.spendLimits.lockShared();
  return {
    ...facts,
    spendLimits: await launchSpendLimits(tx, id),
    spending: await tx.nodeClaims.inStates(id, livingClaimStates),
  };
}
