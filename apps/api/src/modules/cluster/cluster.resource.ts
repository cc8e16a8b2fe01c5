import { z } from 'zod';
import { pageOf } from '../../rest/paging.js';
import {
  amountResource,
  components,
  instant,
  list,
  money,
  reasonResource,
  whole,
  word,
} from '../../rest/wire.js';

const text = z.string();

const clusterSummaryResource = z
  .object({
    asOf: instant,
    nodes: whole,
    managedNodes: whole,
    pods: whole,
    pendingPods: whole,
    oldestPendingAt: instant.nullable(),
    price: money.meta({ description: 'Price of all priced nodes, in µUSD per hour' }),
    unpricedNodes: whole,
    spotPrice: money,
    cpuRequestedMilli: whole,
    cpuAllocatableMilli: whole,
    memoryRequestedBytes: whole,
    memoryAllocatableBytes: whole,
    awaitingDecisions: whole,
  })
  .register(components, { id: 'ClusterSummary' });

export const clusterSettings = {
  batchIdleMs: whole,
  batchMaxMs: whole,
  disruptionPollMs: whole,
  validationDelayMs: whole,
  approvalTtlMs: whole,
  rejectionHoldMs: whole.meta({
    description: 'How long a rejected decision is not proposed again; 0: not at all',
  }),
  searchMs: whole.meta({
    description:
      'How long a plan that is cheaper than Karpenter’s is looked for, in milliseconds of one core, 0 to 5000',
  }),
  nodeChargeMicroUsdPerHour: money.meta({
    description:
      'Added to the price of every node when plans are compared, in µUSD per hour, 0 to 10000000',
  }),
  offeringSharePercent: whole.meta({
    description:
      'How much of a plan’s nodes may be of one instance type in one zone, 1 to 100; 100 sets no limit',
  }),
  preferencePolicy: word('PreferencePolicy').meta({
    description: 'Whether preferences of pods are tried first; Karpenter’s PREFERENCE_POLICY',
  }),
  minValuesPolicy: word('MinValuesPolicy').meta({
    description:
      'What becomes of a pool’s minValues that cannot be met; Karpenter’s MIN_VALUES_POLICY',
  }),
  vmMemoryOverheadRatio: z.number().meta({
    description:
      'Share of an instance type’s memory that its hypervisor keeps, 0 to 0.5; Karpenter’s VM_MEMORY_OVERHEAD_PERCENT',
  }),
  reservedEnis: whole.meta({
    description:
      'Network interfaces that pods get no addresses of, 0 to 15; Karpenter’s RESERVED_ENIS',
  }),
  spotToSpotConsolidation: z.boolean().meta({
    description:
      'Whether a spot node may be replaced by a cheaper spot node; Karpenter’s feature gate SpotToSpotConsolidation',
  }),
};

const nodeOverlayResource = z
  .object({
    name: text,
    state: word('NodeOverlayState'),
    problems: list(text),
    conflictsWith: text.nullable(),
    nodePools: list(text),
    instanceTypes: whole,
    weight: whole,
    requirements: list(text),
    price: text.nullable().meta({ description: 'US dollars per hour, as written' }),
    priceAdjustment: text.nullable(),
    capacity: list(z.object({ resource: text, quantity: text })),
  })
  .register(components, {
    id: 'NodeOverlay',
    description: 'What instance types cost or offer, for decisions only, and what became of it',
  });

const capacityBufferResource = z
  .object({
    namespace: text,
    name: text,
    follows: text.nullable(),
    units: whole.nullable(),
    isLimited: z.boolean(),
    unit: list(amountResource),
    held: whole.nullable(),
    coming: whole.nullable(),
    without: whole.nullable(),
    reasons: list(reasonResource),
    problems: list(text),
  })
  .register(components, {
    id: 'CapacityBuffer',
    description: 'Room that is kept free for pods to come, and where its units are',
  });

export const clusterResource = z
  .object({
    id: text,
    name: text,
    region: text,
    accountId: text.nullable(),
    kubernetesVersion: text.nullable(),
    endpoint: text.nullable(),
    roleArn: text,
    externalId: text.nullable().meta({
      description: 'Made by Kerf; the role’s trust policy must ask for it',
    }),
    mode: word('ClusterMode'),
    effectiveMode: word('ClusterMode').meta({
      description: 'How far Kerf may go now: `mode`, or OBSERVE while the cluster is held',
    }),
    hold: z
      .object({ code: word('ClusterHoldCode'), object: text, message: text, since: instant })
      .nullable()
      .meta({ description: 'What keeps Kerf from acting in the cluster, whatever its mode' }),
    interruptionQueue: text.nullable(),
    connection: z.object({
      state: word('ConnectionState'),
      problem: text.nullable(),
      syncedAt: instant.nullable(),
      changedAt: instant,
    }),
    attention: list(
      z.object({
        kind: word('AttentionKind'),
        severity: word('AttentionSeverity'),
        count: whole,
        since: instant,
        detail: text.nullable(),
      }),
    ).meta({ description: 'What it needs attention for, the most urgent first' }),
    checks: list(
      z.object({
        step: word('RegistrationStep'),
        state: word('CheckState'),
        detail: text.nullable(),
        remedy: text.nullable(),
      }),
    ),
    settings: z.object(clusterSettings),
    summary: clusterSummaryResource.nullable(),
    findings: list(
      z.object({
        code: text,
        object: text,
        message: text,
        remedy: text.nullable(),
        count: whole,
        firstSeenAt: instant,
        lastSeenAt: instant,
      }),
    ),
    nodeOverlays: list(nodeOverlayResource),
    capacityBuffers: list(capacityBufferResource),
    createdAt: instant,
    version: whole,
  })
  .register(components, { id: 'Cluster' });

export const clusterPage = pageOf('ClusterPage', clusterResource);
