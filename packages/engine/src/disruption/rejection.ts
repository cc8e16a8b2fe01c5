import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { NodeClaimRef, Rejection } from '../model/node.js';
import type { DisruptionReason } from '../model/node-pool.js';
import type { DisruptionBlock } from '../model/reason.js';

/** A rejected consolidation is proposed again if its savings grow by this factor. */
const materialGrowth = 1.2;

/**
 * Returns the blocker of a rejection that still holds for the NodeClaim and the reason, or `null`.
 * A drift that began after the rejection is a new one.
 */
export function rejectionBlock(
  claim: Pick<NodeClaimRef, 'rejections' | 'driftedAt'>,
  reason: DisruptionReason,
  now: Instant,
): DisruptionBlock | null {
  const rejection = activeRejection(claim, reason, now);
  if (rejection === undefined) return null;
  if (reason === 'Drifted' && (claim.driftedAt ?? 0) > rejection.at) return null;
  return toBlock(rejection);
}

/**
 * Returns the blocker of a rejected consolidation, or `null`. Materially larger savings make it a
 * new one.
 */
export function rejectionOfSaving(
  claim: Pick<NodeClaimRef, 'rejections'>,
  savingMicroUsdPerHour: MicroUsdPerHour | null,
  now: Instant,
): DisruptionBlock | null {
  const rejection = activeRejection(claim, 'Underutilized', now);
  if (rejection === undefined) return null;
  const { savingMicroUsdPerHour: rejected } = rejection;
  const isLarger =
    rejected !== null &&
    savingMicroUsdPerHour !== null &&
    savingMicroUsdPerHour >= rejected * materialGrowth;
  return isLarger ? null : toBlock(rejection);
}

function activeRejection(
  { rejections }: Pick<NodeClaimRef, 'rejections'>,
  reason: DisruptionReason,
  now: Instant,
): Rejection | undefined {
  return rejections
    .filter((rejection) => rejection.reason === reason && rejection.until > now)
    .toSorted((a, b) => b.at - a.at)[0];
}

const toBlock = ({ decisionId, until }: Rejection): DisruptionBlock => ({
  code: 'REJECTED',
  decisionId,
  until,
});
