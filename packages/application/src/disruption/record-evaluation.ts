import type { Instant } from '@kerf/core';
import {
  type BalancedScore,
  type BoundPod,
  balancedScores,
  type Command,
  type DisruptionPlan,
  hasInvalidProtection,
  protectionOf,
} from '@kerf/engine';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import type { ConsolidationMove } from '../ports/meter.js';
import type { Ports } from '../ports/ports.js';
import {
  budgetExhausted,
  nodeBlocked,
  protectedUntil,
  protectionElapsed,
  protectionInvalid,
} from '../recording/events.js';
import { claimFinder } from '../snapshot/claim-node.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';
import { candidatesOf } from './candidates-of.js';
import { consolidationApproved, consolidationCandidate } from './consolidation-events.js';

/** Records Events for nodes with disruption blockers, and for NodePools with exhausted budgets. */
export function recordBlocked(
  { events }: Pick<Ports, 'events'>,
  { cluster, view, claims, snapshot }: LoadedSnapshot,
  { blocked, budgets }: DisruptionPlan,
): void {
  if (cluster.mode === 'observe') return;
  const claimOf = claimFinder(claims);
  const nodeByName = new Map(view.nodes.map((node) => [node.name, node]));
  events.record(cluster.id, [
    ...blocked.flatMap(({ nodeName, reasons }) => {
      const node = nodeByName.get(nodeName);
      const claim = node === undefined ? undefined : claimOf(node);
      return claim === undefined ? [] : nodeBlocked({ claim, node }, reasons);
    }),
    ...view.nodes
      .filter((node) => claimOf(node) !== undefined)
      .flatMap(({ pods }) => pods.flatMap((pod) => protectionEvents(pod, snapshot.now))),
    ...budgets.filter(({ nodes, allowed }) => nodes > 0 && allowed === 0).map(budgetExhausted),
  ]);
}

/** Returns the Event of the annotation do-not-disrupt of a pod, unless it protects without limit. */
function protectionEvents(pod: BoundPod, now: Instant): readonly NotedEvent[] {
  const { doNotDisrupt, name, uid, spec } = pod;
  if (doNotDisrupt === null || doNotDisrupt === 'true') return [];
  const ref = { namespace: spec.namespace, name, uid };
  if (hasInvalidProtection(pod)) return [protectionInvalid(ref, doNotDisrupt)];
  const protection = protectionOf(pod, now);
  if (protection === null) return [protectionElapsed(ref)];
  return protection.until === null ? [] : [protectedUntil(ref, protection.until)];
}

/**
 * Measures a new evaluation, and records Events on the nodes that it would consolidate. A score that
 * is too low is an Event of the node's blockers. Call it once for each evaluation.
 * Source: karpenter disruption/balanced.go @v1.14.1.
 */
export function recordEvaluation(
  { events, meter }: Pick<Ports, 'events' | 'meter'>,
  loaded: LoadedSnapshot,
  plan: DisruptionPlan,
): void {
  const { cluster } = loaded;
  const approved = plan.commands
    .filter(({ reason }) => reason === 'Underutilized')
    .map((command) => ({ command, scores: balancedScores(loaded.snapshot, command) }));
  const moves = [
    ...approved.flatMap(({ command, scores }) => approvedMoves(loaded, command, scores)),
    ...rejectedMoves(plan),
  ];
  meter.record(cluster.id, [{ kind: 'DisruptionEvaluated', eligible: plan.eligible, moves }]);
  if (cluster.mode === 'observe') return;
  events.record(
    cluster.id,
    approved.flatMap(({ command, scores }) => {
      const candidates = candidatesOf(command, loaded);
      return [
        ...candidates.flatMap((about) => consolidationCandidate(about, command)),
        ...scores.flatMap((score) => consolidationApproved(candidates, score)),
      ];
    }),
  );
}

function approvedMoves(
  { snapshot }: Pick<LoadedSnapshot, 'snapshot'>,
  { candidates }: Command,
  scores: readonly BalancedScore[],
): readonly ConsolidationMove[] {
  const names = new Set(candidates.map(({ nodePool }) => nodePool));
  return snapshot.nodePools
    .filter(({ name }) => names.has(name))
    .map(({ name, disruption: { consolidationPolicy: policy } }) => ({
      nodePool: name,
      policy,
      isApproved: true,
      score: scores.find(({ nodePool }) => nodePool === name)?.score ?? null,
    }));
}

function rejectedMoves({ blocked }: DisruptionPlan): readonly ConsolidationMove[] {
  return blocked.flatMap(({ reasons }) =>
    reasons.flatMap((reason) =>
      reason.code === 'SCORE_TOO_LOW'
        ? [
            {
              nodePool: reason.nodePool,
              policy: 'Balanced',
              isApproved: false,
              score: reason.score,
            },
          ]
        : [],
    ),
  );
}
