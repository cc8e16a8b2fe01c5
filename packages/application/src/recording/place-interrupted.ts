import type { ClusterId, Instant, NodeClaimId } from '@kerf/core';
import type { SchedulingResult } from '@kerf/engine';
import type { Decision } from '../domain/decision/decision.js';
import type { Repositories } from '../ports/store.js';

/**
 * Notes in the warnings whose pods a solver has placed now what was bought for them.
 * Pods that found no place leave their warning as it is: they are decided on again.
 */
export async function placeInterrupted(
  tx: Repositories,
  solved: {
    readonly clusterId: ClusterId;
    readonly now: Instant;
    readonly result: SchedulingResult;
    readonly decision: Decision | null;
  },
): Promise<void> {
  const { result, decision } = solved;
  const warnings = await tx.interruptions.unplaced(solved.clusterId);
  if (warnings.length === 0) return;
  const claimIds = decision?.body.type === 'Provision' ? decision.body.claims : {};
  const claimByPod = new Map<string, NodeClaimId | undefined>([
    ...result.existingNodes.flatMap(({ podUids }) =>
      podUids.map((uid) => [uid, undefined] as const),
    ),
    ...result.newNodeClaims.flatMap(({ id, podUids }) =>
      podUids.map((uid) => [uid, claimIds[id]] as const),
    ),
  ]);
  const placements = warnings.flatMap(({ id, podUids }) => {
    const placed = podUids.filter((uid) => claimByPod.has(uid));
    if (placed.length === 0) return [];
    const bought = placed.flatMap((uid) => claimByPod.get(uid) ?? []);
    return [{ id, replacementClaimIds: [...new Set(bought)].sort() }];
  });
  await tx.interruptions.notePlacements(solved.now, placements);
}
