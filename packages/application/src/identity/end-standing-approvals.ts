import { insertPolicy } from '../approvals/api.js';
import type { ApprovalRule } from '../domain/approval/approval-policy.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';

/** The makers whose standing approvals end, and the request that ends them. */
export interface EndOfMakers {
  /** IDs of users and tokens; the standing approvals that a user made with a token are included. */
  readonly makers: readonly string[];
  /** The user or token whose end is the cause. */
  readonly cause: { readonly name: string };
  /** The name of a user: owner of standing approvals from before makers were recorded. */
  readonly owner: string | null;
  readonly principal: Principal;
  readonly requestId: string | null;
}

/**
 * Saves a version of the approval policy without the standing approvals of these makers, if any.
 * Where another writer saves the policy at the same time, they stay in it and approve nothing.
 */
export async function endStandingApprovals(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  { makers, cause, owner, principal, requestId }: EndOfMakers,
): Promise<void> {
  const current = await tx.approvalPolicies.current();
  if (current === null) return;
  const ends = ({ standing }: ApprovalRule): boolean => {
    if (standing === undefined) return false;
    const { maker } = standing;
    if (maker === undefined) return standing.owner === owner;
    return makers.includes(maker.id) || makers.includes(maker.personId ?? maker.id);
  };
  const rules = current.rules.filter((rule) => !ends(rule));
  if (rules.length === current.rules.length) return;
  const comment = `standing approvals of ${cause.name} end with their access`;
  const version = await insertPolicy(ports, tx, principal, { current, rules, comment });
  if (version === null) return;
  await auditWrite(ports, tx, principal, {
    action: 'standing-approval.end',
    object: { kind: 'ApprovalPolicy', id: 'approval-policy', name: 'approval policy' },
    comment,
    before: { version: current.version, rules: current.rules },
    after: { version, rules },
    requestId,
  });
}
