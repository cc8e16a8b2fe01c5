import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { word } from '../../rest/wire.js';
import { clusterPath } from '../cluster/cluster.operations.js';
import { nodeClaimPage, nodeClaimResource } from './node-claim.resource.js';

export const nodeClaimOperations = {
  list: {
    id: 'listNodeClaims',
    summary: 'NodeClaims of a cluster, newest first',
    path: clusterPath,
    query: z.strictObject({
      ...pageQuery,
      state: z.array(word('NodeClaimState')).optional(),
      nodePool: z.array(z.string()).optional(),
    }),
    answer: nodeClaimPage,
  },
  get: {
    id: 'getNodeClaim',
    summary: 'One NodeClaim',
    path: z.object({ id: z.string() }),
    answer: nodeClaimResource,
  },
} as const satisfies Record<string, OperationSpec>;
