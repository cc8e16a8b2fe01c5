import { invariant } from '@kerf/core';
import type { Reason } from '../explain/reason.js';
import { deepFreeze } from '../freeze.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { Command, CommandValidation, DroppedCandidate } from '../model/command.js';
import { budgetLeft } from './budget-left.js';
import { type Candidate, inspectNodes } from './candidate.js';
import { budgetStandings } from './disruption-budget.js';
import type { Method, MethodResult } from './methods/method.js';
import { methods } from './methods/methods.js';

/**
 * Looks at a command again, in a newer snapshot: each of its nodes must still be a candidate, the
 * method must still want it, and the budgets must still allow it. For empty nodes those that hold are
 * kept and the others dropped.
 * @param snapshot in which the command's own decision does not hold its nodes
 * @returns frozen; a command that holds carries what the snapshot says now
 */
export function validateCommand(snapshot: ClusterSnapshot, command: Command): CommandValidation {
  const method = methods.find(({ name }) => name === command.method);
  invariant(method !== undefined, `no method ${command.method} can look at its command again`);
  const dropped: DroppedCandidate[] = [];
  const result = proposeAgain(method, snapshot, command, dropped);
  const [again] = result.commands;
  if (again === undefined) return deepFreeze({ kind: 'Invalid', dropped: inOrder(dropped) });
  if (dropped.length === 0) return deepFreeze({ kind: 'Valid', command: again });
  return deepFreeze({ kind: 'Reduced', command: again, dropped: inOrder(dropped) });
}

function proposeAgain(
  method: Method,
  snapshot: ClusterSnapshot,
  command: Command,
  dropped: DroppedCandidate[],
): MethodResult {
  const { candidates, blocked } = inspectNodes(snapshot);
  const candidateByName = new Map(candidates.map((item) => [item.node.name, item]));
  const blocksByName = new Map(blocked.map(({ node, blocks }) => [node.name, blocks]));
  const drop = (nodeName: string, reasons: readonly Reason[]): void => {
    dropped.push({ nodeName, reasons });
  };
  const eligible: Candidate[] = [];
  for (const { nodeName, nodeClaimId } of command.candidates) {
    const candidate = candidateByName.get(nodeName);
    const objection = candidate === undefined ? null : method.objection(candidate, snapshot.now);
    // A node that is gone, or another of the same name, has left.
    const isSame = candidate?.nodeClaim.id === nodeClaimId;
    if (candidate !== undefined && isSame && objection === null) eligible.push(candidate);
    else if (objection !== null && isSame) drop(nodeName, [objection]);
    else drop(nodeName, blocksByName.get(nodeName) ?? [{ code: 'LEAVING' }]);
  }
  const budgets = budgetLeft(budgetStandings(snapshot), method.reason);
  const result = method.propose(eligible, budgets);
  for (const [nodeName, block] of result.kept) drop(nodeName, [block]);
  return result;
}

function inOrder(dropped: readonly DroppedCandidate[]): readonly DroppedCandidate[] {
  return dropped.toSorted((a, b) => (a.nodeName < b.nodeName ? -1 : 1));
}
