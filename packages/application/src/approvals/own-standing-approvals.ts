import type { Instant } from '@kerf/core';
import type { ApprovalRule } from '../domain/approval/approval-policy.js';
import { personIdOf } from '../domain/approval/review.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { reviewerOf } from './reviewer-of.js';

type Stores = Pick<Repositories, 'access' | 'approvalPolicies' | 'identity' | 'trustRules'>;

/**
 * Returns the rules of the standing approvals in force that the person behind the caller made,
 * also with tokens. Their maker may end them without the right to read the policy.
 */
export async function ownStandingApprovals(
  stores: Stores,
  principal: Principal,
  now: Instant,
): Promise<readonly ApprovalRule[]> {
  const policy = await stores.approvalPolicies.current();
  if (policy === null) return [];
  const personId = personIdOf(await reviewerOf(stores, principal));
  return policy.rules.filter(
    ({ standing }) => standing?.maker?.personId === personId && standing.until > now,
  );
}
