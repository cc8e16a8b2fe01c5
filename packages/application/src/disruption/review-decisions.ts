import type { StoredPolicy } from '../approvals/api.js';
import { changeSinceSeen, matchTime, policyInForce } from '../approvals/api.js';
import { editorsOf } from '../domain/approval/decision-approval.js';
import { evaluatePolicy } from '../domain/approval/evaluate-policy.js';
import { type Decision, type DisruptBody, kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import { decisionsBefore, withOpenCommands } from '../domain/decision/open-commands.js';
import { withoutDecision } from '../domain/decision/without-decision.js';
import { named, type Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';
import { type SupersedeReason, supersede } from '../recording/supersede.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';
import { staticPoolOf } from '../static-pools/api.js';
import { recordApprovalTimes } from './record-approval-times.js';

type ReviewPorts = Pick<Ports, 'store' | 'clock' | 'engine' | 'digest' | 'localTime'>;

/**
 * Reviews decisions that are awaiting approval, or only shown, against the current state of the
 * cluster. A decision past its `expiresAt` expires. A decision that is no longer valid for its
 * nodes or pods is superseded, so that users approve only current plans; so is a disruption that was
 * proposed in another mode of the cluster, or under a policy that says otherwise now: in the present
 * one it is proposed again. Reminders and escalations become due here. A decision that cannot be
 * reviewed stays as it is; it is validated before it is executed.
 */
export async function reviewDecisions(
  ports: ReviewPorts,
  { loaded, stored, sweep }: DecisionReview,
): Promise<void> {
  const open = loaded.decisions.filter(
    ({ state, verdict }) => state === 'AwaitingApproval' || verdict.kind === 'ObserveOnly',
  );
  await sweep.each(
    open,
    ({ id }) => named('Decision', id),
    (decision) => review(ports, loaded, stored, decision),
  );
}

interface DecisionReview {
  readonly loaded: LoadedSnapshot;
  readonly stored: StoredPolicy;
  readonly sweep: Sweep;
}

async function review(
  ports: ReviewPorts,
  loaded: LoadedSnapshot,
  stored: StoredPolicy,
  decision: Decision,
): Promise<void> {
  if (decision.expiresAt !== null && decision.expiresAt <= ports.clock.now()) {
    await expire(ports, decision);
    return;
  }
  const why = await outdated(ports, loaded, stored, decision);
  if (why !== null) {
    await ports.store.transaction((tx) => supersede(ports, tx, decision, why));
  } else if (decision.state === 'AwaitingApproval') {
    await recordApprovalTimes(ports, decision);
  }
}

async function expire(ports: Pick<Ports, 'store' | 'clock'>, decision: Decision): Promise<void> {
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    const saved = await tx.decisions.save(moveDecision(decision, 'Expired', { finishedAt: now }), [
      { at: now, kind: 'Expired', actor: kerfActor, data: {} },
    ]);
    if (saved !== null) await publishDecision(tx, saved);
  });
}

/** Returns why a decision must be superseded; `null` if it stays. */
async function outdated(
  ports: ReviewPorts,
  loaded: LoadedSnapshot,
  stored: StoredPolicy,
  decision: Decision,
): Promise<SupersedeReason | null> {
  const { body } = decision;
  // The reconciliation of static NodePools reviews these decisions.
  if (staticPoolOf(body) !== null) return null;
  if (body.type === 'Provision') {
    const pending = new Set(loaded.snapshot.pods.map((pod) => pod.uid));
    const uids = body.result.newNodeClaims.flatMap((claim) => claim.podUids);
    return uids.some((uid) => pending.has(uid))
      ? null
      : { detail: 'its pods are no longer pending' };
  }
  // Removals for other reasons require no approval.
  if (body.type === 'Remove' && body.reason !== 'Expired') return null;
  const otherwise = policyChange(ports, loaded, stored, decision);
  if (otherwise !== null) return otherwise;
  return body.type === 'Remove'
    ? goneNodes(loaded, decision)
    : changedPlan(ports, loaded, decision, body);
}

/**
 * It holds its nodes, and would wait for an approval that is not needed or not possible now. Rules
 * that depend on the time are evaluated at the time of its proposal.
 */
function policyChange(
  { localTime, digest }: Pick<Ports, 'localTime' | 'digest'>,
  { cluster: { mode } }: LoadedSnapshot,
  stored: StoredPolicy,
  { clusterId, nodePools, verdict, approval, proposedAt }: Decision,
): SupersedeReason | null {
  const wasObserved = verdict.kind === 'ObserveOnly';
  if (wasObserved !== (mode === 'observe') || (approval === null && mode === 'auto')) {
    return { detail: `the mode of the cluster is now ${mode}` };
  }
  if (approval === null || wasObserved) return null;
  const time = matchTime({ localTime }, proposedAt);
  const editorIds = editorsOf(approval.edit);
  const inForce = policyInForce(stored, { mode, clusterId, nodePools, editorIds });
  const now = evaluatePolicy(inForce, approval.facts, time);
  if (digest.of([now.verdict, now.ask]) === digest.of([verdict, approval.ask])) return null;
  return now.rule.policyVersion === null && approval.rule.policyVersion === null
    ? { detail: `the mode of the cluster is now ${mode}` }
    : { detail: `the approval policy has changed: rule ${now.rule.name} applies now` };
}

/** An expired node that is gone, or going, needs no approval any more. */
function goneNodes({ claims }: LoadedSnapshot, { nodeClaimIds }: Decision): SupersedeReason | null {
  const living = new Set(claims.filter(({ state }) => state !== 'Terminating').map(({ id }) => id));
  return nodeClaimIds.every((id) => living.has(id)) ? null : { detail: 'its node is gone' };
}

async function changedPlan(
  ports: ReviewPorts,
  loaded: LoadedSnapshot,
  decision: Decision,
  { command }: DisruptBody,
): Promise<SupersedeReason | null> {
  const validation = await ports.engine.validateCommand(
    withOpenCommands(
      withoutDecision(loaded.snapshot, decision.id),
      decisionsBefore(loaded.decisions, decision),
    ),
    command,
  );
  if (validation.kind !== 'Valid') {
    return { detail: 'the cluster has changed', dropped: validation.dropped };
  }
  if (decision.state !== 'AwaitingApproval') return null;
  const moved = changeSinceSeen(ports, decision, loaded, validation.command);
  return moved === null ? null : { detail: 'the cluster has changed', moved };
}
