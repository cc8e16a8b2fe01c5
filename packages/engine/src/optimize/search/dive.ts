// Method: diving heuristic of branch and price (Sadykov, Vanderbeck, Pessoa, Tahiri and Uchoa 2019).
// The fractional solution of the LP is rounded down, the LP is solved again by column generation for
// the remaining demand, and so on.
// Arrays: `left`: one per item type, pods without a node. `values`: dual prices, one per item type,
// micro-USD per hour.

import type { PackingModel } from '../packing/packing-model.js';
import {
  costOf,
  demandOf,
  type PackingPlan,
  type PatternRun,
  repeatsWithin,
  subtractPattern,
} from '../packing/patterns.js';
import type { WorkBudget } from '../work-budget.js';
import type { ColumnGeneration } from './column-generation.js';

/**
 * Rounds the LP solution to whole nodes and returns the cheapest plan found, or `null`. At each
 * depth it fixes the whole nodes, completes the rest with a heuristic, and continues with the LP
 * for the rest.
 * @param complete places the remaining pods; returns `null` if it cannot
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
  const fixed: PatternRun[] = [];
  let { values } = task;
  let best: PackingPlan | null = null;
  while (left.some((count) => count > 0) && !task.budget.isSpent) {
    const solved = columns.run(left, values, task.budget);
    values = solved.values.map((value, itemType) =>
      (left[itemType] ?? 0) > 0 ? value : (values[itemType] ?? 0),
    );
    const before = fixed.length;
    for (const { pattern, nodes } of solved.runs) {
      const whole = Math.min(Math.floor(nodes + 1e-6), repeatsWithin(left, pattern));
      if (whole <= 0) continue;
      subtractPattern(left, pattern, whole);
      fixed.push({ pattern, nodes: whole });
    }
    const rest = task.complete(left.slice(), values);
    if (rest !== null && (best === null || costOf(fixed) + costOf(rest) < costOf(best))) {
      best = [...fixed, ...rest];
    }
    if (fixed.length > before) continue;
    // No amount is at least 1: one node of the pattern with the largest amount is fixed.
    const nearest = solved.runs.toSorted((a, b) => b.nodes - a.nodes)[0];
    if (nearest === undefined) break;
    subtractPattern(left, nearest.pattern, 1);
    fixed.push({ pattern: nearest.pattern, nodes: 1 });
  }
  const isDone = left.every((count) => count <= 0);
  return isDone && (best === null || costOf(fixed) < costOf(best)) ? fixed : best;
}
