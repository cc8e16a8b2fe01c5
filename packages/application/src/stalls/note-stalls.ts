import type { ClusterId } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { stallOf } from './stall-of.js';

const code = 'TERMINATION_STALLED';

/**
 * Records a finding for each terminating NodeClaim without progress, and clears those of the
 * others. Call it every minute. Does nothing while the state of the cluster is unknown.
 */
export async function noteStalledTerminations(
  { store, clock, cache }: Pick<Ports, 'store' | 'clock' | 'cache'>,
  clusterId: ClusterId,
): Promise<void> {
  const view = viewIfSynced({ cache }, clusterId);
  if (view === null) return;
  const at = clock.now();
  const claims = await store.nodeClaims.inStates(clusterId, ['Terminating']);
  const nodeOf = nodeFinder(view.nodes);
  const findings = claims.flatMap((claim) => {
    if (claim.termination === null) return [];
    const seen = {
      node: nodeOf(claim),
      budgets: view.podDisruptionBudgets,
      now: at,
    };
    const stall = stallOf({ ...claim, termination: claim.termination }, seen);
    return stall === null ? [] : [{ ...stall, object: `NodeClaim/${claim.name}`, at }];
  });
  await replaceFindings({ store }, { clusterId, code }, findings);
}
