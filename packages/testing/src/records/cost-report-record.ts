import type { CostReport } from '@kerf/application';

/** Returns a report in which a PodDisruptionBudget holds all that could be saved. */
export function aCostReport(fields: Partial<CostReport> = {}): CostReport {
  return {
    costMicroUsdPerHour: 400_000,
    lowerBoundMicroUsdPerHour: 300_000,
    nodes: 4,
    unpricedNodes: 0,
    pods: 12,
    unboundedPods: 0,
    causes: [
      {
        cause: 'PodDisruptionBudget',
        microUsdPerHour: 100_000,
        nodes: 1,
        subjects: [{ name: 'shop/web', microUsdPerHour: 100_000, nodes: 1 }],
      },
    ],
    boundParts: [
      {
        cause: 'NodePoolRequirements',
        microUsdPerHour: 50_000,
        subjects: [{ name: 'karpenter.sh/capacity-type', microUsdPerHour: 40_000 }],
      },
    ],
    ...fields,
  };
}
