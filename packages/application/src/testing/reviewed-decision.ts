import { approvalOfPlan, planOfCommand } from '../approvals/approval-of-plan.js';
import type { ApprovalRule, AskRequirement } from '../domain/approval/approval-policy.js';
import type { Decision } from '../domain/decision/decision.js';
import { deletionOf, type ManagedNode, storeDecision } from './disruption-setup.js';
import type { ClusterSetup } from './set-up-cluster.js';

/** The approvals that a decision awaits. */
export interface AwaitedApprovals extends Pick<AskRequirement, 'approvals' | 'from'> {
  /** The name of the rule that asks for them; `ask` if absent. */
  readonly rule?: string;
}

/** Stores decision `dec_1`: empty nodes whose removal awaits approvals. */
export async function storeAwaiting(
  setup: ClusterSetup,
  nodes: readonly ManagedNode[],
  { rule: name = 'ask', ...ask }: AwaitedApprovals,
  fields: Partial<Decision> = {},
): Promise<void> {
  const { ports, cluster, clock, clusterId } = setup;
  const rule: ApprovalRule = {
    name,
    match: {},
    action: { kind: 'Ask', expiresAfterMs: null, remindAfterMs: null, escalation: null, ...ask },
  };
  const { verdict, approval } = approvalOfPlan(ports, {
    cluster: { id: clusterId, name: 'prod', mode: 'approve' },
    stored: {
      policy: {
        version: 1,
        rules: [rule],
        savedAt: 0,
        savedBy: { kind: 'User', id: 'usr_ada', name: 'ada' },
        comment: null,
        restoredFrom: null,
      },
      teams: [],
    },
    view: cluster.view(),
    kind: 'Empty',
    plan: planOfCommand(deletionOf(...nodes)),
  });
  await storeDecision(setup, nodes, {
    state: 'AwaitingApproval',
    verdict,
    approval: { ...approval, requestedAt: clock.now() },
    expiresAt: clock.now() + 1_000,
    ...fields,
  });
}
