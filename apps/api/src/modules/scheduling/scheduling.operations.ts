import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';
import { pendingPodPage } from './scheduling.resource.js';

export const schedulingOperations = {
  list: {
    id: 'listPendingPods',
    summary: 'Pending pods, oldest first, each with the result of its last evaluation',
    query: z.strictObject({ ...pageQuery, ...ofClusterQuery }),
    answer: pendingPodPage,
  },
} as const satisfies Record<string, OperationSpec>;
