import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/search-schema.js';

export const decisionShows = ['waiting', 'underway', 'finished'] as const;

export const decisionsSearch = z.object({
  cluster: searchText,
  /** Absent: all. */
  show: searchChoice(decisionShows),
  kind: searchChoice([
    'PROVISION',
    'DEPROVISION',
    'EMPTY',
    'CONSOLIDATE',
    'DRIFT',
    'EXPIRE',
    'INTERRUPT',
    'DELETE',
  ]),
  pool: searchText,
});

export type DecisionsSearch = z.infer<typeof decisionsSearch>;
