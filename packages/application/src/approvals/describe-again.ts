import type { Command } from '@kerf/engine';
import type { DecisionApproval } from '../domain/approval/decision-approval.js';
import { type PlanChange, planChange } from '../domain/approval/plan-basis.js';
import type { Decision } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import { describePlan, type PlanInCluster, planOfCommand } from './approval-of-plan.js';

type InCluster = Pick<PlanInCluster, 'cluster' | 'view'>;

/** Returns the approval of a decision whose command was validated, in the current state. */
export function withCurrentPlan(
  ports: Pick<Ports, 'digest'>,
  { approval }: Pick<Decision, 'approval'>,
  { cluster, view }: InCluster,
  command: Command,
): DecisionApproval | null {
  if (approval === null) return null;
  const { kind, teams } = approval.facts;
  const described = describePlan(ports, { cluster, view, kind, plan: planOfCommand(command) });
  return { ...approval, ...described, facts: { ...described.facts, teams } };
}

/**
 * Returns what moved since people saw the plan of a decision; `null` if an approval still covers
 * it, and for decisions that nobody has to approve.
 */
export function changeSinceSeen(
  ports: Pick<Ports, 'digest'>,
  decision: Pick<Decision, 'approval' | 'verdict'>,
  inCluster: InCluster,
  command: Command,
): PlanChange | null {
  if (decision.verdict.kind !== 'NeedsApproval') return null;
  const now = withCurrentPlan(ports, decision, inCluster, command);
  return decision.approval === null || now === null
    ? null
    : planChange(decision.approval.basis, now.basis);
}
