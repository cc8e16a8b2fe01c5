import { CoveringLp } from './covering-lp.js';
import type { Market } from './market.js';
import type { WorkBudget } from './work-budget.js';

/** What the resources of nodes are worth, and with them the pods. */
export interface FluidValues {
  /** By shape: what one pod of it costs at least; micro-USD per hour. */
  readonly values: Float64Array;
  /** By group of offerings: what a unit of each resource is worth, in parts of the largest room. */
  readonly multipliers: readonly Float64Array[];
}

/** A stand-in must never be worth using. */
const standInFactor = 1e4;

/**
 * Prices the resources as if pods were a fluid: a group's resources are worth as much as its
 * cheapest offerings ask for them, and a pod as much as in the group where it takes least. The sum
 * over all pods is a lower bound of every plan, and the linear programme makes it the highest.
 * @remarks Rows: one for each resource of each group, and one for each shape with a choice of groups.
 */
export function findFluidValues(market: Market, budget: WorkBudget): FluidValues {
  const { width, groups, shapes } = market;
  const groupsOf = shapes.map((): number[] => []);
  groups.forEach((members, group) => {
    for (const shape of members) groupsOf[shape]?.push(group);
  });
  const flexible = shapes.flatMap((_, shape) =>
    (groupsOf[shape]?.length ?? 0) > 1 ? [shape] : [],
  );
  const totalDemand = shapes.reduce((sum, { demand }) => sum + demand, 0);
  const unit = market.offerings.reduce((most, { cost }) => Math.max(most, cost), 1);

  const demand = new Float64Array(groups.length * width + flexible.length);
  shapes.forEach((shape, index) => {
    const [only, ...others] = groupsOf[index] ?? [];
    if (only === undefined || others.length > 0) return;
    for (let k = 0; k < width; k++) {
      const at = only * width + k;
      demand[at] =
        (demand[at] ?? 0) +
        (shape.demand / totalDemand) * (market.relativeRequests[index * width + k] ?? 0);
    }
  });
  flexible.forEach((shape, row) => {
    demand[groups.length * width + row] = (shapes[shape]?.demand ?? 0) / totalDemand;
  });

  const lp = new CoveringLp(
    demand,
    demand.map(() => standInFactor),
  );
  addOfferings(lp, market, unit);
  addChoices(lp, market, flexible, groupsOf);
  lp.solve(budget);
  return readValues(market, lp.duals, unit, groupsOf);
}

function addOfferings(lp: CoveringLp, { offerings, width }: Market, unit: number): void {
  for (const { cost, group, relativeRoom } of offerings) {
    lp.addColumn({
      cost: cost / unit,
      rows: Int32Array.from({ length: width }, (_, k) => group * width + k),
      amounts: relativeRoom,
    });
  }
}

/** A pod that is put into a group takes of its resources. */
function addChoices(
  lp: CoveringLp,
  { width, groups, relativeRequests }: Market,
  flexible: readonly number[],
  groupsOf: readonly (readonly number[])[],
): void {
  flexible.forEach((shape, row) => {
    for (const group of groupsOf[shape] ?? []) {
      lp.addColumn({
        cost: 0,
        rows: Int32Array.from([
          groups.length * width + row,
          ...Array.from({ length: width }, (_, k) => group * width + k),
        ]),
        amounts: Float64Array.from([
          1,
          ...relativeRequests.slice(shape * width, (shape + 1) * width).map((amount) => -amount),
        ]),
      });
    }
  });
}

/**
 * Reads the worth of resources, scaled so that no offering gives more worth than it costs: what the
 * simplex method leaves undone, or rounding, must not make the bound too high.
 */
function readValues(
  { width, groups, offerings, shapes, relativeRequests }: Market,
  duals: Float64Array,
  unit: number,
  groupsOf: readonly (readonly number[])[],
): FluidValues {
  const multipliers = groups.map((_, group) =>
    Float64Array.from({ length: width }, (_item, k) =>
      Math.max(0, (duals[group * width + k] ?? 0) * unit),
    ),
  );
  const excess = groups.map(() => 1);
  for (const { group, relativeRoom, cost } of offerings) {
    const worth = product(multipliers[group], relativeRoom, 0);
    if (worth > cost * (excess[group] ?? 1)) excess[group] = worth / Math.max(cost, 1e-9);
  }
  multipliers.forEach((own, group) => {
    for (let k = 0; k < width; k++) own[k] = (own[k] ?? 0) / (excess[group] ?? 1);
  });
  const values = Float64Array.from(shapes, (_, shape) => {
    const worths = (groupsOf[shape] ?? []).map((group) =>
      product(multipliers[group], relativeRequests, shape * width),
    );
    return worths.length === 0 ? 0 : Math.min(...worths);
  });
  return { values, multipliers };
}

function product(a: Float64Array | undefined, b: Float64Array, offset: number): number {
  let sum = 0;
  for (let k = 0; k < (a?.length ?? 0); k++) sum += (a?.[k] ?? 0) * (b[offset + k] ?? 0);
  return sum;
}
