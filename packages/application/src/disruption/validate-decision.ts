import { assertNever, type ClusterId, type DecisionId } from '@kerf/core';
import {
  aimsAtSavings,
  type ClusterSnapshot,
  type Command,
  type CommandValidation,
} from '@kerf/engine';
import { approvalOfPlan, planOfCommand, readPolicy, withCurrentPlan } from '../approvals/api.js';
import { editorsOf } from '../domain/approval/decision-approval.js';
import type { ClusterSettings } from '../domain/cluster/cluster.js';
import { type Decision, type DecisionEvent, kerfActor } from '../domain/decision/decision.js';
import { listedSaving } from '../domain/decision/listed-cost.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import { decisionsBefore, withOpenCommands } from '../domain/decision/open-commands.js';
import { maxDenialMs } from '../domain/decision.js';
import { reasonText } from '../domain/text/reason-text.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';
import { supersede } from '../recording/supersede.js';
import {
  type LoadedSnapshot,
  loadSnapshot,
  type SnapshotPorts,
} from '../snapshot/load-snapshot.js';
import { candidatesOf } from './candidates-of.js';
import { consolidationRejected } from './consolidation-events.js';
import { planDisruptionSoon } from './plan-disruption-soon.js';

type ValidatePorts = SnapshotPorts & Pick<Ports, 'engine' | 'events' | 'localTime' | 'meter'>;

/**
 * Validates a proposed disruption on a new snapshot. Empty nodes that are no longer valid are
 * dropped one by one; a drifted or unhealthy node is replaced by the nodes that its pods need now, and
 * so are nodes whose consolidation then saves as much or more; any other invalid command supersedes the
 * decision. A valid decision is executed, or is then awaiting approval.
 * Source: karpenter disruption/validation.go; differs: upstream discards a consolidation whose pods
 * need other new nodes, also if they need fewer or cheaper ones.
 */
export async function validateDecision(
  ports: ValidatePorts,
  input: { readonly clusterId: ClusterId; readonly decisionId: DecisionId },
): Promise<JobOutcome> {
  const decision = await ports.store.decisions.find(input.decisionId);
  if (decision === null || decision.state !== 'Proposed' || decision.body.type !== 'Disrupt') {
    return done;
  }
  const loaded = await loadSnapshot(ports, input.clusterId, decision.id);
  const snapshot = withOpenCommands(loaded.snapshot, decisionsBefore(loaded.decisions, decision));
  const { verdict, isPlannedAnew } = await validate(ports, snapshot, {
    command: decision.body.command,
    isOrdered: isBreakGlass(decision),
  });
  const said =
    verdict.kind === 'Invalid'
      ? {}
      : await approvalOf(ports, loaded, decision, { command: verdict.command, isPlannedAnew });
  await ports.store.transaction(async (tx) => {
    if (verdict.kind === 'Invalid') {
      await supersede(ports, tx, decision, {
        detail: 'no longer valid',
        dropped: verdict.dropped,
      });
      await planDisruptionSoon(ports, tx, decision.clusterId);
      return;
    }
    const dropped = verdict.kind === 'Reduced' ? verdict.dropped : [];
    const next = advance(
      ports,
      { ...withCommand(decision, verdict.command), ...said },
      loaded.cluster.settings,
    );
    const now = ports.clock.now();
    const detail = isPlannedAnew ? { detail: 'with the nodes that the pods need now' } : {};
    const saved = await tx.decisions.save(next.decision, [
      { at: now, kind: 'Validated', actor: kerfActor, data: { dropped, ...detail } },
      ...next.events,
    ]);
    if (saved === null) return;
    if (saved.state === 'Approved') {
      await tx.outbox.add([
        {
          message: {
            type: 'disruption.execute',
            clusterId: decision.clusterId,
            decisionId: decision.id,
          },
          deliverAt: now,
        },
      ]);
    }
    await publishDecision(tx, saved);
  });
  recordFailure(ports, loaded, decision.body.command, verdict);
  return done;
}

/** By break-glass, a person has overridden the policy, and ordered the command that they saw. */
const isBreakGlass = ({ approval }: Decision): boolean => approval?.breakGlass !== undefined;

interface Validation {
  readonly verdict: CommandValidation;
  /** True if the command has other new nodes than those that were proposed. */
  readonly isPlannedAnew: boolean;
}

/**
 * The replacements of a drifted or an unhealthy node have no price to keep to, and those of a consolidation may be
 * cheaper: while a Deployment shrinks, its pods need fewer nodes at each validation. If the decision
 * were superseded because of that, it would be proposed again behind the others, whose plans would
 * then change: two nodes could wait for each other for ever.
 */
async function validate(
  { engine }: Pick<Ports, 'engine'>,
  snapshot: ClusterSnapshot,
  { command, isOrdered }: { readonly command: Command; readonly isOrdered: boolean },
): Promise<Validation> {
  const verdict = await engine.validateCommand(snapshot, command);
  const needsOtherNodes = verdict.kind === 'Invalid' && verdict.dropped.length === 0;
  if (!needsOtherNodes) return { verdict, isPlannedAnew: false };
  const anew = await engine.replanCommand(snapshot, command);
  return !aimsAtSavings(command.reason) || (!isOrdered && savesAsMuch(anew, command))
    ? { verdict: anew, isPlannedAnew: true }
    : { verdict, isPlannedAnew: false };
}

function savesAsMuch(anew: CommandValidation, { savingMicroUsdPerHour: saving }: Command): boolean {
  if (anew.kind !== 'Valid' || saving === null) return false;
  const { savingMicroUsdPerHour: now } = anew.command;
  return now !== null && now >= saving;
}

/**
 * Returns the approval of a decision with its command as it is now. About one that was planned anew,
 * the policy decides again, unless break-glass has overridden it.
 */
async function approvalOf(
  ports: ValidatePorts,
  loaded: LoadedSnapshot,
  decision: Decision,
  { command, isPlannedAnew }: { readonly command: Command; readonly isPlannedAnew: boolean },
): Promise<Pick<Decision, 'approval'> & Partial<Pick<Decision, 'verdict'>>> {
  const { approval } = decision;
  if (approval === null || !isPlannedAnew || isBreakGlass(decision)) {
    return { approval: withCurrentPlan(ports, decision, loaded, command) };
  }
  const { cluster, view } = loaded;
  const { edit, facts } = approval;
  const said = approvalOfPlan(ports, {
    cluster,
    view,
    stored: await readPolicy(ports.store, ports.clock.now()),
    kind: facts.kind,
    plan: planOfCommand(command),
    editorIds: editorsOf(edit),
  });
  return { verdict: said.verdict, approval: { ...said.approval, edit } };
}

/** Measures what the validation dropped, and records Events on the nodes of a dropped consolidation. */
function recordFailure(
  { events, meter }: ValidatePorts,
  { cluster, view, claims }: LoadedSnapshot,
  command: Command,
  verdict: CommandValidation,
): void {
  if (verdict.kind === 'Valid') return;
  const nodes = verdict.kind === 'Reduced' ? verdict.dropped.length : command.candidates.length;
  meter.record(cluster.id, [{ kind: 'ValidationFailed', command, nodes }]);
  if (verdict.kind !== 'Invalid' || cluster.mode === 'observe') return;
  const reason = verdict.dropped.flatMap(({ reasons }) => reasons.map(reasonText))[0];
  events.record(
    cluster.id,
    candidatesOf(command, { view, claims }).flatMap((about) =>
      consolidationRejected(about, command, reason ?? 'the cluster has changed'),
    ),
  );
}

function advance(
  { clock }: Pick<Ports, 'clock'>,
  decision: Decision,
  settings: Pick<ClusterSettings, 'approvalTtlMs' | 'rejectionHoldMs'>,
): { readonly decision: Decision; readonly events: readonly DecisionEvent[] } {
  const now = clock.now();
  const { verdict, approval } = decision;
  switch (verdict.kind) {
    case 'ObserveOnly':
      return { decision, events: [] };
    case 'NeedsApproval': {
      const expiresAt = now + (approval?.ask?.expiresAfterMs ?? settings.approvalTtlMs);
      return {
        decision: moveDecision(decision, 'AwaitingApproval', {
          expiresAt,
          approval: approval === null ? null : { ...approval, requestedAt: now },
        }),
        events: [{ at: now, kind: 'ApprovalRequested', actor: kerfActor, data: {} }],
      };
    }
    case 'Denied':
      return {
        decision: moveDecision(decision, 'Rejected', {
          decidedAt: now,
          decidedBy: kerfActor,
          finishedAt: now,
          rejectedUntil: now + Math.min(settings.rejectionHoldMs, maxDenialMs),
        }),
        events: [
          { at: now, kind: 'Rejected', actor: kerfActor, data: { detail: ruleOf(decision) } },
        ],
      };
    case 'Auto':
      return {
        decision: moveDecision(decision, 'Approved', { decidedAt: now, decidedBy: kerfActor }),
        events: [
          {
            at: now,
            kind: 'Approved',
            actor: kerfActor,
            data: { detail: autoDetail(decision) },
          },
        ],
      };
    default:
      return assertNever(verdict);
  }
}

const ruleOf = ({ approval }: Decision): string => `denied by rule ${approval?.rule.name ?? ''}`;

/** Names the rule of a stored policy. */
function autoDetail({ approval }: Decision): string {
  const rule = approval?.rule;
  return rule === undefined || rule.policyVersion === null
    ? 'no approval required'
    : `no approval required by rule ${rule.name}`;
}

/** Returns the decision with another command, usually a reduced one. */
export function withCommand(decision: Decision, command: Command): Decision {
  if (decision.body.type !== 'Disrupt') return decision;
  const saving = listedSaving(command);
  return {
    ...decision,
    body: { ...decision.body, command },
    nodeClaimIds: command.candidates.map((candidate) => candidate.nodeClaimId),
    nodePools: [...new Set(command.candidates.map((candidate) => candidate.nodePool))].sort(),
    nodeCount: command.candidates.length,
    podCount: command.moves.length,
    costChangeMicroUsdPerHour: saving === null ? null : 0 - saving,
  };
}
