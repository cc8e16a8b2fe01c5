import { compareText, deepFreeze, type Instant, invariant } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import {
  type Command,
  type CommandValidation,
  type DisruptionMethod,
  type DroppedCandidate,
  isReboot,
} from '../model/command.js';
import type { DisruptionBlock, Reason } from '../model/reason.js';
import { type Candidate, inspectNodes, savingOf, sumOfPrices } from './candidate.js';
import { budgetStatuses, remainingBudgets } from './disruption-budget.js';
import { noEvaluations } from './evaluation-order.js';
import { blockersOf, type KnownCommand, type Method, type MethodResult } from './methods/method.js';
import { methods } from './methods/methods.js';
import { matchReplacements } from './replacements/match-replacements.js';

/**
 * Evaluates a command again with a newer snapshot: each of its nodes must still be a candidate, the
 * method must still select it, and the budgets must still allow it. A command whose pods have a place
 * now, or have none any more, is invalid. A command without replacements keeps the nodes that still
 * qualify and drops the others.
 * @param snapshot in which the command's own decision does not hold its nodes
 * @returns a frozen result; a valid command has the moves and prices of the snapshot,
 * and its bound while the prices of its nodes are those of the bound
 */
export function validateCommand(snapshot: ClusterSnapshot, command: Command): CommandValidation {
  const method = methods.find(({ name }) => name === command.method);
  invariant(method !== undefined, `no disruption method is called ${command.method}`);
  const dropped: DroppedCandidate[] = [];
  const result = proposeAgain(method, snapshot, { command, known: command }, dropped);
  const [proposal] = result.commands;
  // A node that was to be rebooted may have to be replaced now.
  if (proposal === undefined || isReboot(proposal) !== isReboot(command))
    return deepFreeze({ kind: 'Invalid', dropped: sortedByNode(dropped) });
  // Its pods wait: whoever agreed to places for them has not agreed to that.
  if ((command.terminateFirst === undefined) !== (proposal.terminateFirst === undefined))
    return deepFreeze({ kind: 'Invalid', dropped: sortedByNode(dropped) });
  if (command.replacements.length + proposal.replacements.length > 0) {
    const updated = dropped.length > 0 ? null : withReplacementsOf(command, proposal);
    return deepFreeze(
      updated === null
        ? { kind: 'Invalid', dropped: sortedByNode(dropped) }
        : { kind: 'Valid', command: withBoundOf(command, updated) },
    );
  }
  if (dropped.length === 0)
    return deepFreeze({ kind: 'Valid', command: withBoundOf(command, proposal) });
  return deepFreeze({ kind: 'Reduced', command: proposal, dropped: sortedByNode(dropped) });
}

/**
 * Returns the updated command with the bound of the evaluation which proposed it. With other prices of
 * its nodes it has none: the bound holds for the prices of that evaluation only.
 */
function withBoundOf({ bound, candidates }: Command, updated: Command): Command {
  if (bound === undefined) return updated;
  const priceByNode = new Map(
    candidates.map(({ nodeName, priceMicroUsdPerHour: price }) => [nodeName, price]),
  );
  const hasSamePrices = updated.candidates.every(
    ({ nodeName, priceMicroUsdPerHour: price }) => priceByNode.get(nodeName) === price,
  );
  return hasSamePrices ? { ...updated, bound } : updated;
}

/**
 * Plans the nodes of a command anew, with the replacements that they need now. A user has taken
 * other nodes out of the command, so its replacements may be too many or too large.
 * @param snapshot in which the command's own decision does not hold its nodes
 * @returns a frozen result; the command may leave out nodes that the method does not select
 */
export function replanCommand(snapshot: ClusterSnapshot, command: Command): CommandValidation {
  const name = methodFor(command);
  const method = methods.find((known) => known.name === name);
  invariant(method !== undefined, `no disruption method is called ${name}`);
  const dropped: DroppedCandidate[] = [];
  const asked = { command, known: 'Anew' } as const;
  const [proposal] = proposeAgain(method, snapshot, asked, dropped).commands;
  if (proposal === undefined)
    return deepFreeze({ kind: 'Invalid', dropped: sortedByNode(dropped) });
  if (dropped.length === 0) return deepFreeze({ kind: 'Valid', command: proposal });
  return deepFreeze({ kind: 'Reduced', command: proposal, dropped: sortedByNode(dropped) });
}

/** Neither consolidation of several nodes nor regrouping considers a single one. */
function methodFor({ method, candidates }: Command): DisruptionMethod {
  const isOfSeveral = method === 'MultiNodeConsolidation' || method === 'Regrouping';
  return isOfSeveral && candidates.length === 1 ? 'SingleNodeConsolidation' : method;
}

interface Asked {
  readonly command: Command;
  readonly known: KnownCommand;
}

function proposeAgain(
  method: Method,
  snapshot: ClusterSnapshot,
  { command, known }: Asked,
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
    // The node is gone, or another node has its name.
    if (candidate === undefined || candidate.nodeClaim.id !== nodeClaimId) {
      drop(nodeName, blocksByName.get(nodeName) ?? [{ code: 'TERMINATING' }]);
      continue;
    }
    const blockers = currentBlockers(method, candidate, snapshot.now);
    if (blockers.length === 0) eligible.push(candidate);
    else drop(nodeName, blockers);
  }
  const budget = remainingBudgets(budgetStatuses(snapshot), method.reason);
  const result = method.propose(eligible, {
    snapshot,
    budget,
    cursor: noEvaluations,
    widens: false,
    regroups: false,
    effort: { simulations: 0 },
    known,
  });
  for (const [nodeName, block] of result.blocked) drop(nodeName, [block]);
  return result;
}

/**
 * Returns why a node left the scope of the method: it is not empty or not drifted any more. A node
 * that was to be consolidated and has lost its pods may go all the more.
 */
function currentBlockers(
  method: Method,
  candidate: Candidate,
  now: Instant,
): readonly DisruptionBlock[] {
  const { reschedulable } = candidate;
  const hasLostPods = method.reason === 'Underutilized' && reschedulable.length === 0;
  if (hasLostPods || method.appliesTo(candidate)) return blockersOf(method, candidate, now);
  return method.reason === 'Empty'
    ? [{ code: 'NOT_EMPTY', pods: reschedulable.length }]
    : [{ code: 'REASON_NO_LONGER_APPLIES', reason: method.reason }];
}

/**
 * Returns the command with current moves and prices; its replacements stay as they were approved.
 * That is possible if as many nodes are needed, and each of its types still fits. Source: karpenter
 * disruption/validation.go @v1.14.1.
 * @returns `null` if it is not possible
 */
function withReplacementsOf(command: Command, proposal: Command): Command | null {
  const { replacements } = command;
  const approvedOf = matchReplacements(command, proposal);
  if (approvedOf === null) return null;
  const price = sumOfPrices(
    proposal.candidates.map(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour),
  );
  return {
    ...proposal,
    replacements,
    moves: proposal.moves.map((move) => ({
      ...move,
      to: approvedOf.get(move.to ?? '') ?? move.to,
    })),
    savingMicroUsdPerHour: savingOf(price, replacements),
  };
}

function sortedByNode(dropped: readonly DroppedCandidate[]): readonly DroppedCandidate[] {
  return dropped.toSorted((a, b) => compareText(a.nodeName, b.nodeName));
}
