import type { ApprovalPolicy, ApprovalRule } from '../domain/approval/approval-policy.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

type PolicyStores = Pick<Repositories, 'approvalPolicies' | 'changes'>;

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
  tx: PolicyStores,
  { kind, id, name }: Pick<Principal, 'kind' | 'id' | 'name'>,
  { current, rules, comment }: FollowingRules,
): Promise<number | null> {
  const version = (current?.version ?? 0) + 1;
  const isSaved = await storePolicy(tx, {
    version,
    rules,
    savedAt: clock.now(),
    savedBy: { kind, id, name },
    comment,
    restoredFrom: null,
  });
  return isSaved ? version : null;
}

/**
 * Stores a version of the approval policy, and gives notice to all clusters: their open decisions are
 * compared with it.
 * @returns `false` when another writer was first
 */
export async function storePolicy(tx: PolicyStores, policy: ApprovalPolicy): Promise<boolean> {
  if (!(await tx.approvalPolicies.insert(policy))) return false;
  const { version } = policy;
  await tx.changes.publish({ topic: 'decision', clusterId: null, id: null, version });
  return true;
}
