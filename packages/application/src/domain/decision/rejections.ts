import type { NodeClaimId } from '@kerf/core';
import type { Rejection } from '@kerf/engine';
import type { Decision } from './decision.js';

/** Returns the rejections that still hold, and the failed repairs, by NodeClaim. */
export function rejectionsByClaim(
  rejected: readonly Decision[],
): ReadonlyMap<NodeClaimId, readonly Rejection[]> {
  const byClaim = new Map<NodeClaimId, Rejection[]>();
  for (const { id, state, body, decidedAt, rejectedUntil } of rejected) {
    if (body.type !== 'Disrupt' || decidedAt === null || rejectedUntil === null) continue;
    const { reason, savingMicroUsdPerHour, candidates } = body.command;
    for (const { nodeClaimId } of candidates) {
      const known = byClaim.get(nodeClaimId) ?? [];
      byClaim.set(nodeClaimId, [
        ...known,
        {
          decisionId: id,
          ...(state === 'Failed' && { isFailure: true as const }),
          reason,
          at: decidedAt,
          until: rejectedUntil,
          savingMicroUsdPerHour,
        },
      ]);
    }
  }
  return byClaim;
}
