import type { ClusterId, Instant, NodeClaimId } from '@kerf/core';
import type { SchedulingResult } from '@kerf/engine';
import type { Decision } from '../domain/decision/decision.js';
import type { Repositories } from '../ports/store.js';

/**
 * Records in interruption warnings which NodeClaims are launched for their pods. A warning whose
 * pods are all unschedulable stays unchanged; a later batch includes its pods.
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
    const replacements = placed.flatMap((uid) => claimByPod.get(uid) ?? []);
    return [{ id, replacementClaimIds: [...new Set(replacements)].sort() }];
  });
  await tx.interruptions.recordPlacements(solved.now, placements);
}
