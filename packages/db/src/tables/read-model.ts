import type {
  LabeledPodRow,
  NodeOverlayRow,
  NodeRow,
  PodRow,
  PodVerdictRow,
} from '@kerf/application';
import { type BudgetStatus, capacityTypes } from '@kerf/engine';
import {
  budgetStatus,
  nodeAmounts,
  nodeBlockers,
  nodeLabels,
  nodeTaints,
  overlaySpec,
  overlayState,
  podLabels,
  podRequests,
  podVerdict,
} from '../json/formats.js';
import { bigint, flag, instant, integer, json, text, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

/** A budget's status, and where and when it was so. */
interface BudgetStatusRow extends BudgetStatus {
  readonly clusterId: string;
  readonly asOf: number;
}

/** States of nodes, those that need attention first. */
export const nodeStates = ['NotReady', 'Ready', 'Cordoned', 'Terminating', 'Joining'] as const;
const podPhases = ['Pending', 'Bound', 'Terminating'] as const;

export const nodeIdentity = identifiedBy('Node', 'name');
const nodeKey = { clusterId: text, name: text };

/** Amounts of a node that lists sort by. */
export const nodeTotals = {
  cpuAllocatableMilli: bigint,
  cpuRequestedMilli: bigint,
  memoryAllocatableBytes: bigint,
  memoryRequestedBytes: bigint,
};

export const nodeRows = table({
  name: 'node_rows',
  identity: nodeIdentity,
  key: nodeKey,
  fixed: nodeKey,
  changing: {
    providerId: text.nullable(),
    nodePool: text.nullable(),
    nodeClaimId: text.nullable(),
    instanceType: text.nullable(),
    zone: text.nullable(),
    capacityType: word(capacityTypes).nullable(),
    arch: text.nullable(),
    priceMicroUsdPerHour: bigint.nullable(),
    onDemandMicroUsdPerHour: bigint.nullable(),
    labels: json(nodeLabels),
    taints: json(nodeTaints),
    capacity: json(nodeAmounts),
    allocatable: json(nodeAmounts),
    requested: json(nodeAmounts),
    podCount: integer,
    state: word(nodeStates),
    blockers: json(nodeBlockers),
    blockersEvaluatedAt: instant.nullable(),
    createdAt: instant,
    asOf: instant,
  },
  unread: { fixed: {}, changing: nodeTotals },
  toRow: (node: NodeRow) => ({
    ...node,
    cpuAllocatableMilli: node.allocatable['cpu'] ?? 0,
    cpuRequestedMilli: node.requested['cpu'] ?? 0,
    memoryAllocatableBytes: node.allocatable['memory'] ?? 0,
    memoryRequestedBytes: node.requested['memory'] ?? 0,
  }),
  fromRow: (row): NodeRow => row,
});

export const podIdentity = identifiedBy('Pod', 'namespace', 'name');
const podKey = { clusterId: text, uid: text };

export const podRows = table({
  name: 'pod_rows',
  identity: podIdentity,
  key: podKey,
  fixed: { ...podKey, namespace: text, name: text, createdAt: instant },
  changing: {
    ownerKind: text,
    ownerName: text,
    deployment: text.nullable(),
    nodeName: text.nullable(),
    phase: word(podPhases),
    isDaemon: flag,
    requests: json(podRequests),
    schedulerMessage: text.nullable(),
    asOf: instant,
  },
  unread: { fixed: {}, changing: { labels: json(podLabels).nullable() } },
  toRow: (pod: LabeledPodRow) => pod,
  fromRow: (row): PodRow => row,
});

const verdictKey = { clusterId: text, podUid: text };

export const podVerdicts = table({
  name: 'pod_verdicts',
  identity: identifiedBy('PodVerdict', 'podUid'),
  key: verdictKey,
  fixed: verdictKey,
  changing: { evaluatedAt: instant, batchId: text, verdict: json(podVerdict) },
  unread: none,
  toRow: (row: PodVerdictRow) => row,
  fromRow: (row): PodVerdictRow => row,
});

export const nodeOverlayRows = table({
  name: 'node_overlay_rows',
  identity: identifiedBy('NodeOverlay', 'name'),
  fixed: {
    clusterId: text,
    name: text,
    spec: json(overlaySpec).nullable(),
    state: json(overlayState),
  },
  changing: {},
  unread: none,
  toRow: (row: NodeOverlayRow) => row,
  fromRow: (row): NodeOverlayRow => row,
});

export const budgetStatuses = table({
  name: 'budget_statuses',
  identity: identifiedBy('BudgetStatus', 'nodePool'),
  fixed: { clusterId: text, nodePool: text, asOf: instant, status: json(budgetStatus) },
  changing: {},
  unread: { fixed: { reason: text }, changing: {} },
  toRow: ({ clusterId, asOf, ...status }: BudgetStatusRow) => ({
    clusterId,
    asOf,
    status,
    nodePool: status.nodePool,
    reason: status.reason,
  }),
  fromRow: ({ clusterId, asOf, status }): BudgetStatusRow => ({ ...status, clusterId, asOf }),
});
