// Method: consolidation is simulated to its end, as the cluster is and without a constraint. The
// lower cost of the second end is the part of the constraint, however many nodes a command has to remove
// at once for it. Units: micro-USD per hour.

import { compareText, type MicroUsdPerHour } from '@kerf/core';
import { consolidated } from '../disruption/look-ahead/consolidated.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { CostCause, CostCauseShare } from '../model/cost-analysis.js';
import type { MinSaving } from '../model/min-saving.js';
import { priceOf } from '../model/node.js';
import type { NodePool } from '../model/node-pool.js';

/** Small clusters are simulated to their end; of larger ones, each step takes longer. */
const horizonOf = ({ nodes }: ClusterSnapshot) =>
  nodes.length <= 100
    ? { maxEvaluations: 100, maxSimulations: 1_000 }
    : { maxEvaluations: 8, maxSimulations: 2_000 };

/** A constraint of consolidation on what it saves or launches. */
interface Constraint {
  readonly cause: CostCause;
  holds(snapshot: ClusterSnapshot): boolean;
  remove(snapshot: ClusterSnapshot): ClusterSnapshot;
}

/** Constraints in the order of `costCauses`. */
const constraints: readonly Constraint[] = [
  {
    cause: 'MinSaving',
    holds: ({ settings, nodePools }) =>
      [settings.minSaving, ...nodePools.map(({ disruption }) => disruption.minSaving ?? {})].some(
        isPositive,
      ),
    remove: (snapshot) => ({
      ...mapPools(snapshot, (pool) => ({
        ...pool,
        disruption: { ...pool.disruption, minSaving: noMinSaving },
      })),
      settings: { ...snapshot.settings, minSaving: noMinSaving },
    }),
  },
  {
    cause: 'NodePoolConstraints',
    holds: ({ nodePools }) =>
      nodePools.some(
        ({ limits, spendLimits = [], template }) =>
          Object.keys(limits).length > 0 ||
          spendLimits.length > 0 ||
          template.requirements.some(({ minValues }) => minValues !== null),
      ),
    remove: (snapshot) =>
      mapPools(snapshot, (pool) => ({
        ...pool,
        limits: {},
        spendLimits: [],
        template: {
          ...pool.template,
          requirements: pool.template.requirements.map((one) => ({ ...one, minValues: null })),
        },
      })),
  },
  {
    cause: 'SpotToSpot',
    holds: ({ settings, nodes }) =>
      !settings.spotToSpotConsolidation &&
      nodes.some(
        ({ nodeClaim, offering }) => nodeClaim !== null && offering?.capacityType === 'spot',
      ),
    remove: (snapshot) => ({
      ...snapshot,
      settings: { ...snapshot.settings, spotToSpotConsolidation: true },
    }),
  },
];

const noMinSaving: MinSaving = { microUsdPerHour: 0, percent: 0, perPodMoveMicroUsdPerHour: 0 };

const isPositive = (minSaving: Partial<MinSaving>): boolean =>
  Object.values(minSaving).some((value) => value > 0);

const mapPools = (
  snapshot: ClusterSnapshot,
  change: (pool: NodePool) => NodePool,
): ClusterSnapshot => ({ ...snapshot, nodePools: snapshot.nodePools.map(change) });

/** Cost that constraints of consolidation cause. */
export interface ConstraintShares {
  readonly measured: readonly CostCauseShare[];
  /** Constraints in force whose part is not known. */
  readonly unmeasured: readonly CostCause[];
}

/**
 * Returns how much less the cluster would cost in the end without each of the constraints. While
 * consolidation has more to do than can be simulated, that is not known.
 */
export function constraintShares(snapshot: ClusterSnapshot): ConstraintShares {
  const holding = constraints.filter((one) => one.holds(snapshot));
  if (holding.length === 0) return { measured: [], unmeasured: [] };
  const horizon = horizonOf(snapshot);
  const end = consolidated(snapshot, horizon);
  if (!end.isSettled) return { measured: [], unmeasured: holding.map(({ cause }) => cause) };
  const measured = holding.flatMap((constraint) => {
    const without = consolidated(constraint.remove(snapshot), horizon);
    const saved = priceOf(end.snapshot.nodes) - priceOf(without.snapshot.nodes);
    if (saved <= 0) return [];
    const nodes = snapshot.nodes.filter(
      ({ name }) => without.removed.has(name) && !end.removed.has(name),
    );
    return [
      {
        cause: constraint.cause,
        microUsdPerHour: saved,
        nodes: nodes.length,
        subjects: byPool(nodes, saved),
      },
    ];
  });
  return { measured, unmeasured: [] };
}

/** Shares the savings among the NodePools by the prices of their nodes. */
function byPool(
  nodes: ClusterSnapshot['nodes'],
  saved: MicroUsdPerHour,
): CostCauseShare['subjects'] {
  const total = priceOf(nodes);
  return [...Map.groupBy(nodes, ({ nodeClaim }) => nodeClaim?.nodePool ?? '')]
    .map(([name, own]) => ({
      name,
      microUsdPerHour: total === 0 ? 0 : Math.floor((saved * priceOf(own)) / total),
      nodes: own.length,
    }))
    .sort((a, b) => b.microUsdPerHour - a.microUsdPerHour || compareText(a.name, b.name));
}
