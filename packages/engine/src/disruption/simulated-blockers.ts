import type { Instant } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { BudgetStatus } from '../model/command.js';
import { type DisruptionReason, disruptionReasons } from '../model/node-pool.js';
import type { DisruptionBlock } from '../model/reason.js';
import type { SimulatedBlocker } from '../model/simulated-disruption.js';
import { type Candidate, inspectNodes } from './candidate.js';
import { budgetStatuses, remainingBudgets } from './disruption-budget.js';
import { blockersOf } from './methods/method.js';
import { methods } from './methods/methods.js';

/**
 * Returns what blocks the voluntary disruption of nodes now, by node name: blockers for all
 * disruption reasons first, then those for the reasons that apply to the node. The nodes use the
 * disruption budgets together, in the order of their names.
 */
export function blockersByNode(
  snapshot: ClusterSnapshot,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly SimulatedBlocker[]> {
  const { candidates, blocked } = inspectNodes(snapshot);
  const budgets = budgetStatuses(snapshot);
  const result = new Map<string, readonly SimulatedBlocker[]>();
  for (const { node, blocks } of blocked) {
    if (!names.has(node.name)) continue;
    const ofNode = blocks.map((block) => toBlocker(block, [], null));
    result.set(node.name, ofNode);
  }
  const remaining = disruptionReasons.map(
    (reason) => [reason, remainingBudgets(budgets, reason)] as const,
  );
  for (const candidate of candidates) {
    if (!names.has(candidate.node.name)) continue;
    const found = remaining.flatMap(([reason, budget]) => {
      const blocks = blocksFor(reason, candidate, snapshot.now);
      if (blocks === null) return [];
      const exhausted = budget.take(candidate.nodePool.name);
      const changesAt = budgetOf(budgets, candidate, reason)?.changesAt ?? null;
      return [
        ...blocks.map((block) => toBlocker(block, [reason], null)),
        ...(exhausted === null ? [] : [toBlocker(exhausted, [reason], changesAt)]),
      ];
    });
    result.set(candidate.node.name, merged(found));
  }
  return result;
}

/** Returns `null` if no disruption method applies to the node for the reason. */
function blocksFor(
  reason: DisruptionReason,
  candidate: Candidate,
  now: Instant,
): readonly DisruptionBlock[] | null {
  const applicable = methods.filter(
    (method) => method.reason === reason && method.appliesTo(candidate),
  );
  if (applicable.length === 0) return null;
  return applicable.flatMap((method) => blockersOf(method, candidate, now));
}

const budgetOf = (
  budgets: readonly BudgetStatus[],
  { nodePool }: Candidate,
  disruptionReason: DisruptionReason,
): BudgetStatus | undefined =>
  budgets.find((status) => status.nodePool === nodePool.name && status.reason === disruptionReason);

function toBlocker(
  block: DisruptionBlock,
  reasons: readonly DisruptionReason[],
  changesAt: Instant | null,
): SimulatedBlocker {
  const until = 'until' in block ? block.until : changesAt;
  return { disruptionReasons: reasons, block, until };
}

/** Two methods, or two reasons, may have the same blocker. */
function merged(blockers: readonly SimulatedBlocker[]): readonly SimulatedBlocker[] {
  const groups = Map.groupBy(blockers, ({ block }) => JSON.stringify(block));
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const reasons = new Set(same.flatMap((one) => one.disruptionReasons));
    return [{ ...first, disruptionReasons: [...reasons] }];
  });
}
