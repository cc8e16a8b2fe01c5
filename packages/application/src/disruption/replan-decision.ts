import type { ClusterId, DecisionId } from '@kerf/core';
import type { Command } from '@kerf/engine';
import { approvalOfPlan, planOfCommand, readPolicy } from '../approvals/api.js';
import { type DecisionApproval, editorsOf } from '../domain/approval/decision-approval.js';
import { type Decision, type DisruptBody, kerfActor } from '../domain/decision/decision.js';
import { decisionsBefore, withOpenCommands } from '../domain/decision/open-commands.js';
import { withoutDecision } from '../domain/decision/without-decision.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { newDecision } from '../recording/new-decision.js';
import { publishDecision } from '../recording/publish-decision.js';
import { supersede } from '../recording/supersede.js';
import {
  type LoadedSnapshot,
  loadSnapshot,
  type SnapshotPorts,
} from '../snapshot/load-snapshot.js';
import { kindByMethod } from './plan-disruption.js';

type ReplanPorts = SnapshotPorts & Pick<Ports, 'ids' | 'engine' | 'localTime'>;

/**
 * Plans the rest of a decision without the nodes that a person has excluded. The decision is
 * superseded in the same transaction by the new one, so its nodes are never free in between. If no
 * node of the rest can be removed, it is superseded without a successor.
 */
export async function replanDecision(
  ports: ReplanPorts,
  input: { readonly clusterId: ClusterId; readonly decisionId: DecisionId },
): Promise<JobOutcome> {
  const decision = await ports.store.decisions.find(input.decisionId);
  const exclusion = decision?.approval?.exclusion ?? null;
  if (decision?.state !== 'AwaitingApproval' || exclusion === null) return done;
  const { body } = decision;
  if (body.type !== 'Disrupt') return done;
  const loaded = await loadSnapshot(ports, input.clusterId, decision.id);
  const rest = withoutNodes(body.command, exclusion.nodeNames);
  const verdict = await ports.engine.replanCommand(
    withOpenCommands(
      withoutDecision(loaded.snapshot, decision.id),
      decisionsBefore(loaded.decisions, decision),
    ),
    rest,
  );
  if (verdict.kind === 'Invalid') {
    await ports.store.transaction((tx) =>
      supersede(ports, tx, decision, {
        detail: 'without the excluded nodes, nothing can be removed',
        dropped: verdict.dropped,
      }),
    );
    return done;
  }
  const stored = await readPolicy(ports.store, ports.clock.now());
  const kind = kindByMethod[verdict.command.method];
  const { cluster, view } = loaded;
  const plan = planOfCommand(verdict.command);
  const said = approvalOfPlan(ports, {
    cluster,
    stored,
    view,
    kind,
    plan,
    editorIds: editorsOf(exclusion),
  });
  const edit = { ...exclusion, replaces: decision.id };
  const successor = toSuccessor(ports, loaded, decision, {
    body,
    command: verdict.command,
    verdict: said.verdict,
    approval: { ...said.approval, edit },
  });
  await ports.store.transaction((tx) => replace(ports, tx, decision, successor));
  return done;
}

async function replace(
  ports: ReplanPorts,
  tx: Repositories,
  decision: Decision,
  successor: Decision,
): Promise<void> {
  const { clusterId } = decision;
  const now = ports.clock.now();
  const isClosed = await supersede(ports, tx, decision, {
    detail: 'planned again without the excluded nodes',
    successor: successor.id,
  });
  if (!isClosed) return;
  const by = successor.approval?.edit?.by.name ?? kerfActor;
  await tx.decisions.insert(successor, [
    {
      at: now,
      kind: 'Proposed',
      actor: by,
      data: { excludedNodes: successor.approval?.edit?.nodeNames ?? [] },
    },
  ]);
  await tx.outbox.add([
    {
      message: { type: 'disruption.validate', clusterId, decisionId: successor.id },
      deliverAt: now,
    },
  ]);
  await publishDecision(tx, successor);
}

/** The engine chooses the replacements and destinations of the rest. */
function withoutNodes(command: Command, excluded: readonly string[]): Command {
  return {
    ...command,
    candidates: command.candidates.filter(({ nodeName }) => !excluded.includes(nodeName)),
    moves: command.moves.filter(({ from }) => !excluded.includes(from)),
  };
}

function toSuccessor(
  ports: ReplanPorts,
  { digest }: LoadedSnapshot,
  decision: Decision,
  planned: {
    readonly body: DisruptBody;
    readonly command: Command;
    readonly verdict: Decision['verdict'];
    readonly approval: DecisionApproval;
  },
): Decision {
  const { body, command, verdict, approval } = planned;
  const { candidates } = command;
  const names = new Set(candidates.map(({ nodeName }) => nodeName));
  const drift = body.drift?.filter(({ nodeName }) => names.has(nodeName));
  const { savingMicroUsdPerHour: saving } = approval.facts;
  return newDecision(ports, {
    id: ports.ids.next('dec'),
    clusterId: decision.clusterId,
    kind: approval.facts.kind,
    verdict,
    approval,
    snapshotDigest: digest,
    body: { type: 'Disrupt', command, budgets: body.budgets, ...(drift && { drift }) },
    nodePools: [...new Set(candidates.map(({ nodePool }) => nodePool))].sort(),
    nodeClaimIds: candidates.map(({ nodeClaimId }) => nodeClaimId),
    podCount: command.moves.length,
    costChangeMicroUsdPerHour: saving === null ? null : 0 - saving,
  });
}
