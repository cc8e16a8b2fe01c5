import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';
import { costResource } from './cost.resource.js';

export const costOperations = {
  get: {
    id: 'getCost',
    summary: 'What runs now costs now, cut four ways',
    query: z.strictObject(ofClusterQuery),
    answer: costResource,
  },
} as const satisfies Record<string, OperationSpec>;
