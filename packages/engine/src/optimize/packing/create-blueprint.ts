// Translates a plan of the packing model back into pods: an item type stands for pods of one or
// more pod groups, which are assigned to the nodes in the order of the demand.
// Arrays: `stock`: one list per item type, with the pods of each pod group that have no node yet.

import type {
  Blueprint,
  BlueprintNode,
  BlueprintPods,
} from '../../scheduling/first-fit/blueprint.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';
import type { Pin, PodDemand } from './demand.js';
import type { PackingModel, Pattern } from './packing-model.js';
import type { PackingPlan } from './patterns.js';

/**
 * Returns the pod groups, attempts and pins of each node of a plan. Pods of an item type are
 * assigned in the order of its demand; nodes that get no pod are left out.
 */
export function createBlueprint(
  problem: SchedulingProblem,
  model: PackingModel,
  plan: PackingPlan,
): Blueprint {
  const stock = model.itemTypes.map(({ items }) =>
    items.map((item) => ({ item, left: item.count })),
  );
  const nodes = plan.flatMap(({ pattern, nodes: count }) =>
    Array.from({ length: count }, () => toNode(problem, stock, pattern)),
  );
  return { nodes: nodes.filter(({ pods }) => pods.length > 0) };
}

type Stock = readonly { readonly item: PodDemand; left: number }[];

function toNode(
  { table }: SchedulingProblem,
  stock: readonly Stock[],
  { offering, itemTypes, counts }: Pattern,
): BlueprintNode {
  const pins: Pin[] = [];
  const pods: BlueprintPods[] = [];
  itemTypes.forEach((itemType, index) => {
    let remaining = counts[index] ?? 0;
    for (const portion of stock[itemType] ?? []) {
      const [attempt] = portion.item.attempts;
      const count = Math.min(remaining, portion.left);
      if (count === 0 || attempt === undefined) continue;
      portion.left -= count;
      remaining -= count;
      pods.push({ podGroup: portion.item.podGroup, attempt, count });
      pins.push(...portion.item.pin);
    }
  });
  const requirements = [...new Set(pins.map(({ key, value }) => table.value(key, value)))];
  return { template: offering.template, requirements, pods };
}
