import { compareText, type NodeClaimId } from '@kerf/core';
import {
  type ClusterSnapshot,
  type DisruptionPlan,
  type DisruptionReason,
  isReschedulable,
  type Node,
  type Reason,
  reschedulingCost,
} from '@kerf/engine';
import { blocksDisruption } from '../recording/events.js';

/** The deletion costs of the pods of nodes, by name of the node; the nodes to empty first come first. */
export interface DeletionCosts {
  /** Nodes that are being removed. */
  readonly leaving: readonly string[];
  /** Nodes that may be removed next. */
  readonly ranked: ReadonlyMap<string, number>;
}

/** The least deletion cost of Kubernetes, for pods of nodes that are being removed. */
export const leastDeletionCost = -(2 ** 31);

interface Ranked {
  readonly node: Node;
  readonly isDrifted: boolean;
  readonly savingsRatio: number;
}

/**
 * Returns in which order a scale-down should take the pods of nodes: those of nodes that are being
 * removed, or that a decision is to remove; then of drifted nodes; then of others by what consolidation
 * saves with each per disruption cost. Nodes above the budgets of their NodePool, and nodes that cannot
 * be disrupted or consolidated, are left out.
 * Source: karpenter pkg/controllers/pod/deletioncost/ranking.go @v1.15.0.
 */
export function deletionCosts(
  snapshot: Pick<ClusterSnapshot, 'nodes'>,
  drifts: ReadonlyMap<NodeClaimId, unknown>,
  plan: Pick<DisruptionPlan, 'blocked' | 'budgets' | 'commands'>,
): DeletionCosts {
  const managed = snapshot.nodes.filter(({ nodeClaim }) => nodeClaim !== null);
  const planned = new Set(
    plan.commands.flatMap(({ candidates }) => candidates.map(({ nodeName }) => nodeName)),
  );
  const isLeaving = ({ name, isTerminating, proposedRemoval, nodeClaim }: Node): boolean =>
    isTerminating ||
    proposedRemoval !== null ||
    (nodeClaim?.decisionId ?? null) !== null ||
    planned.has(name);
  const reasonsOf = new Map(plan.blocked.map(({ nodeName, reasons }) => [nodeName, reasons]));
  const removable = managed
    .filter((node) => !isLeaving(node))
    .flatMap((node) => rankable(node, drifts, reasonsOf.get(node.name) ?? []))
    .sort(byOrder);
  const ranked = withinBudgets(removable, plan.budgets);
  return {
    leaving: managed.filter(isLeaving).map(({ name }) => name),
    ranked: new Map(ranked.map(({ node }, index) => [node.name, index - ranked.length])),
  };
}

/** Returns a list with the node, or an empty one if nothing removes it soon. */
function rankable(
  node: Node,
  drifts: ReadonlyMap<NodeClaimId, unknown>,
  reasons: readonly Reason[],
): readonly Ranked[] {
  const isKept = reasons.some(
    (reason) => blocksDisruption(reason) || reason.code === 'STATIC_POOL',
  );
  if (!node.isInitialized || isKept) return [];
  const isDrifted = drifts.has(node.nodeClaim?.id ?? '');
  const price = node.offering?.priceMicroUsdPerHour ?? null;
  const isConsolidatable = price !== null && !reasons.some(isConsolidationOff);
  if (!isDrifted && !isConsolidatable) return [];
  const cost = reschedulingCost(node.pods.filter(isReschedulable));
  return [{ node, isDrifted, savingsRatio: (price ?? 0) / cost }];
}

const isConsolidationOff = ({ code }: Reason): boolean => code === 'CONSOLIDATION_DISABLED';

const byOrder = (a: Ranked, b: Ranked): number =>
  Number(b.isDrifted) - Number(a.isDrifted) ||
  b.savingsRatio - a.savingsRatio ||
  compareText(a.node.name, b.node.name);

/** Returns as many nodes of each NodePool as its budgets allow to disrupt now. */
function withinBudgets(
  ordered: readonly Ranked[],
  budgets: DisruptionPlan['budgets'],
): readonly Ranked[] {
  const keyOf = (nodePool: string, reason: DisruptionReason) => `${nodePool}/${reason}`;
  const left = new Map(
    budgets.map(({ nodePool, reason, allowed }) => [keyOf(nodePool, reason), allowed]),
  );
  return ordered.filter(({ node, isDrifted }) => {
    const key = keyOf(node.nodeClaim?.nodePool ?? '', isDrifted ? 'Drifted' : 'Underutilized');
    const allowed = left.get(key) ?? 0;
    left.set(key, allowed - 1);
    return allowed > 0;
  });
}
