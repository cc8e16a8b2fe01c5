import { z } from 'zod';
import { recordFormat } from './format.js';

// Columns that hold any JSON: only the version has a format.

/** The state before or after an audited change; any JSON. */
export const auditedValue = recordFormat<unknown>({
  column: 'audit_entries.before, after',
  schema: z.json(),
  layout: 'value',
});

/** An API response; a repeated request reads it with its own schema. */
export const idempotentAnswer = recordFormat<unknown>({
  column: 'idempotency_records.answer',
  schema: z.json(),
  layout: 'value',
});
