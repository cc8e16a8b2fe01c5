import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import {
  type ClusterSnapshot,
  type Command,
  type DisruptionMethod,
  type DisruptionPlan,
  noEvaluations,
} from '@kerf/engine';
import { approvalOfPlan, planOfCommand, readPolicy, type StoredPolicy } from '../approvals/api.js';
import type { ApprovableKind } from '../domain/approval/approval-policy.js';
import { holds } from '../domain/cluster/cluster-revision.js';
import { type Decision, kerfActor } from '../domain/decision/decision.js';
import { blockersOfPass } from '../domain/decision/node-blockers.js';
import type { NodeDrift } from '../domain/decision/node-drift.js';
import { Sweep } from '../domain/operation/sweep.js';
import { doneUntil, type JobOutcome } from '../domain/use-case-outcome.js';
import type { RememberedPlan } from '../memory/last-plans.js';
import type { Ports } from '../ports/ports.js';
import { newDecision } from '../recording/new-decision.js';
import { publishDecision } from '../recording/publish-decision.js';
import { afterOpenDecisions, type EvaluatedState } from '../snapshot/after-open-decisions.js';
import {
  type LoadedSnapshot,
  loadSnapshot,
  type SnapshotPorts,
} from '../snapshot/load-snapshot.js';
import { readRevision } from '../snapshot/read-revision.js';
import { describeDrift } from './node-drift.js';
import { recordDrift } from './record-drift.js';
import { recordBlocked, recordEvaluation } from './record-evaluation.js';
import { reviewDecisions } from './review-decisions.js';
import { writeDeletionCosts } from './write-deletion-costs.js';

type PlanPorts = SnapshotPorts &
  Pick<Ports, 'ids' | 'engine' | 'events' | 'meter' | 'localTime' | 'gateway'>;

const maxRecallMs: DurationMs = 5 * 60_000;

/**
 * Longest time between two passes over a cluster that has not changed. What a pass shows is at most this
 * old, and so late may it see the drift by an end of a capacity reservation.
 */
const repeatAfterMs: DurationMs = 60_000;

/** The kind of the decision on a command, by the method that found it. */
export const kindByMethod: Readonly<Record<DisruptionMethod, ApprovableKind>> = {
  StaticRepair: 'Repair',
  Repair: 'Repair',
  Emptiness: 'Empty',
  StaticDrift: 'Drift',
  Drift: 'Drift',
  MultiNodeConsolidation: 'Consolidate',
  SingleNodeConsolidation: 'Consolidate',
  Regrouping: 'Consolidate',
};

/** Further evaluations wait for the next pass, so that a large cluster does not hold its job. */
const maxEvaluations = 50;

/**
 * Evaluates which nodes to disrupt until nothing more is found, and records the results as proposed
 * decisions. Each one is validated after the validation delay. Proposals that are only shown wait for
 * the next pass, because every change of the cluster replaces them. A pass over a cluster that has not
 * changed ends at once. Source of the repetition:
 * karpenter disruption/controller.go, which evaluates again at once after a command.
 * A decision that cannot be reviewed, or a definition whose history cannot be read, ends no evaluation.
 * @returns when the next pass is due although nothing changes
 */
export async function planDisruption(ports: PlanPorts, clusterId: ClusterId): Promise<JobOutcome> {
  const { memory, clock } = ports;
  const at = clock.now();
  const revision = await readRevision(ports, clusterId);
  const last = memory.plans.lastPass(clusterId, 'disruption');
  if (holds(last, revision, at)) return doneUntil(last.nextAt);
  memory.plans.forgetPass(clusterId, 'disruption');
  const sweep = new Sweep();
  const nextAt = await evaluateRepeatedly(ports, sweep, clusterId);
  sweep.conclude();
  if (nextAt === null || revision === null) return doneUntil(clock.now());
  const pass = { revision, at, nextAt: Math.min(nextAt, at + repeatAfterMs) };
  memory.plans.setPass(clusterId, 'disruption', pass);
  return doneUntil(pass.nextAt);
}

/**
 * Evaluates until nothing more is found that may be executed.
 * @returns when an evaluation is due although nothing changes; `null`: at once, after proposals
 */
async function evaluateRepeatedly(
  ports: PlanPorts,
  sweep: Sweep,
  clusterId: ClusterId,
): Promise<Instant | null> {
  for (let evaluation = 1; evaluation <= maxEvaluations; evaluation += 1) {
    const { found, nextAt } = await proposeDisruptions(ports, sweep, clusterId);
    if (found === 0) return evaluation === 1 ? nextAt : null;
  }
  return null;
}

/**
 * Evaluates once. Before the evaluation, open decisions are reviewed against the current state of
 * the cluster. What the evaluation has to do in the cluster is no part of it, see
 * `releaseStaleTaints`.
 * @returns the number of proposed decisions that may be executed, and when an evaluation is due again
 * although nothing changes
 */
async function proposeDisruptions(
  ports: PlanPorts,
  sweep: Sweep,
  clusterId: ClusterId,
): Promise<{ readonly found: number; readonly nextAt: Instant }> {
  const loaded = await loadSnapshot(ports, clusterId);
  const stored = await readPolicy(ports.store, ports.clock.now());
  await reviewDecisions(ports, { loaded, stored, sweep });
  await recordDrift(ports, loaded);
  const evaluated = afterOpenDecisions(ports, loaded);
  const { plan, isNew } = await evaluateDisruption(ports, loaded, evaluated);
  const proposals = await Promise.all(
    plan.commands.map(async (command) => ({
      command,
      drift: await describeDrift(ports, { loaded, sweep }, command),
    })),
  );
  const decisions = proposals.map((proposal) =>
    toDecision(ports, loaded, { ...proposal, stored }, plan),
  );
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    await tx.readModel.saveBudgets(clusterId, now, plan.budgets);
    for (const [index, decision] of decisions.entries()) {
      await tx.decisions.insert(decision, [
        { at: now, kind: 'Proposed', actor: kerfActor, data: {} },
      ]);
      const proof = plan.proofs?.[index] ?? null;
      if (proof !== null) await tx.decisions.addSavingProof(decision.id, proof);
      await tx.outbox.add([
        {
          message: { type: 'disruption.validate', clusterId, decisionId: decision.id },
          deliverAt: now + loaded.cluster.settings.validationDelayMs,
        },
      ]);
      await publishDecision(tx, decision);
    }
  });
  const { evaluations } = ports.memory.plans.blockers(clusterId);
  const decided = new Map(
    decisions.flatMap(({ id, body }) =>
      body.type === 'Disrupt'
        ? body.command.candidates.map(({ nodeName }) => [nodeName, id] as const)
        : [],
    ),
  );
  ports.memory.plans.setBlockers(clusterId, blockersOfPass(plan, decided, evaluations, now));
  recordBlocked(ports, loaded, plan);
  if (isNew) recordEvaluation(ports, loaded, plan);
  await writeDeletionCosts(ports, loaded, plan);
  const found = decisions.filter(({ verdict }) => verdict.kind !== 'ObserveOnly').length;
  return { found, nextAt: nextEvaluationAt(loaded, ports.memory.plans.last(clusterId)) };
}

/**
 * Returns when an evaluation is due although nothing changes: at once while nodes or decisions are on
 * their way, whose time limits and reminders are looked at here.
 */
function nextEvaluationAt(
  { snapshot: { now }, claims, decisions, changesAt }: LoadedSnapshot,
  plan: RememberedPlan | null,
): Instant {
  const isMoving =
    claims.some(({ state }) => state !== 'Initialized') ||
    decisions.some(({ state, verdict }) => state !== 'Proposed' || verdict.kind !== 'ObserveOnly');
  const ends = decisions.flatMap(({ expiresAt }) => expiresAt ?? []);
  return isMoving ? now : Math.min(changesAt, plan?.validUntil ?? now, ...ends);
}

/**
 * Returns the engine's plan, or the remembered plan while the state is unchanged and the plan is
 * still valid. An evaluation that finds nothing in a large cluster is the most expensive kind, and
 * the most frequent.
 */
async function evaluateDisruption(
  ports: PlanPorts,
  { cluster }: LoadedSnapshot,
  { snapshot, stateDigest }: EvaluatedState,
): Promise<{ readonly plan: DisruptionPlan; readonly isNew: boolean }> {
  const { memory } = ports;
  const known = memory.plans.recall(cluster.id, stateDigest, snapshot.now);
  if (known !== null) return { plan: known, isNew: false };
  const last = memory.plans.last(cluster.id);
  const cursor = last?.plan.cursor ?? noEvaluations;
  const plan = await ports.engine.planDisruption(snapshot, cursor);
  const continues = last?.stateDigest === stateDigest && last.validUntil === null;
  const evaluationsBefore = continues ? last.evaluationsBefore : cursor.evaluations;
  const validUntil = isFinished(plan, snapshot, evaluationsBefore)
    ? unchangedUntil(plan, snapshot.now)
    : null;
  // Proofs are stored with their decisions, and large.
  const { proofs: _, ...remembered } = plan;
  memory.plans.remember(cluster.id, {
    plan: remembered,
    stateDigest,
    evaluationsBefore,
    validUntil,
  });
  return { plan, isNew: true };
}

/**
 * Returns true if nothing is found and every candidate has been simulated in this state. In a large
 * cluster that takes several evaluations.
 * @param evaluationsBefore number of evaluations before the first one of this state
 */
function isFinished(
  { commands, blocked, cursor }: DisruptionPlan,
  { nodes }: ClusterSnapshot,
  evaluationsBefore: number,
): boolean {
  if (commands.length > 0) return false;
  const claimByNode = new Map(nodes.map(({ name, nodeClaim }) => [name, nodeClaim?.id ?? '']));
  return blocked.every(({ nodeName, reasons }) => {
    if (!reasons.some(({ code }) => code === 'NOT_EVALUATED_YET')) return true;
    const last = cursor.lastByClaim[claimByNode.get(nodeName) ?? ''];
    return last !== undefined && last.evaluation > evaluationsBefore;
  });
}

/**
 * Returns the time until which an unchanged state leads to the same plan, at most 5 minutes from
 * now. Source of the 5 minutes: karpenter.
 */
function unchangedUntil({ blocked, budgets }: DisruptionPlan, now: Instant): Instant {
  const reasons = blocked.flatMap((node) => node.reasons);
  const changes = [
    ...reasons.flatMap((reason) => ('until' in reason ? (reason.until ?? []) : [])),
    ...budgets.flatMap(({ changesAt }) => changesAt ?? []),
  ];
  return Math.min(now + maxRecallMs, ...changes.filter((at) => at > now));
}

interface Proposal {
  readonly stored: StoredPolicy;
  readonly command: Command;
  readonly drift: readonly NodeDrift[];
}

function toDecision(
  ports: Pick<Ports, 'clock' | 'ids' | 'digest' | 'localTime'>,
  { cluster, view, digest }: LoadedSnapshot,
  { command, drift, stored }: Proposal,
  { budgets, engineVersion }: DisruptionPlan,
): Decision {
  const kind = kindByMethod[command.method];
  const plan = planOfCommand(command);
  const pools = new Set(command.candidates.map((candidate) => candidate.nodePool));
  return newDecision(ports, {
    id: ports.ids.next('dec'),
    clusterId: cluster.id,
    kind,
    ...approvalOfPlan(ports, { cluster, stored, view, kind, plan }),
    engineVersion,
    snapshotDigest: digest,
    body: {
      type: 'Disrupt',
      command,
      budgets: budgets.filter(
        ({ nodePool, reason }) => pools.has(nodePool) && reason === command.reason,
      ),
      ...(drift.length > 0 && { drift }),
    },
    nodePools: [...pools].sort(),
    nodeClaimIds: command.candidates.map((candidate) => candidate.nodeClaimId),
    podCount: command.moves.length,
    costChangeMicroUsdPerHour:
      plan.savingMicroUsdPerHour === null ? null : 0 - plan.savingMicroUsdPerHour,
  });
}
