import type { ColumnGeneration } from './column-generation.js';
import type { PackingModel } from './packing-model.js';
import {
  costOf,
  demandOf,
  type PackingPlan,
  type PatternRun,
  repeatsWithin,
  subtractPattern,
} from './patterns.js';
import type { WorkBudget } from './work-budget.js';

/**
 * Makes whole nodes of a fractional solution: buys what is whole in it, solves for the rest, and so
 * on. At every depth the rest is also completed at once, and the cheapest of all these plans is kept.
 * @param complete places what is left; `null` when it could not
 */
export function dive(
  model: PackingModel,
  columns: ColumnGeneration,
  task: {
    readonly values: Float64Array;
    readonly budget: WorkBudget;
    readonly complete: (left: Float64Array, values: Float64Array) => PackingPlan | null;
  },
): PackingPlan | null {
  const left = demandOf(model);
  const bought: PatternRun[] = [];
  let { values } = task;
  let best: PackingPlan | null = null;
  while (left.some((count) => count > 0) && !task.budget.isSpent) {
    const solved = columns.run(left, values, task.budget);
    values = solved.values.map((value, itemType) =>
      (left[itemType] ?? 0) > 0 ? value : (values[itemType] ?? 0),
    );
    const before = bought.length;
    for (const { pattern, nodes } of solved.runs) {
      const whole = Math.min(Math.floor(nodes + 1e-6), repeatsWithin(left, pattern));
      if (whole <= 0) continue;
      subtractPattern(left, pattern, whole);
      bought.push({ pattern, nodes: whole });
    }
    const rest = task.complete(left.slice(), values);
    if (rest !== null && (best === null || costOf(bought) + costOf(rest) < costOf(best))) {
      best = [...bought, ...rest];
    }
    if (bought.length > before) continue;
    // Nothing is whole: the filling that is nearest to it is bought once.
    const nearest = solved.runs.toSorted((a, b) => b.nodes - a.nodes)[0];
    if (nearest === undefined) break;
    subtractPattern(left, nearest.pattern, 1);
    bought.push({ pattern: nearest.pattern, nodes: 1 });
  }
  const isDone = left.every((count) => count <= 0);
  return isDone && (best === null || costOf(bought) < costOf(best)) ? bought : best;
}
