import { compareText, deepFreeze, getOrCreate } from '@kerf/core';
import { engineVersion } from '../engine-version.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Command, DisruptionPlan, EvaluationCursor } from '../model/command.js';
import type { DisruptionReason } from '../model/node-pool.js';
import type { DisruptionBlock } from '../model/reason.js';
import { type Candidate, inspectNodes } from './candidate.js';
import { budgetStatuses, remainingBudgets } from './disruption-budget.js';
import { advanceCursor } from './evaluation-order.js';
import { blockersOf, type Effort, type Method } from './methods/method.js';
import { methods } from './methods/methods.js';

interface EvaluationOptions {
  readonly cursor: EvaluationCursor;
  /** See {@link MethodContext.widens}. */
  readonly widens: boolean;
  /** See {@link MethodContext.regroups}. */
  readonly regroups: boolean;
  readonly effort: Effort;
}

/** A plan, and whether its command was widened beyond what upstream finds. */
export interface Evaluation {
  readonly plan: DisruptionPlan;
  readonly isWidened: boolean;
}

/**
 * Evaluates the disruption methods over a snapshot: the commands of the first method that finds
 * some, and the disruption blockers of every other managed node.
 */
export function evaluate(
  snapshot: ClusterSnapshot,
  { cursor, widens, regroups, effort }: EvaluationOptions,
): Evaluation {
  effort.simulations += 1;

  // 1. Candidates, blocked nodes, and remaining budgets.
  const { candidates, blocked } = inspectNodes(snapshot);
  const budgets = budgetStatuses(snapshot);

  // 2. The first method that proposes commands. Blockers of the other methods need no simulation,
  // so they are recorded even if those methods do not propose.
  const blocksByNode = new Map<string, DisruptionBlock[]>();
  const eligibleNodes = new Map<DisruptionReason, Set<string>>();
  let commands: readonly Command[] = [];
  let evaluated: ReadonlySet<string> = new Set();
  let isWidened = false;
  for (const method of methods) {
    const eligible = eligibleFor(method, candidates, snapshot, blocksByNode);
    const named = getOrCreate(eligibleNodes, method.reason, () => new Set<string>());
    for (const { node } of eligible) named.add(node.name);
    if (commands.length > 0) continue;
    const result = method.propose(eligible, {
      snapshot,
      budget: remainingBudgets(budgets, method.reason),
      cursor,
      widens,
      regroups,
      effort,
      known: null,
    });
    evaluated = result.evaluated ?? evaluated;
    isWidened = result.isWidened ?? false;
    for (const [nodeName, block] of result.blocked) addBlock(blocksByNode, nodeName, block);
    commands = result.commands;
  }

  // 3. Blockers of the other nodes.
  const taken = new Set(
    commands.flatMap((command) => command.candidates.map(({ nodeName }) => nodeName)),
  );
  for (const { node } of candidates) {
    if (!blocksByNode.has(node.name))
      addBlock(blocksByNode, node.name, { code: 'NOT_EVALUATED_YET' });
  }
  const reasonsByNode = [
    ...blocked.map(({ node, blocks }) => ({ nodeName: node.name, reasons: blocks })),
    ...[...blocksByNode].map(([nodeName, reasons]) => ({ nodeName, reasons })),
  ];
  const plan = deepFreeze({
    engineVersion,
    commands,
    blocked: reasonsByNode
      .filter(({ nodeName }) => !taken.has(nodeName))
      .sort((a, b) => compareText(a.nodeName, b.nodeName)),
    budgets,
    eligible: Array.from(eligibleNodes, ([reason, nodes]) => ({ reason, nodes: nodes.size })),
    cursor: advanceCursor(cursor, candidates, evaluated, snapshot.now),
  });
  return { plan, isWidened };
}

function eligibleFor(
  method: Method,
  candidates: readonly Candidate[],
  { now }: ClusterSnapshot,
  blocksByNode: Map<string, DisruptionBlock[]>,
): readonly Candidate[] {
  return candidates.filter((candidate) => {
    if (!method.appliesTo(candidate)) return false;
    const blockers = blockersOf(method, candidate, now);
    for (const blocker of blockers) addBlock(blocksByNode, candidate.node.name, blocker);
    return blockers.length === 0;
  });
}

/** Two methods may have the same blocker for a node. */
function addBlock(
  blocksByNode: Map<string, DisruptionBlock[]>,
  nodeName: string,
  block: DisruptionBlock,
): void {
  const known = blocksByNode.get(nodeName) ?? [];
  if (known.some(({ code }) => code === block.code)) return;
  blocksByNode.set(nodeName, [...known, block]);
}
