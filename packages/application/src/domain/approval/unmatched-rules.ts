import type { Instant } from '@kerf/core';
import type { ApprovalRule } from './approval-policy.js';
import { matchesGlob } from './matches-glob.js';

/** Names that rules may list, as they are now. */
export interface KnownNames {
  readonly clusters: readonly string[];
  readonly nodePools: readonly string[];
  readonly teams: readonly string[];
}

/**
 * Returns notes on rules that match nothing now. They are allowed: a cluster may be registered later, and a
 * period that has ended is part of the history of the policy.
 */
export function unmatchedNotes(
  rules: readonly ApprovalRule[],
  { now, known }: { readonly now: Instant; readonly known: KnownNames },
): readonly string[] {
  return rules.flatMap(({ name, match, standing }) => {
    if (standing !== undefined && standing.until <= now) {
      return [`${name} no longer applies: its period has ended.`];
    }
    return kinds.flatMap(({ field, what }) => {
      const listed = match[field];
      const isFound =
        listed === undefined ||
        listed.some((pattern) => known[field].some((each) => matchesGlob(pattern, each)));
      return isFound
        ? []
        : [`${name} matches nothing now: there is no ${what} ${listed.join(' or ')}.`];
    });
  });
}

const kinds = [
  { field: 'clusters', what: 'cluster' },
  { field: 'nodePools', what: 'NodePool' },
  { field: 'teams', what: 'team' },
] as const;
