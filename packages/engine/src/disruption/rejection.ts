import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { NodeClaimRef, Rejection } from '../model/node.js';
import type { DisruptionReason } from '../model/node-pool.js';
import type { DisruptionBlock } from '../model/reason.js';

/** A rejected consolidation is proposed again if its savings grow by this factor. */
const materialGrowth = 1.2;

/** The cause of a disruption. */
interface DisruptionCause {
  readonly reason: DisruptionReason;
  /** When it began; absent if it has no beginning. */
  readonly since?: Instant | null;
}

/**
 * Returns the blocker of a rejection that still holds for the NodeClaim and the reason, or `null`.
 * A cause that began after the rejection is a new one.
 */
export function rejectionBlock(
  claim: Pick<NodeClaimRef, 'rejections'>,
  { reason, since }: DisruptionCause,
  now: Instant,
): DisruptionBlock | null {
  const rejection = activeRejection(claim, reason, now);
  return rejection === undefined || (since ?? 0) > rejection.at ? null : toBlock(rejection);
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

const toBlock = ({ decisionId, until, isFailure }: Rejection): DisruptionBlock => ({
  code: isFailure === true ? 'REPAIR_FAILED' : 'REJECTED',
  decisionId,
  until,
});
