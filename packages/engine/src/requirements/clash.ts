import type { RequirementSpec } from '../model/requirement-spec.js';
import {
  findIncompatibility,
  type Incompatibility,
  type RequirementsTable,
} from './requirements.js';

type Conflict = Extract<Incompatibility, { readonly kind: 'Conflict' }>;

/**
 * Returns the first expression that no node can satisfy together with the ones before it, whatever
 * its labels; `null` if there is none.
 * @remarks Differs from karpenter, where `team In [a]` together with `team DoesNotExist` becomes
 * the second.
 */
export function findInternalConflict(
  table: RequirementsTable,
  specs: readonly RequirementSpec[],
): Conflict | null {
  let joined = table.none;
  for (const spec of specs) {
    const next = table.compile([spec]);
    const conflict = findIncompatibility(joined, next, () => true);
    if (conflict?.kind === 'Conflict') return conflict;
    joined = table.join(joined, next);
  }
  return null;
}
