import { decisionEventKinds } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { instant } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';
import { fleetEventList } from './fleet-event.resource.js';

export const maxEvents = 500;

export const fleetEventOperations = {
  list: {
    id: 'listFleetEvents',
    summary: 'Activity: steps of decisions and interruption notices, newest first',
    query: z.strictObject({
      ...ofClusterQuery,
      from: instant.optional(),
      to: instant.optional(),
      decisionEvent: z.array(z.enum(decisionEventKinds)).optional(),
      limit: z.coerce.number().int().min(1).max(maxEvents).default(50),
    }),
    answer: fleetEventList,
  },
} as const satisfies Record<string, OperationSpec>;
