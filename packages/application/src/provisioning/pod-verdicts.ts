import type { ClusterId, Instant, SchedulingBatchId } from '@kerf/core';
import { isBufferPod, type SchedulingResult } from '@kerf/engine';
import type { Decision } from '../domain/decision/decision.js';
import type { PodVerdict, PodVerdictRow } from '../domain/read-model/rows.js';

/** What the last solve says of each pod it looked at. */
export function podVerdicts(input: {
  readonly clusterId: ClusterId;
  readonly batchId: SchedulingBatchId;
  readonly evaluatedAt: Instant;
  readonly result: SchedulingResult;
  /** `null` when nothing has to be bought. */
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
  // Units of buffers are nobody's pods.
  return rows.filter(({ podUid }) => !isBufferPod({ uid: podUid }));
}
