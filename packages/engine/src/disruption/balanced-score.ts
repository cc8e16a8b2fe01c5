import { getOrCreate, type MicroUsdPerHour } from '@kerf/core';
import { isReschedulable } from '../drainability/pod-state.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { BalancedScore, Command } from '../model/command.js';
import { priceOf } from '../model/node.js';
import type { DisruptionBlock } from '../model/reason.js';
import type { Candidate } from './candidate.js';
import { reschedulingCost } from './rescheduling-cost.js';

/** A NodePool with the policy `Balanced` allows savings from this score. Source: karpenter. */
const minScore = 0.5;

/** Price in micro-USD per hour and disruption cost of nodes. */
interface Totals {
  readonly price: number;
  readonly disruptionCost: number;
}

/** The part of a candidate that a score depends on. */
type ScoredNode = Pick<Candidate, 'node' | 'nodePool' | 'reschedulable'>;

/**
 * Returns the blocker of the first NodePool with the policy `Balanced` to which a consolidation
 * saves too little for what it disrupts; `null` if there is none.
 * @param saving `null` or an unknown price saves nothing
 */
export function balancedBlock(
  snapshot: ClusterSnapshot,
  candidates: readonly ScoredNode[],
  saving: MicroUsdPerHour | null,
): DisruptionBlock | null {
  for (const { nodePool, score } of scoresOf(snapshot, candidates, saving)) {
    if (score < minScore) {
      return { code: 'SCORE_TOO_LOW', nodePool, score: rounded(score), minScore };
    }
  }
  return null;
}

/** Returns the scores of a command in the NodePools with the policy `Balanced` that it disrupts. */
export function balancedScores(
  snapshot: ClusterSnapshot,
  { candidates, savingMicroUsdPerHour }: Pick<Command, 'candidates' | 'savingMicroUsdPerHour'>,
): readonly BalancedScore[] {
  const nodes = new Map(snapshot.nodes.map((node) => [node.name, node]));
  const pools = new Map(snapshot.nodePools.map((pool) => [pool.name, pool]));
  const scored = candidates.flatMap(({ nodeName, nodePool: poolName }): readonly ScoredNode[] => {
    const [node, nodePool] = [nodes.get(nodeName), pools.get(poolName)];
    if (node === undefined || nodePool === undefined) return [];
    return [{ node, nodePool, reschedulable: node.pods.filter(isReschedulable) }];
  });
  return scoresOf(snapshot, scored, savingMicroUsdPerHour);
}

/**
 * The score is the part of the NodePool's price that is saved divided by the part of its disruption
 * cost. The saving of a command is shared among NodePools by the prices of their removed nodes.
 * Source: karpenter disruption/balanced.go @v1.14.1.
 */
function scoresOf(
  snapshot: ClusterSnapshot,
  candidates: readonly ScoredNode[],
  saving: MicroUsdPerHour | null,
): readonly BalancedScore[] {
  const totalPrice = totalsOf(candidates).price;
  const scores: BalancedScore[] = [];
  for (const [nodePool, ofPool] of Map.groupBy(candidates, (item) => item.nodePool)) {
    if (nodePool.disruption.consolidationPolicy !== 'Balanced') continue;
    const removed = totalsOf(ofPool);
    const pool = poolTotals(snapshot, nodePool.name);
    const saved = totalPrice === 0 ? 0 : ((saving ?? 0) * removed.price) / totalPrice;
    const savedRatio = saved <= 0 || pool.price === 0 ? 0 : saved / pool.price;
    const disruptedRatio = removed.disruptionCost / pool.disruptionCost;
    const score = savedRatio === 0 ? 0 : savedRatio / disruptedRatio;
    scores.push({ nodePool: nodePool.name, score, minScore, savedRatio, disruptedRatio });
  }
  return scores;
}

function totalsOf(nodes: readonly Pick<Candidate, 'node' | 'reschedulable'>[]): Totals {
  return {
    price: priceOf(nodes.map(({ node }) => node)),
    disruptionCost: nodes.reduce(
      (sum, { reschedulable }) => sum + reschedulingCost(reschedulable),
      0,
    ),
  };
}

/** An evaluation needs the totals of the same snapshot for every simulation. */
const totalsBySnapshot = new WeakMap<ClusterSnapshot, Map<string, Totals>>();

/** Returns the totals of all nodes of the NodePool, candidates or not. */
function poolTotals(snapshot: ClusterSnapshot, name: string): Totals {
  const byPool = getOrCreate(totalsBySnapshot, snapshot, () => new Map<string, Totals>());
  return getOrCreate(byPool, name, () =>
    totalsOf(
      snapshot.nodes
        .filter(({ nodeClaim }) => nodeClaim?.nodePool === name)
        .map((node) => ({ node, reschedulable: node.pods.filter(isReschedulable) })),
    ),
  );
}

/** Two decimals are enough for a reason, and keep evaluations equal while prices hardly change. */
const rounded = (score: number): number => Math.floor(score * 100) / 100;
