import type { ApprovalPolicy } from '../domain/approval/approval-policy.js';
import type { Team } from '../domain/identity/role.js';
import type { Repositories } from '../ports/store.js';

/** The stored policy, and the teams that its rules may name. */
export interface StoredPolicy {
  /** `null` while no policy is stored. */
  readonly policy: ApprovalPolicy | null;
  readonly teams: readonly Team[];
}

/** Reads the policy in force. */
export async function readPolicy({
  approvalPolicies,
  access,
}: Pick<Repositories, 'approvalPolicies' | 'access'>): Promise<StoredPolicy> {
  const policy = await approvalPolicies.current();
  return { policy, teams: policy === null ? [] : await access.teams() };
}
