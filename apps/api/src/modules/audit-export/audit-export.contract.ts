import type { AuditExportStatus } from '@kerf/application';
import { z } from 'zod';
import type { AuditExport } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { componentOf } from '../../rest/resource-of.js';
import { components, instant, text, whole } from '../../rest/wire.js';

/** Maps the status of the export. */
export const toAuditExportView = ({ lagMs, ...status }: AuditExportStatus): AuditExport => ({
  ...status,
  lagSeconds: Math.floor(lagMs / 1_000),
});

const auditExportResource = componentOf('AuditExport', {
  target: text.meta({ description: 'Bucket and prefix' }),
  nextRunAt: instant.meta({ description: 'No worker starts a run before this time' }),
  lastExportAt: instant.nullable().meta({ description: 'Last time that an object was written' }),
  waitingEntries: whole.meta({
    description: 'Entries not exported yet; those after the last checkpoint wait for the next one',
  }),
  lagSeconds: whole.meta({ description: 'Age of the oldest of them; 0 if all are exported' }),
  failures: whole.meta({ description: 'Failed runs since the last successful one' }),
  error: text.nullable().meta({ description: 'Message of the last run, if it failed' }),
});

export const auditExportOperations = {
  get: {
    id: 'getAuditExport',
    summary: 'Progress of the export of the audit log, and the result of its last run',
    path: z.object({}),
    answer: z
      .object({
        status: auditExportResource
          .nullable()
          .meta({ description: 'Absent if no worker has run the export' }),
      })
      .register(components, { id: 'AuditExportStatus' }),
  },
} as const satisfies Record<string, OperationSpec>;
