import type { Instant } from '@kerf/core';
import type { ApprovalVerdict } from '@kerf/engine';
import type { DecisionApproval } from '../domain/approval/decision-approval.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import {
  type Decision,
  type DecisionEvent,
  kerfActor,
  type RemoveBody,
} from '../domain/decision/decision.js';
import { total } from '../domain/decision/listed-cost.js';
import { maxDenialMs } from '../domain/decision.js';
import type { StaticPoolCounts } from '../domain/static-pool/static-pool-need.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { executing, newDecision } from '../recording/new-decision.js';
import { publishDecision } from '../recording/publish-decision.js';
import { type RemovedNodeSource, removedNodes } from '../recording/record-removal.js';
import { requireTerminations } from '../recording/request-termination.js';

interface Deprovision {
  readonly cluster: Pick<Cluster, 'id' | 'settings'>;
  readonly staticPool: StaticPoolCounts;
  /** At least one. */
  readonly leaving: readonly RemovedNodeSource[];
  readonly verdict: ApprovalVerdict;
  /** Verdict of the approval policy; `null` for nodes that are withdrawn before their launch. */
  readonly approval: DecisionApproval | null;
}

/**
 * Records a decision to remove surplus nodes of a static NodePool. Starts the termination of their
 * NodeClaims if no approval is required.
 * @throws STATE.CONFLICT with a retry when another writer has changed one of the NodeClaims
 */
export async function recordDeprovision(
  ports: Pick<Ports, 'clock' | 'ids' | 'digest'>,
  tx: Repositories,
  deprovision: Deprovision,
): Promise<void> {
  const decision = toDecision(ports, deprovision);
  if (decision.state === 'Executing') {
    await requireTerminations(
      ports,
      tx,
      deprovision.leaving.map(({ claim }) => ({ claim, reason: 'Overprovisioned' })),
    );
  }
  await tx.decisions.insert(decision, firstEvents(decision));
  await publishDecision(tx, decision);
}

const firstState = {
  Auto: 'Executing',
  NeedsApproval: 'AwaitingApproval',
  ObserveOnly: 'Proposed',
  Denied: 'Rejected',
} as const satisfies Record<ApprovalVerdict['kind'], Decision['state']>;

function firstEvents({ state, approval, proposedAt: at }: Decision): readonly DecisionEvent[] {
  const proposed = { at, kind: 'Proposed', actor: kerfActor, data: {} } as const;
  if (state === 'AwaitingApproval') {
    return [proposed, { at, kind: 'ApprovalRequested', actor: kerfActor, data: {} }];
  }
  if (state === 'Rejected') {
    const detail = `denied by rule ${approval?.rule.name ?? ''}`;
    return [proposed, { at, kind: 'Rejected', actor: kerfActor, data: { detail } }];
  }
  if (state !== 'Executing') return [proposed];
  const data = { detail: 'no approval required', step: 'MarkedForDeletion' } as const;
  return [proposed, { at, kind: 'ExecutionStarted', actor: kerfActor, data }];
}

function toDecision(
  ports: Pick<Ports, 'clock' | 'ids' | 'digest'>,
  { cluster, staticPool, leaving, verdict, approval }: Deprovision,
): Decision {
  const now = ports.clock.now();
  const body: RemoveBody = {
    type: 'Remove',
    reason: 'Overprovisioned',
    ...removedNodes(leaving),
    interruption: null,
    deadline: null,
    staticPool,
  };
  const isAuto = verdict.kind === 'Auto';
  const needsApproval = verdict.kind === 'NeedsApproval';
  return newDecision(ports, {
    id: ports.ids.next('dec'),
    clusterId: cluster.id,
    kind: 'Deprovision',
    verdict,
    // Nothing was solved, so the body contains the whole input.
    snapshotDigest: ports.digest.of(body),
    body,
    nodePools: [staticPool.nodePool],
    nodeClaimIds: leaving.map(({ claim }) => claim.id),
    podCount: body.pods.length,
    costChangeMicroUsdPerHour: costChangeOf(leaving),
    expiresAt: needsApproval
      ? now + (approval?.ask?.expiresAfterMs ?? cluster.settings.approvalTtlMs)
      : null,
    approval: approval === null ? null : { ...approval, requestedAt: needsApproval ? now : null },
    ...(verdict.kind === 'Denied' && denied(now, cluster.settings)),
    ...(isAuto ? executing(ports) : { state: firstState[verdict.kind] }),
    executionStep: isAuto ? 'MarkedForDeletion' : 'None',
  });
}

const denied = (now: Instant, { rejectionHoldMs }: Cluster['settings']) => ({
  decidedAt: now,
  decidedBy: kerfActor,
  finishedAt: now,
  rejectedUntil: now + Math.min(rejectionHoldMs, maxDenialMs),
});

/**
 * Returns the cost change of a removal; `null` when a price is unknown. A NodeClaim without an
 * instance costs nothing.
 */
export function costChangeOf(leaving: readonly RemovedNodeSource[]): number | null {
  const paid = total(
    leaving.map(({ claim: { instance } }) =>
      instance === null ? 0 : instance.priceMicroUsdPerHour,
    ),
  );
  return paid === null ? null : 0 - paid;
}
