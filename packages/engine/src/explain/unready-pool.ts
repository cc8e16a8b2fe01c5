import { invariant } from '@kerf/core';
import type { NodePool } from '../model/node-pool.js';
import type { LabelReason, SchedulingReason } from '../model/scheduling-reason.js';
import { LabelSpaceBuilder } from '../requirements/label-space.js';
import { termsOf } from '../requirements/label-terms.js';
import { mayBeAbsent, requirementsOverlap, specsOf } from '../requirements/requirement.js';
import { type Requirements, RequirementsTable } from '../requirements/requirements.js';
import { templateSpecs } from '../scheduling/nodes/node-claim-template.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import type { RegionNames } from './region-names.js';

/** Returns the reason why a NodePool that is not ready, or is stopped by a brake, launches nothing. */
export function unreadyReason({ template, notReady, launchBlock }: NodePool): SchedulingReason {
  if (notReady === null) {
    invariant(launchBlock !== undefined, 'the NodePool is ready');
    return launchBlock;
  }
  if (notReady.cause === 'BeingDeleted') return { code: 'NODE_POOL_BEING_DELETED' };
  const { detail } = notReady;
  if (notReady.cause === 'ManifestUnreadable') {
    return { code: 'NODE_POOL_REFUSED', field: notReady.field ?? '', detail };
  }
  return { code: 'NODE_POOL_NOT_READY', nodeClass: template.nodeClassName, detail };
}

/**
 * Returns the conflicts of a pod with a NodePool that is not ready, by the NodePool's own
 * requirements: its instance types are unknown, and it is not part of the scheduling problem.
 */
export function unreadyConflicts(
  problem: SchedulingProblem,
  region: RegionNames,
  pool: NodePool,
  strict: Requirements,
): readonly LabelReason[] {
  const { space } = problem;
  const own = templateSpecs(pool);
  const specs = [...own, ...strict.list.flatMap((requirement) => specsOf(space, requirement))];
  const builder = new LabelSpaceBuilder();
  for (const { key } of specs) builder.addLabel(key);
  for (const { key, values } of specs) builder.addValues(key, values);
  const table = new RequirementsTable(builder.build());
  const ofPool = table.compile(own);
  return strict.list.flatMap((requirement) => {
    const key = space.nameOf(requirement.key);
    const required = { key, required: termsOf(space, requirement), volume: null, alternatives: 1 };
    const known = region.existingNamesFor(requirement);
    if (known !== null) return { code: 'VALUE_UNKNOWN', ...required, known };
    const existing = ofPool.byKey[table.space.keyOf(key) ?? -1];
    if (existing === undefined) {
      const isUndefined = !problem.wellKnown.has(key) && !mayBeAbsent(requirement);
      return isUndefined ? { code: 'LABEL_UNDEFINED', ...required } : [];
    }
    const [incoming] = table.compile(specsOf(space, requirement)).list;
    if (incoming === undefined || requirementsOverlap(existing, incoming)) return [];
    const allowed = { source: 'NodePool', key, terms: termsOf(table.space, existing) } as const;
    return { code: 'REQUIREMENT_INCOMPATIBLE', ...required, allowed };
  });
}
