import { z } from 'zod';
import { recordFormat, unchanged } from './format.js';

// Columns that hold whatever their writer knows: only their version is Kerf's.

/** What an audited change was made of, as it is shown; any JSON. */
export const auditedValue = recordFormat<unknown>({
  column: 'audit_entries.before, after',
  schema: z.json(),
  layout: 'value',
  upgrades: [unchanged],
});

/** An answer of the API; whoever repeats the request reads it by its own schema. */
export const onceAnswer = recordFormat<unknown>({
  column: 'idempotency_records.answer',
  schema: z.json(),
  layout: 'value',
  upgrades: [unchanged],
});
