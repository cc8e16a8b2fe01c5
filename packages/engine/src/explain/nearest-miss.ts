import { compareText } from '@kerf/core';
import type { NearestMiss } from '../model/scheduling-result.js';
import { membersOf } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import type { ResourceSpace, ResourceVector } from '../resources/resource-space.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';

type Shortages = NearestMiss['shortages'];

/**
 * Returns the type, of those that the requirements allow, that lacks least for the requests: the
 * fewest resources, then the smallest missing shares, then by name. `null` if none is allowed or
 * one lacks nothing.
 */
export function findNearestMiss(
  resources: ResourceSpace,
  template: NodeClaimTemplate,
  requirements: Requirements,
  requests: ResourceVector,
): NearestMiss | null {
  let nearest: Miss | null = null;
  for (const type of membersOf(template.allowedBy(requirements).types)) {
    const miss = missOf(template, type, requests);
    if (nearest === null || isNearer(miss, nearest)) nearest = miss;
  }
  const source = template.types[nearest?.type ?? -1]?.source;
  if (nearest === null || nearest.short === 0 || source === undefined) return null;
  return {
    instanceType: source.name,
    shortages: shortagesOf(resources, template, nearest.type, requests),
  };
}

interface Miss {
  readonly type: number;
  /** Number of missing resources. */
  readonly short: number;
  /** Sum of their missing shares. */
  readonly share: number;
}

/** Among equals, the first by name is the nearest. */
const isNearer = (a: Miss, b: Miss): boolean =>
  a.short < b.short || (a.short === b.short && a.share < b.share);

function missOf({ allocatable }: NodeClaimTemplate, type: number, requests: ResourceVector): Miss {
  let short = 0;
  let share = 0;
  for (let resource = 0; resource < requests.length; resource++) {
    const requested = requests[resource] ?? 0;
    const missing = requested - allocatable.get(type, resource);
    if (missing <= 0) continue;
    short += 1;
    share += missing / requested;
  }
  return { type, short, share };
}

function shortagesOf(
  resources: ResourceSpace,
  template: NodeClaimTemplate,
  type: number,
  requests: ResourceVector,
): Shortages {
  const daemons = template.daemons.overheadFor(type).requests;
  const shortages = resources.names.flatMap((resource, index) => {
    const requested = requests[index] ?? 0;
    const free = template.allocatable.get(type, index);
    if (requested <= free) return [];
    const taken = daemons[index] ?? 0;
    return [{ resource, requested: requested + taken, allocatable: free + taken }];
  });
  return shortages.sort((a, b) => compareText(a.resource, b.resource));
}
