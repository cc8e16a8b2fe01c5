import type { DecisionId, Instant } from '@kerf/core';
import type { DisruptionPlan, Reason, ReasonCode } from '@kerf/engine';

/** Why a node is not disrupted, as pages show it. */
export interface NodeBlockers {
  /** The most telling first; empty where nothing blocks it. */
  readonly reasons: readonly Reason[];
  /**
   * When an earlier evaluation found this, for a node that waits to be evaluated again; `null` when
   * it holds as of the last pass.
   */
  readonly evaluatedAt: Instant | null;
}

/** What the last simulation of a node's removal found. */
export interface BlockerEvaluation {
  readonly reasons: readonly Reason[];
  readonly at: Instant;
}

/**
 * What only a simulation of the node's removal finds. All other blockers are known of every node in
 * every pass, so an old one of them would be false.
 */
const foundBySimulation: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'PODS_UNSCHEDULABLE',
  'MULTIPLE_REPLACEMENTS',
  'PRICE_UNKNOWN',
  'NO_CHEAPER_REPLACEMENT',
  'SPOT_TO_SPOT_DISABLED',
  'SPOT_INFLEXIBLE',
  'DESTINATION_NOT_READY',
  'STATIC_POOL_BUSY',
  'NODE_LIMIT_REACHED',
  'BUDGET_EXHAUSTED',
]);

/** The disruption blockers that one pass found, by node. */
export interface BlockersOfPass {
  readonly blockers: ReadonlyMap<string, NodeBlockers>;
  /** To be passed to the next pass. */
  readonly evaluations: ReadonlyMap<string, BlockerEvaluation>;
}

/**
 * The blockers after one pass, by node name. A node that the pass did not get to keeps what was found
 * when it was evaluated last, with its time: that it waits says less.
 * @param decided nodes that the pass has just proposed to disrupt
 * @param known evaluations up to the last pass
 */
export function blockersOfPass(
  plan: Pick<DisruptionPlan, 'blocked'>,
  decided: ReadonlyMap<string, DecisionId>,
  known: ReadonlyMap<string, BlockerEvaluation>,
  now: Instant,
): BlockersOfPass {
  const blockers = new Map<string, NodeBlockers>();
  const evaluations = new Map<string, BlockerEvaluation>();
  for (const { nodeName, reasons } of plan.blocked) {
    const isAwaiting = reasons.some(({ code }) => code === 'NOT_EVALUATED_YET');
    const last = isAwaiting ? known.get(nodeName) : evaluationIn(reasons, now);
    if (last !== undefined) evaluations.set(nodeName, last);
    blockers.set(
      nodeName,
      isAwaiting && last !== undefined
        ? { reasons: last.reasons, evaluatedAt: last.at }
        : { reasons, evaluatedAt: null },
    );
  }
  for (const [nodeName, decisionId] of decided) {
    blockers.set(nodeName, {
      reasons: [{ code: 'IN_DECISION', decisionId }],
      evaluatedAt: null,
    });
  }
  return { blockers, evaluations };
}

function evaluationIn(reasons: readonly Reason[], at: Instant): BlockerEvaluation | undefined {
  const found = reasons.filter(({ code }) => foundBySimulation.has(code));
  return found.length === 0 ? undefined : { reasons: found, at };
}
