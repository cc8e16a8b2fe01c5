import type { InterruptionSummary } from '@kerf/db';
import { z } from 'zod';
import type { Interruption } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
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

export const interruptionOperations = {
  list: {
    id: 'listInterruptions',
    topics: ['nodes', 'nodeClaim'],
    summary: 'Interruptions of nodes, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      kind: z.array(word('InterruptionKind')).optional(),
      outcome: z.array(word('InterruptionOutcome')).optional(),
      nodePool: z.array(text).optional(),
      nodeClaimId: text.optional(),
      receivedFrom: instant.optional(),
      receivedTo: instant.optional(),
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
