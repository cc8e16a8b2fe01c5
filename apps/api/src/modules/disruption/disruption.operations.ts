import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';
import { budgetsResource } from './disruption.resource.js';

export const disruptionOperations = {
  get: {
    id: 'getDisruptionBudgets',
    summary: 'Number of disruptions allowed now, by NodePool and reason',
    query: z.strictObject(ofClusterQuery),
    answer: budgetsResource,
  },
} as const satisfies Record<string, OperationSpec>;
