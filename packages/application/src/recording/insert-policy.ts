import type { ApprovalPolicy, ApprovalRule } from '../domain/approval/approval-policy.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

/** The rules that follow the policy in force. */
export interface FollowingRules {
  readonly current: ApprovalPolicy | null;
  readonly rules: readonly ApprovalRule[];
  readonly comment: string;
}

/**
 * Saves rules as the next version of the approval policy.
 * @returns the version; `null` when another writer was first
 */
export async function insertPolicy(
  { clock }: Pick<Ports, 'clock'>,
  tx: Pick<Repositories, 'approvalPolicies'>,
  { kind, id, name }: Pick<Principal, 'kind' | 'id' | 'name'>,
  { current, rules, comment }: FollowingRules,
): Promise<number | null> {
  const version = (current?.version ?? 0) + 1;
  const isSaved = await tx.approvalPolicies.insert({
    version,
    rules,
    savedAt: clock.now(),
    savedBy: { kind, id, name },
    comment,
    restoredFrom: null,
  });
  return isSaved ? version : null;
}
