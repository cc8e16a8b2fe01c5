import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { instant, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';
import { interruptionPage, interruptionResource } from './interruption.resource.js';

export const interruptionOperations = {
  list: {
    id: 'listInterruptions',
    summary: 'Interruptions of nodes, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      kind: z.array(word('InterruptionKind')).optional(),
      outcome: z.array(word('InterruptionOutcome')).optional(),
      nodePool: z.array(z.string()).optional(),
      nodeClaimId: z.string().optional(),
      receivedFrom: instant.optional(),
      receivedTo: instant.optional(),
    }),
    answer: interruptionPage,
  },
  get: {
    id: 'getInterruption',
    summary: 'One interruption',
    path: z.object({ id: z.string() }),
    answer: interruptionResource,
  },
} as const satisfies Record<string, OperationSpec>;
