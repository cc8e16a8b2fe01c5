import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const auditSearch = z.object({
  cluster: searchText,
  actor: searchText,
  action: searchText,
  object: searchText,
  outcome: searchChoice(['DONE', 'REFUSED']),
  /** Days, `2026-11-21`, in the chosen time zone. */
  from: searchText,
  to: searchText,
  /** The open row. */
  entry: searchText,
});

export type AuditSearch = z.infer<typeof auditSearch>;
