import type { Instant } from '@kerf/core';
import type { ApprovalPolicy } from '../domain/approval/approval-policy.js';
import type { Team } from '../domain/identity/role.js';
import type { Repositories } from '../ports/store.js';
import { type MakerNow, makersOf } from './standing-makers.js';

/** The stored policy, and the teams that its rules may name. */
export interface StoredPolicy {
  /** `null` while no policy is stored. */
  readonly policy: ApprovalPolicy | null;
  readonly teams: readonly Team[];
  /** Current rights of the makers of standing approvals, by their IDs; nobody else has one. */
  readonly makers?: ReadonlyMap<string, MakerNow>;
}

/** Reads the policy in force, and what the makers of its standing approvals may do at this time. */
export async function readPolicy(
  stores: Pick<Repositories, 'approvalPolicies' | 'access' | 'identity' | 'trustRules'>,
  now: Instant,
): Promise<StoredPolicy> {
  const policy = await stores.approvalPolicies.current();
  if (policy === null) return { policy, teams: [] };
  return {
    policy,
    teams: await stores.access.teams(),
    makers: await makersOf(stores, policy, now),
  };
}
