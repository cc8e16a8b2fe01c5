import { assertNever, compareText } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { BudgetStatus } from '../model/command.js';
import {
  type DisruptionBudget,
  type DisruptionReason,
  disruptionReasons,
  type NodePool,
} from '../model/node-pool.js';
import type { RemainingBudgets } from './methods/method.js';

/**
 * Returns how many nodes of each NodePool may be disrupted now, by reason: the lowest number that
 * its active budgets for the reason allow, less the nodes that are not ready, deleting, rebooting, or
 * proposed to be disrupted. Nodes that are not ready are what repair is for, so they do not use its budget; if
 * the NodePool has no budget for repair, 10% may be repaired. Percentages are of the managed, initialized nodes whose instance is not being
 * terminated, and rounded up; a budget that cannot be parsed allows none, whatever reasons
 * it names, and neither does a NodePool whose manifest cannot be read. Source: karpenter apis/v1/nodepool.go, disruption/helpers.go BuildDisruptionBudgetMapping @v1.15.0;
 * differs: upstream does not limit repair if all budgets name other reasons.
 */
export function budgetStatuses(snapshot: ClusterSnapshot): readonly BudgetStatus[] {
  return snapshot.nodePools
    .toSorted((a, b) => compareText(a.name, b.name))
    .flatMap((nodePool) => {
      const counted = snapshot.nodes.filter(
        ({ nodeClaim, isInitialized, isRebooting = false, isInstanceEnding = false }) =>
          nodeClaim?.nodePool === nodePool.name &&
          (isInitialized || isRebooting) &&
          !isInstanceEnding,
      );
      return disruptionReasons.map((reason) => {
        const disrupting = counted.filter(
          ({ isReady, isTerminating, isRebooting = false, proposedRemoval }) =>
            (!isReady && reason !== 'Unhealthy') ||
            isTerminating ||
            isRebooting ||
            proposedRemoval?.usesBudgetsOf.includes(reason) === true,
        ).length;
        return statusOf(nodePool, reason, { nodes: counted.length, disrupting });
      });
    });
}

function statusOf(
  nodePool: NodePool,
  reason: DisruptionReason,
  { nodes, disrupting }: { readonly nodes: number; readonly disrupting: number },
): BudgetStatus {
  const { permitted, limitingBudget: limit } = budgetLimit(nodePool, reason, nodes);
  const changes = budgetsFor(nodePool, reason).flatMap(({ changesAt }) => changesAt ?? []);
  return {
    nodePool: nodePool.name,
    reason,
    nodes,
    disrupting,
    allowed: Math.max(0, permitted - disrupting),
    limitingBudget: limit,
    changesAt: changes.length === 0 ? null : Math.min(...changes),
  };
}

/** The parts of a NodePool that limit its disruption. */
export interface BudgetedPool extends Pick<NodePool, 'unreadable'> {
  readonly disruption: Pick<NodePool['disruption'], 'budgets'>;
}

/** How many nodes of a NodePool budgets permit to be disrupted at once, for one reason. */
export interface BudgetLimit {
  /** All nodes of the NodePool if no budget is active. */
  readonly permitted: number;
  /** The index of the budget that permits the fewest; `null` if none limits. */
  readonly limitingBudget: number | null;
  /** True if no budget is active: every node may be disrupted. */
  readonly isUnlimited: boolean;
}

/** Returns what the budgets of a NodePool permit while none of its nodes is disrupted. */
export function budgetLimit(
  nodePool: BudgetedPool,
  reason: DisruptionReason,
  nodes: number,
): BudgetLimit {
  const limiting = limitingBudget(nodePool, reason, nodes);
  const permitted = permittedBy(nodePool, limiting, nodes);
  return {
    permitted,
    // A budget that allows more does not limit an unreadable NodePool.
    limitingBudget:
      limiting === null || permitted < allowedBy(limiting, nodes) ? null : limiting.index,
    isUnlimited: limiting === null && nodePool.unreadable === undefined,
  };
}

function permittedBy(
  { unreadable }: BudgetedPool,
  limiting: DisruptionBudget | null,
  nodes: number,
): number {
  if (unreadable !== undefined) return 0;
  return limiting === null ? nodes : allowedBy(limiting, nodes);
}

/** The budget of a reason that the manifest has no budget for; it has no place in the manifest. */
const defaultRepairBudget: DisruptionBudget = {
  max: { kind: 'Percent', value: 10 },
  reasons: ['Unhealthy'],
  state: 'Active',
  changesAt: null,
  index: null,
};

/**
 * Returns true if the NodePool's active budgets for the reason allow no disruption, even while none
 * of its nodes is disrupted.
 */
export function allowsNone(nodePool: BudgetedPool, reason: DisruptionReason): boolean {
  if (nodePool.unreadable !== undefined) return true;
  // A percentage above 0 allows at least one node.
  const limiting = limitingBudget(nodePool, reason, 1);
  return limiting !== null && allowedBy(limiting, 1) === 0;
}

/** Returns the active budget that allows the fewest of these nodes; `null` if none is active. */
function limitingBudget(
  nodePool: BudgetedPool,
  reason: DisruptionReason,
  nodes: number,
): DisruptionBudget | null {
  return budgetsFor(nodePool, reason).reduce<DisruptionBudget | null>((lowest, budget) => {
    if (budget.state === 'Inactive') return lowest;
    return lowest === null || allowedBy(budget, nodes) < allowedBy(lowest, nodes) ? budget : lowest;
  }, null);
}

/** An unreadable budget limits every reason, as in Karpenter: the count of all budgets fails with it. */
function budgetsFor(
  { disruption }: BudgetedPool,
  reason: DisruptionReason,
): readonly DisruptionBudget[] {
  const written = disruption.budgets.filter(
    ({ reasons, state }) =>
      state === 'Unreadable' || reasons.length === 0 || reasons.includes(reason),
  );
  const needsDefault = reason === 'Unhealthy' && written.length === 0;
  return needsDefault ? [defaultRepairBudget] : written;
}

/** An inactive budget sets no limit. */
function allowedBy({ state, max }: DisruptionBudget, nodes: number): number {
  switch (state) {
    case 'Inactive':
      return Infinity;
    case 'Unreadable':
      return 0;
    case 'Active':
      return max.kind === 'Percent' ? Math.ceil((nodes * max.value) / 100) : max.value;
    default:
      return assertNever(state);
  }
}

/**
 * Returns the remaining disruption budgets of all NodePools for one reason; each call of `take`
 * uses one.
 */
export function remainingBudgets(
  budgets: readonly BudgetStatus[],
  reason: DisruptionReason,
): RemainingBudgets {
  const budgetByPool = new Map(
    budgets.filter((status) => status.reason === reason).map((item) => [item.nodePool, item]),
  );
  return budgetsAfter(budgetByPool, reason, new Map());
}

function budgetsAfter(
  budgetByPool: ReadonlyMap<string, BudgetStatus>,
  reason: DisruptionReason,
  taken: Map<string, number>,
): RemainingBudgets {
  return {
    fork: () => budgetsAfter(budgetByPool, reason, new Map(taken)),
    take(nodePool) {
      const status = budgetByPool.get(nodePool);
      const allowed = status?.allowed ?? 0;
      const count = (taken.get(nodePool) ?? 0) + 1;
      if (count > allowed) {
        const budget = status?.limitingBudget ?? null;
        return { code: 'BUDGET_EXHAUSTED', nodePool, reason, allowed, budget };
      }
      taken.set(nodePool, count);
      return null;
    },
  };
}
