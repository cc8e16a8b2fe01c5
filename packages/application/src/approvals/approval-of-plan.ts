import type { Instant } from '@kerf/core';
import type { Command } from '@kerf/engine';
import type { ApprovableKind } from '../domain/approval/approval-policy.js';
import type { DecisionApproval } from '../domain/approval/decision-approval.js';
import { evaluatePolicy } from '../domain/approval/evaluate-policy.js';
import type { MatchTime } from '../domain/approval/match-rule.js';
import { planBasis } from '../domain/approval/plan-basis.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Decision, RemovedNode } from '../domain/decision/decision.js';
import { listedSaving } from '../domain/decision/listed-cost.js';
import type { Team } from '../domain/identity/role.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { approvalFacts } from './approval-facts.js';
import { policyInForce } from './policy-in-force.js';
import type { StoredPolicy } from './read-policy.js';

type PolicyPorts = Pick<Ports, 'clock' | 'digest' | 'localTime'>;

/** A plan, and the state of the cluster that it is described with. */
export interface PlanInCluster {
  readonly cluster: Pick<Cluster, 'id' | 'name'>;
  readonly view: Pick<ClusterView, 'nodes' | 'pendingPods' | 'podDisruptionBudgets'>;
  readonly kind: ApprovableKind;
  readonly plan: ApprovablePlan;
}

/** A plan and the policy that decides about it. */
export interface PlanToApprove extends PlanInCluster {
  readonly cluster: Pick<Cluster, 'id' | 'name' | 'mode'>;
  readonly stored: StoredPolicy;
  /** The people who changed the plan; absent if nobody did. */
  readonly editorIds?: readonly string[];
}

/** The nodes and pods of a plan. */
export interface ApprovablePlan {
  readonly candidates: readonly RemovedNode[];
  readonly podUids: readonly string[];
  /** UIDs of the pods that wait because their node goes before its replacement; absent if none does. */
  readonly waitingPodUids?: readonly string[];
  readonly replacements: Command['replacements'];
  readonly savingMicroUsdPerHour: number | null;
}

/** Verdict of the policy on a plan. */
export type ApprovalOfPlan = Pick<Decision, 'verdict'> & { readonly approval: DecisionApproval };

/** The parts of a plan that an approval of it is bound to. */
export type PlanDescription = Pick<DecisionApproval, 'facts' | 'basis' | 'planDigest'>;

/** Returns what the policy says about a plan, as its decision records it. */
export function approvalOfPlan(
  ports: PolicyPorts,
  { stored, editorIds = [], ...plan }: PlanToApprove,
): ApprovalOfPlan {
  const owners = ownersOf(stored.teams, plan);
  const { facts, ...rest } = describePlan(ports, plan);
  const described = { ...rest, facts: { ...facts, teams: owners } };
  const time = matchTime(ports, ports.clock.now());
  const { id: clusterId, mode } = plan.cluster;
  const { nodePools } = facts;
  const inForce = policyInForce(stored, { mode, clusterId, nodePools, editorIds });
  const { verdict, ...said } = evaluatePolicy(inForce, described.facts, time);
  return {
    verdict,
    approval: {
      ...said,
      ...described,
      requestedAt: null,
      remindedAt: null,
      escalatedAt: null,
      window: null,
      exclusion: null,
      edit: null,
    },
  };
}

/** Returns the names of the teams that own a NodePool of the plan, or the cluster. */
function ownersOf(teams: readonly Team[], { cluster, plan }: PlanInCluster): readonly string[] {
  const pools = new Set(plan.candidates.map(({ nodePool }) => nodePool));
  return teams
    .filter(({ owns }) =>
      owns.some(
        (owned) =>
          owned.clusterId === cluster.id &&
          (owned.kind === 'Cluster' || (owned.kind === 'NodePool' && pools.has(owned.nodePool))),
      ),
    )
    .map(({ name }) => name);
}

/** Returns the time at which rules are matched. */
export const matchTime = ({ localTime }: Pick<Ports, 'localTime'>, at: Instant): MatchTime => ({
  at,
  localTimeOf: (instant, timeZone) => localTime.at(instant, timeZone),
});

/** Returns what an approval of a plan is bound to, in the current state of the cluster. */
export function describePlan(
  { digest }: Pick<Ports, 'digest'>,
  { cluster, view, kind, plan }: PlanInCluster,
): PlanDescription {
  const { candidates, podUids, waitingPodUids, replacements, savingMicroUsdPerHour } = plan;
  const facts = approvalFacts(
    {
      cluster: cluster.name,
      kind,
      nodePools: [...new Set(candidates.flatMap(({ nodePool }) => nodePool ?? []))].sort(),
      teams: [],
      savingMicroUsdPerHour,
      candidates,
      podUids: new Set(podUids),
      waitingPodUids: new Set(waitingPodUids),
    },
    view,
  );
  const types = replacements.map(({ instanceTypes }) => instanceTypes.map(({ name }) => name));
  const basis = planBasis(candidates, types, facts);
  return { facts, basis, planDigest: digest.of(basis) };
}

/** Returns the plan of a command. */
export function planOfCommand(command: Command): ApprovablePlan {
  return {
    candidates: command.candidates,
    podUids: command.moves.map(({ podUid }) => podUid),
    waitingPodUids: command.moves.filter(({ to }) => to === null).map(({ podUid }) => podUid),
    replacements: command.replacements,
    savingMicroUsdPerHour: listedSaving(command),
  };
}
