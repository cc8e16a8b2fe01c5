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

const summaryFields = {
  name: text,
  clusterId: text,
  providerId: text.nullable(),
  nodePool: text.nullable(),
  nodeClaimId: text.nullable(),
  instanceType: text.nullable(),
  zone: text.nullable(),
  capacityType: word('CapacityType').nullable(),
  arch: text.nullable(),
  price: money.nullable().meta({ description: 'µUSD per hour; absent when unknown' }),
  state: word('NodeState'),
  cpuAllocatableMilli: whole,
  cpuRequestedMilli: whole,
  memoryAllocatableBytes: whole,
  memoryRequestedBytes: whole,
  podCapacity: whole,
  podCount: whole,
  blockers: list(reasonResource),
  blockersEvaluatedAt: instant.nullable().meta({
    description: 'Time at which the blockers were found; absent if they are from the last pass',
  }),
  createdAt: instant,
  asOf: instant,
};

export const nodeSummaryResource = z
  .object(summaryFields)
  .register(components, { id: 'NodeSummary', description: 'A node in a list' });

const podResource = z
  .object({
    uid: text,
    namespace: text,
    name: text,
    ownerKind: text,
    ownerName: text,
    isDaemon: z.boolean(),
    phase: word('PodPhase'),
    requests: list(amountResource),
    createdAt: instant,
  })
  .register(components, { id: 'Pod' });

export const nodeResource = z
  .object({
    ...summaryFields,
    labels: z.record(text, text),
    taints: list(z.object({ key: text, value: text, effect: text })),
    allocatable: list(amountResource),
    requested: list(amountResource),
    pods: list(podResource),
  })
  .register(components, { id: 'Node' });

export const nodePage = pageOf('NodePage', nodeSummaryResource);
