import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { instant } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';
import { auditEntryPage } from './audit.resource.js';

const text = z.string();

export const auditOperations = {
  list: {
    id: 'listAuditEntries',
    summary: 'Audit log, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      actor: text.optional().meta({ description: 'Part of the actor’s name' }),
      action: text
        .optional()
        .meta({ description: 'An action, or all actions of a noun with a trailing dot' }),
      object: text.optional().meta({ description: 'Part of the object’s name, or its ID' }),
      outcome: z.enum(['Done', 'Refused']).optional(),
      from: instant.optional(),
      to: instant.optional().meta({ description: 'Exclusive' }),
    }),
    answer: auditEntryPage,
  },
} as const satisfies Record<string, OperationSpec>;
