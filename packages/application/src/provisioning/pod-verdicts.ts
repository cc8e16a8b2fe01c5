import type { ClusterId, Instant, SchedulingBatchId } from '@kerf/core';
import type { SchedulingResult } from '@kerf/engine';
import type { Decision } from '../domain/decision/decision.js';
import type { PodVerdict, PodVerdictRow } from '../domain/read-model/rows.js';
import { isRealPod } from '../snapshot/expected-pods.js';

/** Returns the result of the last solve for each pod that it considered. */
export function podVerdicts(input: {
  readonly clusterId: ClusterId;
  readonly batchId: SchedulingBatchId;
  readonly evaluatedAt: Instant;
  readonly result: SchedulingResult;
  /** `null` when nothing has to be launched. */
  readonly decision: Decision | null;
}): readonly PodVerdictRow[] {
  const { clusterId, batchId, evaluatedAt, result, decision } = input;
  const row = (podUid: string, verdict: PodVerdict): PodVerdictRow => ({
    clusterId,
    batchId,
    evaluatedAt,
    podUid,
    verdict,
  });
  const claims = decision?.body.type === 'Provision' ? decision.body.claims : {};
  const rows = [
    ...result.existingNodes.flatMap(({ nodeName, podUids }) =>
      podUids.map((uid) => row(uid, { kind: 'ExistingNode', nodeName })),
    ),
    ...result.newNodeClaims.flatMap((claim) =>
      claim.podUids.map((uid) =>
        row(uid, {
          kind: 'NewNode',
          nodePool: claim.nodePool,
          nodeClaimId: claims[claim.id] ?? null,
          decisionId: decision?.id ?? null,
        }),
      ),
    ),
    ...result.unschedulable.map(({ podUid, reasons, byNodePool, queuePosition }) =>
      row(podUid, { kind: 'Unschedulable', reasons, byNodePool, queuePosition }),
    ),
  ];
  return rows.filter(({ podUid }) => isRealPod(podUid));
}
