import type { StoredPolicy } from '../approvals/api.js';
import { type ApprovalOfPlan, approvalOfPlan } from '../approvals/api.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import { type Decision, type DecisionEvent, kerfActor } from '../domain/decision/decision.js';
import { maxDenialMs } from '../domain/decision.js';
import { drainEndOf } from '../domain/node-claim/drain-end.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { newDecision } from '../recording/new-decision.js';
import { publishDecision } from '../recording/publish-decision.js';
import { type RemovedNodeSource, removedNodes } from '../recording/record-removal.js';
import { nodeOf } from '../snapshot/claim-node.js';
import { displacedBy } from '../snapshot/displaced-by.js';

/** An expired NodeClaim in its cluster. */
export interface Expiration {
  readonly cluster: Cluster;
  readonly stored: StoredPolicy;
  readonly view: ClusterView;
  readonly claim: NodeClaim;
}

type ProposePorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'localTime'>;

/**
 * Records the removal of an expired node as a decision that awaits approval, or as one that the
 * policy denies.
 * @returns false, and records nothing, when the policy lets it be removed at once
 */
export async function proposeExpiration(
  ports: ProposePorts,
  { cluster, stored, view, claim }: Expiration,
): Promise<boolean> {
  const node = nodeOf(claim, view.nodes);
  const now = ports.clock.now();
  const displaced = displacedBy(view, node, drainEndOf(claim, {}, now), now);
  const removed = removedNodes([{ claim, node, displaced }]);
  const { verdict, approval } = approvalOfPlan(ports, {
    cluster,
    stored,
    view,
    kind: 'Expire',
    plan: {
      candidates: removed.candidates,
      podUids: removed.pods.map(({ podUid }) => podUid),
      replacements: [],
      savingMicroUsdPerHour: null,
    },
  });
  if (verdict.kind !== 'NeedsApproval' && verdict.kind !== 'Denied') return false;
  const decision = toDecision(ports, cluster, { claim, node, displaced }, { verdict, approval });
  await ports.store.transaction(async (tx) => {
    await tx.decisions.insert(decision, firstEvents(decision));
    await publishDecision(tx, decision);
  });
  return true;
}

function toDecision(
  ports: ProposePorts,
  { settings }: Pick<Cluster, 'settings'>,
  source: RemovedNodeSource,
  { verdict, approval }: ApprovalOfPlan,
): Decision {
  const { claim, displaced } = source;
  const now = ports.clock.now();
  const body = {
    type: 'Remove',
    reason: 'Expired',
    ...removedNodes([source]),
    interruption: null,
    deadline: null,
  } as const;
  return newDecision(ports, {
    id: ports.ids.next('dec'),
    clusterId: claim.clusterId,
    kind: 'Expire',
    verdict,
    snapshotDigest: ports.digest.of(body),
    body,
    nodePools: claim.nodePool === null ? [] : [claim.nodePool],
    nodeClaimIds: [claim.id],
    podCount: displaced.length,
    ...(verdict.kind === 'Denied'
      ? {
          state: 'Rejected' as const,
          approval,
          decidedAt: now,
          decidedBy: kerfActor,
          finishedAt: now,
          rejectedUntil: now + Math.min(settings.rejectionHoldMs, maxDenialMs),
        }
      : {
          state: 'AwaitingApproval' as const,
          approval: { ...approval, requestedAt: now },
          expiresAt: now + (approval.ask?.expiresAfterMs ?? settings.approvalTtlMs),
        }),
  });
}

function firstEvents({ state, approval, proposedAt: at }: Decision): readonly DecisionEvent[] {
  const proposed = { at, kind: 'Proposed', actor: kerfActor, data: {} } as const;
  if (state === 'AwaitingApproval') {
    return [proposed, { at, kind: 'ApprovalRequested', actor: kerfActor, data: {} }];
  }
  const detail = `denied by rule ${approval?.rule.name ?? ''}`;
  return [proposed, { at, kind: 'Rejected', actor: kerfActor, data: { detail } }];
}
