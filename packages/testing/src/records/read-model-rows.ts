import type { LabeledPodRow, NodeRow } from '@kerf/application';
import { recordedAt } from './cluster-records.js';

/** Returns a ready, half used, managed m5.large of the NodePool `default`. */
export function aNodeRow(fields: Pick<NodeRow, 'clusterId' | 'name'> & Partial<NodeRow>): NodeRow {
  return {
    providerId: `aws:///us-east-1a/${fields.name}`,
    nodePool: 'default',
    nodeClaimId: `ncl_${fields.name}`,
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    capacityType: 'on-demand',
    arch: 'amd64',
    priceMicroUsdPerHour: 96_000,
    onDemandMicroUsdPerHour: 96_000,
    labels: { tier: 'web' },
    taints: [],
    capacity: { cpu: 2_000, memory: 8_000 },
    allocatable: { cpu: 1_900, memory: 7_000, pods: 29 },
    requested: { cpu: 950, memory: 700 },
    podCount: 3,
    state: 'Ready',
    blockers: [{ code: 'NOT_EMPTY', pods: 3 }],
    blockersEvaluatedAt: null,
    createdAt: recordedAt - 60_000,
    asOf: recordedAt,
    ...fields,
  };
}

/** Returns a pending pod of the ReplicaSet `shop/web`. */
export function aPodRow(
  fields: Pick<LabeledPodRow, 'clusterId' | 'uid'> & Partial<LabeledPodRow>,
): LabeledPodRow {
  return {
    namespace: 'shop',
    name: `web-${fields.uid}`,
    ownerKind: 'ReplicaSet',
    ownerName: 'web',
    deployment: null,
    nodeName: null,
    phase: 'Pending',
    isDaemon: false,
    requests: { cpu: 500 },
    createdAt: recordedAt,
    schedulerMessage: '0/3 nodes are available',
    labels: { app: 'web' },
    asOf: recordedAt,
    ...fields,
  };
}
