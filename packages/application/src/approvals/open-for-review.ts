import type { Decision } from '../domain/decision/decision.js';
import { isExpectedVersion } from '../domain/expected-version.js';
import { can } from '../domain/identity/access.js';
import type { AccessAction } from '../domain/identity/access-action.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import type { DecideInput, DecideOutcome } from './decide-outcome.js';

/** A decision that awaits approval, as the caller saw it, locked until the transaction ends. */
export interface OpenDecision {
  readonly kind: 'Open';
  readonly decision: Decision;
}

type Seen = Pick<DecideInput, 'decisionId' | 'expectedVersion' | 'planDigest'> & {
  /** The right that the caller needs; by default that to approve. */
  readonly action?: AccessAction;
  /** Decisions that do not await approval, but that the caller may act on, too. */
  readonly alsoOpen?: (decision: Decision) => boolean;
};

/**
 * Returns the decision if the caller may act on it and saw its current plan; otherwise why not.
 * Reviews of one decision run one after the other, so each counts those before it.
 */
export async function openForReview(
  { clock }: Pick<Ports, 'clock'>,
  tx: Repositories,
  principal: Principal,
  seen: Seen,
): Promise<OpenDecision | DecideOutcome> {
  const { decisionId, action = 'decision.approve', alsoOpen = () => false } = seen;
  await tx.decisions.lock(decisionId);
  const decision = await tx.decisions.find(decisionId);
  if (decision === null) return { kind: 'NotFound' };
  const { clusterId, nodePools } = decision;
  const access = can(principal, action, { kind: 'NodePools', clusterId, nodePools });
  if (!access.isAllowed) {
    return { kind: 'Refused', refusal: { code: 'Forbidden', message: access.reason } };
  }
  const isOpen = decision.state === 'AwaitingApproval' || alsoOpen(decision);
  if (
    !isOpen &&
    ['Approved', 'Executing', 'Executed', 'Failed', 'Rejected'].includes(decision.state)
  ) {
    return { kind: 'AlreadyDecided', decision };
  }
  if (!isOpen || !isAsSeen(decision, seen)) return { kind: 'Stale', decision };
  // The worker records the expiry later.
  if (decision.expiresAt !== null && decision.expiresAt <= clock.now()) {
    return { kind: 'Expired', decision };
  }
  return { kind: 'Open', decision };
}

const isAsSeen = (
  { version, approval }: Decision,
  { expectedVersion, planDigest = null }: Seen,
): boolean =>
  isExpectedVersion(version, expectedVersion) &&
  (planDigest === null || planDigest === approval?.planDigest);
