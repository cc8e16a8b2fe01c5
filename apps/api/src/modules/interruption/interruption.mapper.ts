import type { InterruptionSummary } from '@kerf/db';
import type { Interruption } from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';

/** Other fields are read when they are requested. */
export type InterruptionLazy = 'replacements';
export type InterruptionView = Omit<Interruption, InterruptionLazy> & {
  readonly replacementClaimIds: readonly string[];
};
export type InterruptionConnectionView = ConnectionView<InterruptionView>;

export function toInterruptionView(row: InterruptionSummary): InterruptionView {
  return {
    id: row.id,
    clusterId: row.clusterId,
    clusterName: row.clusterName,
    kind: row.kind,
    outcome: row.outcome,
    instanceId: row.instanceId,
    nodeClaimId: row.nodeClaimId,
    nodeName: row.nodeName,
    nodePool: row.nodePool,
    instanceType: row.instanceType,
    zone: row.zone,
    capacityType: row.capacityType,
    decisionId: row.decisionId,
    warnedAt: row.warnedAt,
    receivedAt: row.receivedAt,
    deadline: row.deadline,
    podCount: row.podCount,
    replacementRequestedAt: row.replacementRequestedAt,
    replacementClaimIds: row.replacementClaimIds,
    drainedAt: row.drainedAt,
    lostPods: row.lostPods,
    endedAt: row.endedAt,
  };
}
