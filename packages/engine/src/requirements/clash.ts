import type { RequirementSpec } from '../model/requirement-spec.js';
import {
  findIncompatibility,
  type Incompatibility,
  type RequirementsTable,
} from './requirements.js';

type Conflict = Extract<Incompatibility, { readonly kind: 'Conflict' }>;

/**
 * The first of the expressions that no node can satisfy together with those before it, however it is
 * labelled; `null` when there is none.
 * @remarks Differs from karpenter, where `team In [a]` together with `team DoesNotExist` amounts to the
 * second.
 */
export function findClash(
  table: RequirementsTable,
  specs: readonly RequirementSpec[],
): Conflict | null {
  let joined = table.none;
  for (const spec of specs) {
    const next = table.compile([spec]);
    const clash = findIncompatibility(joined, next, () => true);
    if (clash?.kind === 'Conflict') return clash;
    joined = table.join(joined, next);
  }
  return null;
}
