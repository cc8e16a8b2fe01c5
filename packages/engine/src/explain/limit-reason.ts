import type { SchedulingReason } from '../model/scheduling-reason.js';
import { spendResource } from '../model/spend-limit.js';
import { type Bits, hasBit, membersOf } from '../requirements/bits.js';
import type { ResourceSpace } from '../resources/resource-space.js';
import type { LimitUsage, PoolLimits } from '../scheduling/nodes/limits.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';

/**
 * Returns the limit of the NodePool that excludes all of the types; `null` if one of them fits. If
 * several limits do, it is the one with the least left.
 */
export function limitReason(
  resources: ResourceSpace,
  template: NodeClaimTemplate,
  limits: PoolLimits,
  types: Bits,
): SchedulingReason | null {
  if (!limits.hasNodesLeft) return nodesExceeded(template);
  const members = membersOf(types);
  if (members.some((type) => hasBit(limits.affordable, type))) return null;
  const [tightest] = limits.usage
    .map((usage) => ({
      usage,
      left: members.filter((type) => isWithin(template, usage, type)).length,
    }))
    .sort((a, b) => a.left - b.left);
  return tightest === undefined
    ? null
    : limitExceeded(resources, template, tightest.usage, members);
}

/**
 * Returns the first limit that every one of the types would exceed, or `null`.
 * @param types types that would fit, at least one
 */
export function limitExceeded(
  resources: ResourceSpace,
  template: NodeClaimTemplate,
  { index, limit, left }: LimitUsage,
  types: readonly number[],
): SchedulingReason {
  const least = types.reduce((best, type) =>
    template.capacity.get(type, index) < template.capacity.get(best, index) ? type : best,
  );
  const resource = resources.names[index] ?? '';
  const needed = template.capacity.get(least, index);
  const instanceType = template.types[least]?.source.name ?? null;
  const spend = template.pool.spendLimits?.find((one) => spendResource(one) === resource);
  if (spend === undefined) {
    return { code: 'LIMIT_EXCEEDED', resource, limit, usage: limit - left, needed, instanceType };
  }
  return {
    code: 'SPEND_LIMIT_EXCEEDED',
    limitId: spend.limitId,
    scope: spend.scope,
    limitMicroUsdPerHour: limit,
    spendMicroUsdPerHour: limit - left,
    neededMicroUsdPerHour: needed,
    instanceType,
  };
}

function nodesExceeded({ pool }: NodeClaimTemplate): SchedulingReason {
  return {
    code: 'LIMIT_EXCEEDED',
    resource: 'nodes',
    limit: pool.limits['nodes'] ?? 0,
    usage: pool.usage['nodes'] ?? 0,
    needed: 1,
    instanceType: null,
  };
}

const isWithin = (
  template: NodeClaimTemplate,
  { index, left }: LimitUsage,
  type: number,
): boolean => template.capacity.get(type, index) <= left;
