import type { DecisionId, Instant } from '@kerf/core';
import type { DisruptionPlan, Reason, ReasonCode } from '@kerf/engine';

/** Why a node is not disrupted, as pages show it. */
export interface NodeBlockers {
  /** The most relevant first; empty when nothing blocks the node. */
  readonly reasons: readonly Reason[];
  /**
   * When an earlier evaluation found the reasons, for a node that is not evaluated again yet;
   * `null` when they are from the last pass.
   */
  readonly evaluatedAt: Instant | null;
}

/** The blockers that the last simulation of a node's removal found. */
export interface BlockerEvaluation {
  readonly reasons: readonly Reason[];
  readonly at: Instant;
}

/**
 * Reasons that only a simulation of the node's removal finds. All other reasons are computed for
 * every node in every pass, so an old one of them could be wrong.
 */
const foundBySimulation: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'PODS_UNSCHEDULABLE',
  'MULTIPLE_REPLACEMENTS',
  'PRICE_UNKNOWN',
  'NO_CHEAPER_REPLACEMENT',
  'MIN_VALUES_UNMET',
  'SAVING_TOO_SMALL',
  'SCORE_TOO_LOW',
  'SPOT_TO_SPOT_DISABLED',
  'SPOT_INFLEXIBLE',
  'DESTINATION_NOT_READY',
  'DESTINATION_NOT_CONSOLIDATABLE',
  'STATIC_POOL_BUSY',
  'NODE_LIMIT_REACHED',
  'BUDGET_EXHAUSTED',
]);

/** The disruption blockers that one pass found, by node. */
export interface BlockersOfPass {
  readonly blockers: ReadonlyMap<string, NodeBlockers>;
  /** The evaluations for the next pass. */
  readonly evaluations: ReadonlyMap<string, BlockerEvaluation>;
}

/**
 * Returns the blockers after one pass, by node name. A node that the pass did not evaluate keeps
 * the blockers and the time of its last evaluation, which are more useful than `NOT_EVALUATED_YET`.
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
