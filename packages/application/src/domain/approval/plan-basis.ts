import type { MicroUsdPerHour } from '@kerf/core';
import { compareText } from '@kerf/core';
import type { ApprovalFacts } from './approval-facts.js';

/** The nodes and pods of a plan, and the state that it depends on: all that an approval covers. */
export interface PlanBasis {
  /** Nodes, identified by name: a node that is created again has another NodeClaim. */
  readonly nodes: readonly BasisNode[];
  /** Sorted by uid. */
  readonly pods: readonly BasisPod[];
  /** The instance types of each replacement, cheapest first. */
  readonly replacements: readonly (readonly string[])[];
  /** Allowed disruptions of the pods' PodDisruptionBudgets, by name. */
  readonly headroom: Readonly<Record<string, number>>;
  readonly savingMicroUsdPerHour: MicroUsdPerHour | null;
}

/** A pod of a plan. */
interface BasisPod {
  readonly uid: string;
  readonly pod: string;
  /** Set if it waits for a place. */
  readonly waits?: true;
}

/** A node of a plan with its price. */
export interface BasisNode {
  readonly nodeName: string;
  readonly nodeClaimId: string;
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
}

/** Changes between the plan that people saw and the current state of the cluster. */
export interface PlanChange {
  /** Names of the nodes that the plan would remove too. */
  readonly nodesAdded: readonly string[];
  /** Names of the nodes that it would not remove any more. */
  readonly nodesGone: readonly string[];
  readonly podsAdded: readonly string[];
  readonly podsGone: readonly string[];
  /** Pods that had a place and would wait now; absent if there are none. */
  readonly podsWaiting?: readonly string[];
  /** The PodDisruptionBudgets that allow fewer disruptions than were shown. */
  readonly budgetsLower: readonly string[];
  readonly savingBeforeMicroUsdPerHour: MicroUsdPerHour | null;
  readonly savingAfterMicroUsdPerHour: MicroUsdPerHour | null;
}

/** Part of the saving that a plan may lose before it must be approved again. */
const toleratedLoss = 0.05;

/** Returns what an approval of a plan covers. */
export function planBasis(
  nodes: readonly BasisNode[],
  replacements: PlanBasis['replacements'],
  { pods, savingMicroUsdPerHour }: Pick<ApprovalFacts, 'pods' | 'savingMicroUsdPerHour'>,
): PlanBasis {
  return {
    nodes: nodes
      .map(({ nodeName, nodeClaimId, priceMicroUsdPerHour }) => ({
        nodeName,
        nodeClaimId,
        priceMicroUsdPerHour,
      }))
      .toSorted((a, b) => compareText(a.nodeName, b.nodeName)),
    pods: pods
      .map(({ podUid: uid, pod, waits }) => ({ uid, pod, ...(waits && { waits }) }))
      .toSorted((a, b) => compareText(a.uid, b.uid)),
    replacements,
    headroom: Object.fromEntries(
      pods.flatMap(({ budget }) => (budget === null ? [] : [[budget.name, budget.headroom]])),
    ),
    savingMicroUsdPerHour,
  };
}

/**
 * Returns what moved since people saw a plan; `null` if an approval still covers it: the same nodes
 * and pods, none of which has lost its place, no PodDisruptionBudget that allows less, and a saving that has not become known as
 * lower by more than 5 %.
 */
export function planChange(seen: PlanBasis, now: PlanBasis): PlanChange | null {
  const nodes = difference(seen.nodes, now.nodes, ({ nodeClaimId }) => nodeClaimId);
  const pods = difference(seen.pods, now.pods, ({ uid }) => uid);
  const placed = new Set(seen.pods.filter(({ waits }) => !waits).map(({ uid }) => uid));
  const podsWaiting = now.pods
    .filter(({ uid, waits }) => waits && placed.has(uid))
    .map(({ pod }) => pod);
  const change: PlanChange = {
    nodesAdded: nodes.added.map(({ nodeName }) => nodeName),
    nodesGone: nodes.gone.map(({ nodeName }) => nodeName),
    podsAdded: pods.added.map(({ pod }) => pod),
    podsGone: pods.gone.map(({ pod }) => pod),
    ...(podsWaiting.length > 0 && { podsWaiting }),
    budgetsLower: Object.entries(now.headroom).flatMap(([name, headroom]) =>
      headroom < (seen.headroom[name] ?? Infinity) && name in seen.headroom ? [name] : [],
    ),
    savingBeforeMicroUsdPerHour: seen.savingMicroUsdPerHour,
    savingAfterMicroUsdPerHour: now.savingMicroUsdPerHour,
  };
  const { nodesAdded, nodesGone, podsAdded, podsGone, budgetsLower } = change;
  const isMoved = [nodesAdded, nodesGone, podsAdded, podsGone, podsWaiting, budgetsLower].some(
    (list) => list.length > 0,
  );
  return isMoved || isWorse(seen.savingMicroUsdPerHour, now.savingMicroUsdPerHour) ? change : null;
}

function isWorse(seen: MicroUsdPerHour | null, now: MicroUsdPerHour | null): boolean {
  if (seen === null) return false;
  return now === null || now < seen - Math.abs(seen) * toleratedLoss;
}

function difference<Item>(
  seen: readonly Item[],
  now: readonly Item[],
  keyOf: (item: Item) => string,
): { readonly added: readonly Item[]; readonly gone: readonly Item[] } {
  const before = new Set(seen.map(keyOf));
  const after = new Set(now.map(keyOf));
  return {
    added: now.filter((item) => !before.has(keyOf(item))),
    gone: seen.filter((item) => !after.has(keyOf(item))),
  };
}
