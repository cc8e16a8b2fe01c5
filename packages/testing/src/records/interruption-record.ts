import type { Interruption } from '@kerf/application';
import { recordedAt } from './cluster-records.js';

/** Returns a spot interruption of the node of `ncl_1`, which is being drained. */
export function anInterruption(
  fields: Pick<Interruption, 'clusterId' | 'id'> & Partial<Interruption>,
): Interruption {
  return {
    kind: 'SpotInterrupted',
    eventId: `event-${fields.id}`,
    instanceId: 'i-ncl_1',
    nodeClaimId: 'ncl_1',
    nodeName: 'ip-10-0-0-1',
    nodePool: 'default',
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    capacityType: 'spot',
    action: 'Drain',
    decisionId: 'dec_1',
    warnedAt: recordedAt - 1_000,
    receivedAt: recordedAt,
    deadline: recordedAt + 119_000,
    podUids: ['pod-1', 'pod-2'],
    replacementRequestedAt: null,
    replacementClaimIds: [],
    drainedAt: null,
    lostPods: [],
    endedAt: null,
    ...fields,
  };
}
