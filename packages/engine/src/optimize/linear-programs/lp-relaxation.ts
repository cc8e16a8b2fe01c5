// Method: continuous relaxation of the packing problem (the bound L1 of Martello and Toth 1990, ch.
// 8, for several resources and bin types). Pods and nodes may be cut; the dual of the LP gives dual
// prices of resources, and by weak duality any feasible ones give a lower bound (Chvátal 1983, ch.
// 5).
// Arrays: `values`: one per item type, micro-USD per hour. `multipliers`: one array per group of
// offerings with a dual price per resource, micro-USD per hour for the largest capacity. Rows of
// the LP: one per group and resource (`group * width + resource`), then one per item type that
// several groups admit.

import { dotProduct } from '../dot-product.js';
import type { PackingModel } from '../packing/packing-model.js';
import type { WorkBudget } from '../work-budget.js';
import { CoveringLp } from './covering-lp.js';

/** The dual prices of the LP relaxation: of resources, and from them of pods. */
export interface LpRelaxation {
  /** Dual price of one pod, by item type: a lower bound of its cost; micro-USD per hour. */
  readonly values: Float64Array;
  /**
   * By group of offerings: dual price of each resource, micro-USD per hour for the largest
   * capacity.
   */
  readonly multipliers: readonly Float64Array[];
}

/** Cost of an artificial variable: high enough that an optimal solution uses none. */
const artificialCostFactor = 1e4;

/**
 * Solves the LP relaxation, in which pods and nodes may be cut. The dual prices of a group's
 * resources are at most the cost of its offerings, and a pod costs as much as in the group where it
 * is cheapest. The sum over all pods is a lower bound of the cost of every plan; the optimum makes
 * it as high as possible.
 * @remarks Rows: one for each resource of each group, and one for each item type that several
 * groups admit.
 */
export function solveLpRelaxation(model: PackingModel, budget: WorkBudget): LpRelaxation {
  const { width, groups, itemTypes } = model;
  const groupsOf = itemTypes.map((): number[] => []);
  groups.forEach((members, group) => {
    for (const itemType of members) groupsOf[itemType]?.push(group);
  });
  const flexible = itemTypes.flatMap((_, itemType) =>
    (groupsOf[itemType]?.length ?? 0) > 1 ? [itemType] : [],
  );
  const totalDemand = itemTypes.reduce((sum, { demand }) => sum + demand, 0);
  const unit = model.offerings.reduce((max, { cost }) => Math.max(max, cost), 1);

  const demand = new Float64Array(groups.length * width + flexible.length);
  itemTypes.forEach((itemType, index) => {
    const [only, ...others] = groupsOf[index] ?? [];
    if (only === undefined || others.length > 0) return;
    for (let k = 0; k < width; k++) {
      const at = only * width + k;
      demand[at] =
        (demand[at] ?? 0) +
        (itemType.demand / totalDemand) * (model.relativeRequests[index * width + k] ?? 0);
    }
  });
  flexible.forEach((itemType, row) => {
    demand[groups.length * width + row] = (itemTypes[itemType]?.demand ?? 0) / totalDemand;
  });

  const lp = new CoveringLp(
    demand,
    demand.map(() => artificialCostFactor),
  );
  addOfferings(lp, model, unit);
  addChoices(lp, model, flexible, groupsOf);
  lp.solve(budget);
  return readValues(model, lp.duals, unit, groupsOf);
}

function addOfferings(lp: CoveringLp, { offerings, width }: PackingModel, unit: number): void {
  for (const { cost, group, relativeCapacity } of offerings) {
    lp.addColumn({
      cost: cost / unit,
      rows: Int32Array.from({ length: width }, (_, k) => group * width + k),
      amounts: relativeCapacity,
    });
  }
}

/** Adds the choice of a group: a pod in it takes some of its resources. */
function addChoices(
  lp: CoveringLp,
  { width, groups, relativeRequests }: PackingModel,
  flexible: readonly number[],
  groupsOf: readonly (readonly number[])[],
): void {
  flexible.forEach((itemType, row) => {
    for (const group of groupsOf[itemType] ?? []) {
      lp.addColumn({
        cost: 0,
        rows: Int32Array.from([
          groups.length * width + row,
          ...Array.from({ length: width }, (_, k) => group * width + k),
        ]),
        amounts: Float64Array.from([
          1,
          ...relativeRequests
            .slice(itemType * width, (itemType + 1) * width)
            .map((amount) => -amount),
        ]),
      });
    }
  });
}

/**
 * Returns feasible dual prices: scaled so that no offering has dual prices above its cost. Neither
 * rounding nor a simplex method that stopped early can then make the bound too high.
 */
function readValues(
  { width, groups, offerings, itemTypes, relativeRequests }: PackingModel,
  duals: Float64Array,
  unit: number,
  groupsOf: readonly (readonly number[])[],
): LpRelaxation {
  const multipliers = groups.map((_, group) =>
    Float64Array.from({ length: width }, (_item, k) =>
      Math.max(0, (duals[group * width + k] ?? 0) * unit),
    ),
  );
  // No division makes dual prices feasible for offerings without cost: their resources are free.
  for (const { group, relativeCapacity, cost } of offerings) {
    if (cost > 0) continue;
    multipliers[group]?.forEach((_, k, own) => {
      if ((relativeCapacity[k] ?? 0) > 0) own[k] = 0;
    });
  }
  const violation = groups.map(() => 1);
  for (const { group, relativeCapacity, cost } of offerings) {
    const dualValue = dotProduct(multipliers[group], relativeCapacity, 0);
    if (dualValue > cost * (violation[group] ?? 1)) violation[group] = dualValue / cost;
  }
  multipliers.forEach((own, group) => {
    for (let k = 0; k < width; k++) own[k] = (own[k] ?? 0) / (violation[group] ?? 1);
  });
  const values = Float64Array.from(itemTypes, (_, itemType) => {
    const dualPrices = (groupsOf[itemType] ?? []).map((group) =>
      dotProduct(multipliers[group], relativeRequests, itemType * width),
    );
    return dualPrices.length === 0 ? 0 : Math.min(...dualPrices);
  });
  return { values, multipliers };
}
