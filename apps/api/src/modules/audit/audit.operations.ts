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
    summary: 'Every write, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      actor: text.optional().meta({ description: 'Part of the actor’s name' }),
      action: text.optional().meta({ description: 'A whole action, or a noun with a dot' }),
      object: text.optional().meta({ description: 'Part of the object’s name, or its id' }),
      outcome: z.enum(['Done', 'Refused']).optional(),
      from: instant.optional(),
      to: instant.optional().meta({ description: 'Exclusive' }),
    }),
    answer: auditEntryPage,
  },
} as const satisfies Record<string, OperationSpec>;
