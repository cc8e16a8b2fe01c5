import type { SchedulingReason } from '../model/scheduling-reason.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import { findExcess } from '../volumes/volume-usage.js';

/**
 * Returns the first CSI driver of which the types cannot attach as many volumes, with the type that
 * attaches most.
 * @param types at least one, each with a limit that is exceeded
 * @param counts volumes by CSI driver
 */
export function volumeLimitReason(
  template: NodeClaimTemplate,
  types: readonly number[],
  counts: ReadonlyMap<string, number>,
): SchedulingReason {
  const [most] = types
    .flatMap((type) => template.types[type]?.source ?? [])
    .flatMap((source) => {
      const excess = findExcess(counts, source.volumeLimits);
      const limit = source.volumeLimits?.[excess?.driver ?? ''];
      return excess === null || limit === undefined
        ? []
        : [{ ...excess, limit, name: source.name }];
    })
    .sort((a, b) => b.limit - a.limit);
  return {
    code: 'VOLUME_LIMIT_EXCEEDED',
    driver: most?.driver ?? '',
    volumeCount: most?.count ?? 0,
    limit: most?.limit ?? 0,
    instanceType: most?.name ?? null,
  };
}
