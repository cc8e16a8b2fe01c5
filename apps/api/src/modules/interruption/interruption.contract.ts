import {
  type InterruptionOrder,
  type InterruptionSummary,
  interruptionOrderFields,
} from '@kerf/db';
import { z } from 'zod';
import { describeSortedPeriod } from '../../contract/sorted-period.js';
import type { Interruption } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { orderQuery, pageOf, pageQuery } from '../../rest/paging.js';
import { components, idPath, instant, list, text, whole, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

/** Other fields are read when they are requested. */
export type InterruptionLazy = 'replacements';
export type InterruptionView = Omit<Interruption, InterruptionLazy> & {
  readonly replacementClaimIds: readonly string[];
};

export const toInterruptionView = (row: InterruptionSummary): InterruptionView => row;

const interruptionResource = z
  .object({
    id: text,
    clusterId: text,
    clusterName: text,
    kind: word('InterruptionKind'),
    outcome: word('InterruptionOutcome'),
    instanceId: text,
    nodeClaimId: text.nullable(),
    nodeName: text.nullable(),
    nodePool: text.nullable(),
    instanceType: text.nullable(),
    zone: text.nullable(),
    capacityType: word('CapacityType').nullable(),
    decisionId: text.nullable(),
    warnedAt: instant,
    receivedAt: instant,
    deadline: instant.nullable(),
    podCount: whole,
    replacementRequestedAt: instant.nullable(),
    replacementClaimIds: list(text),
    drainedAt: instant.nullable(),
    lostPods: list(text).meta({ description: 'Pods that ended with the instance' }),
    endedAt: instant.nullable(),
  })
  .register(components, {
    id: 'Interruption',
    description: 'An interruption: a notice of AWS about one instance, and its outcome',
  });

export const newestInterruptionsFirst: InterruptionOrder = {
  field: 'RECEIVED_AT',
  direction: 'DESC',
};

export const interruptionOperations = {
  list: {
    id: 'listInterruptions',
    topics: ['nodes', 'nodeClaim'],
    summary: 'Interruptions of nodes, newest first',
    description: `Interruptions of nodes, newest first. ${describeSortedPeriod('RECEIVED_AT')}`,
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      kind: z.array(word('InterruptionKind')).optional(),
      outcome: z.array(word('InterruptionOutcome')).optional(),
      nodePool: z.array(text).optional(),
      nodeClaimId: text.optional(),
      receivedFrom: instant.optional(),
      receivedTo: instant.optional(),
      ...orderQuery(interruptionOrderFields, newestInterruptionsFirst),
    }),
    answer: pageOf('InterruptionPage', interruptionResource),
  },
  get: {
    id: 'getInterruption',
    summary: 'One interruption',
    path: idPath,
    answer: interruptionResource,
  },
} as const satisfies Record<string, OperationSpec>;
