import type { Blueprint, BlueprintNode, BlueprintPods } from '../scheduling/blueprint.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { DemandItem, Pin } from './demand.js';
import type { Plan } from './fills.js';
import type { Fill, Market } from './market.js';

/** Says of each node of a plan which classes its pods are of; shapes are handed out in their order. */
export function toBlueprint(problem: SchedulingProblem, market: Market, plan: Plan): Blueprint {
  const stock = market.shapes.map(({ items }) => items.map((item) => ({ item, left: item.count })));
  const nodes = plan.flatMap(({ fill, nodes: count }) =>
    Array.from({ length: count }, () => toNode(problem, stock, fill)),
  );
  return { nodes: nodes.filter(({ pods }) => pods.length > 0) };
}

type Stock = readonly { readonly item: DemandItem; left: number }[];

function toNode(
  { table }: SchedulingProblem,
  stock: readonly Stock[],
  { offering, shapes, counts }: Fill,
): BlueprintNode {
  const pins: Pin[] = [];
  const pods: BlueprintPods[] = [];
  shapes.forEach((shape, index) => {
    let wanted = counts[index] ?? 0;
    for (const portion of stock[shape] ?? []) {
      const [attempt] = portion.item.attempts;
      const count = Math.min(wanted, portion.left);
      if (count === 0 || attempt === undefined) continue;
      portion.left -= count;
      wanted -= count;
      pods.push({ podClass: portion.item.podClass, attempt, count });
      pins.push(...portion.item.pin);
    }
  });
  const settled = [...new Set(pins.map(({ key, value }) => table.value(key, value)))];
  return { template: offering.template, settled, pods };
}
