import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const budgetsSearch = z.object({
  cluster: searchText,
  q: searchText,
  sort: searchText,
  view: searchChoice(['week']),
  /** A day of the shown week, `2026-11-23`; that of now if absent. */
  week: searchText,
  /** The open row of the week: `cluster/NodePool/REASON`. */
  open: searchText,
});

export type BudgetsSearch = z.infer<typeof budgetsSearch>;
