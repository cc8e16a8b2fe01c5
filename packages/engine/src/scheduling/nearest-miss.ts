import type { NearestMiss } from '../model/scheduling-result.js';
import { membersOf } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import type { ResourceSpace, ResourceVector } from '../resources/resource-space.js';
import type { NodeClaimTemplate } from './node-claim-template.js';

type Shortages = NearestMiss['shortages'];

/**
 * Of the types that the requirements allow, the one that lacks least for the requests: the fewest
 * resources, then the smallest parts of what is asked for (ties: name). `null` when none is allowed or
 * one lacks nothing.
 */
export function findNearestMiss(
  resources: ResourceSpace,
  template: NodeClaimTemplate,
  requirements: Requirements,
  requests: ResourceVector,
): NearestMiss | null {
  const misses = membersOf(template.allowedBy(requirements).types).flatMap((type) => {
    const source = template.types[type]?.source;
    if (source === undefined) return [];
    return [{ instanceType: source.name, ...shortOf(resources, template, type, requests) }];
  });
  const [nearest] = misses.sort(
    (a, b) => a.shortages.length - b.shortages.length || a.share - b.share,
  );
  if (nearest === undefined || nearest.shortages.length === 0) return null;
  return { instanceType: nearest.instanceType, shortages: nearest.shortages };
}

function shortOf(
  resources: ResourceSpace,
  template: NodeClaimTemplate,
  type: number,
  requests: ResourceVector,
): { readonly shortages: Shortages; readonly share: number } {
  const daemons = template.daemons.overheadFor(type).requests;
  let share = 0;
  const shortages = resources.names.flatMap((resource, index) => {
    const requested = requests[index] ?? 0;
    const missing = requested - template.room.get(type, index);
    if (missing <= 0) return [];
    share += missing / requested;
    const taken = daemons[index] ?? 0;
    return [{ resource, requested: requested + taken, allocatable: requested - missing + taken }];
  });
  return { shortages: shortages.sort((a, b) => (a.resource < b.resource ? -1 : 1)), share };
}
