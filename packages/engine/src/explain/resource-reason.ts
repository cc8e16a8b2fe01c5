import type { SchedulingReason } from '../model/scheduling-reason.js';
import { type Bits, bitsOf, membersOf } from '../requirements/bits.js';
import type { ResourceVector } from '../resources/resource-space.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import type { LabelConstraint } from './label-check.js';
import { allowsLabels, exclusionOf, inOrderOfPrice } from './type-exclusion.js';

/** A pod and the instance types that it may use. */
export interface ResourceQuestion {
  readonly template: NodeClaimTemplate;
  /** The NodePool's available types that the pod's labels allow; at least one. */
  readonly types: Bits;
  /** Types that only the NodePool's own requirements exclude. */
  readonly excluded: Bits;
  /** Label constraints of the pod that the NodePool satisfies. */
  readonly constraints: readonly LabelConstraint[];
  /** Requests of the pod. */
  readonly requests: ResourceVector;
}

/**
 * Returns the resource of which no type has enough: first one that no type has at all, then the one
 * with the largest missing share; otherwise the resources that no type has together.
 */
export function resourceReason(
  problem: SchedulingProblem,
  question: ResourceQuestion,
): SchedulingReason {
  const { template, types, requests } = question;
  const short = [...requests.keys()]
    .map((resource) => ({ resource, ...shortage(question, resource) }))
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => b.share - a.share);
  const absent = short.find(
    ({ resource }) =>
      (requests[resource] ?? 0) > 0 && template.capacity.greatest(types, resource) === 0,
  );
  if (absent !== undefined) return notOffered(problem, question, absent.resource);
  const [worst] = short;
  return worst === undefined
    ? tooLargeTogether(problem, question)
    : tooLarge(problem, question, worst.resource);
}

/** Returns how much the type with the largest capacity lacks of a resource; 0 if it has enough. */
function shortage(
  { template, types, requests }: ResourceQuestion,
  resource: number,
): { readonly missing: number; readonly share: number } {
  const requested = requests[resource] ?? 0;
  const upper = template.allocatable.greatest(types, resource);
  // Never below 0; capacity is below 0 where DaemonSets request more than there is.
  const most =
    upper > 0
      ? upper
      : template.allocatable.get(largestOf(template, membersOf(types), resource), resource);
  const missing = Math.max(0, requested - most);
  return { missing, share: missing / Math.max(1, requested) };
}

function notOffered(
  { space, resources, snapshot }: SchedulingProblem,
  { template, excluded, constraints, requests }: ResourceQuestion,
  resource: number,
): SchedulingReason {
  const name = resources.names[resource] ?? '';
  const requested = requests[resource] ?? 0;
  const gaps = snapshot.catalogGapsByNodePool?.[template.pool.name]?.instanceTypes ?? [];
  const required = constraints.map(({ requirement }) => requirement);
  const needed = new Float64Array(requests.length);
  needed[resource] = requested;
  const exclusion = exclusionOf(space, template, {
    resolved: template.capacity.rowsHolding(excluded, needed),
    unlaunchable: gaps.filter(
      ({ labels, capacity }) =>
        (capacity[name] ?? 0) >= requested && allowsLabels(space, required, labels),
    ),
  });
  return {
    code: 'RESOURCE_NOT_OFFERED',
    resource: name,
    requested,
    excludedBy: exclusion?.excludedBy ?? null,
    instanceTypes: exclusion?.instanceTypes ?? [],
    omitted: exclusion?.omitted ?? 0,
  };
}

function tooLarge(
  { space, resources }: SchedulingProblem,
  { template, types, excluded, requests }: ResourceQuestion,
  resource: number,
): SchedulingReason {
  const largest = largestOf(template, membersOf(types), resource);
  const daemons = template.daemons.overheadFor(largest).requests[resource] ?? 0;
  const fitting = inOrderOfPrice(
    template,
    template.allocatable.rowsHolding(excluded, requests),
  ).slice(0, 1);
  const resolved = bitsOf(template.types.length, fitting);
  const exclusion = exclusionOf(space, template, { resolved, unlaunchable: [] });
  const instanceType = exclusion?.instanceTypes[0];
  return {
    code: 'RESOURCE_TOO_LARGE',
    resource: resources.names[resource] ?? '',
    requested: (requests[resource] ?? 0) + daemons,
    daemons,
    largest: template.types[largest]?.allocatable[resource] ?? 0,
    instanceType: template.types[largest]?.source.name ?? '',
    fitting:
      exclusion === null || instanceType === undefined
        ? null
        : { instanceType, excludedBy: exclusion.excludedBy },
  };
}

function tooLargeTogether(
  { resources }: SchedulingProblem,
  { template, types, requests }: ResourceQuestion,
): SchedulingReason {
  // Each of these excludes some of the types, and none excludes all.
  const scarce = [...requests.keys()].filter((resource) =>
    membersOf(types).some(
      (type) => (requests[resource] ?? 0) > template.allocatable.get(type, resource),
    ),
  );
  return {
    code: 'RESOURCE_COMBINATION_TOO_LARGE',
    resources: scarce.map((resource) => resources.names[resource] ?? ''),
  };
}

/**
 * Returns the type with the largest capacity for pods; among equals by name.
 * @param types at least one
 */
export function largestOf(
  { allocatable }: NodeClaimTemplate,
  types: readonly number[],
  resource: number,
): number {
  return types.reduce((best, type) =>
    allocatable.get(type, resource) > allocatable.get(best, resource) ? type : best,
  );
}
