import type { ConsolidationMove, Measurement } from '@kerf/application';
import type { DurationMs } from '@kerf/core';
import {
  type Command,
  type DisruptionMethod,
  type DisruptionPlan,
  isReboot,
  type TerminateFirst,
} from '@kerf/engine';
import type { Metrics } from '@kerf/system';

type Counters = ReturnType<typeof registerCounters>;

/**
 * Returns the function that observes the disruption of a cluster.
 * Source of the names: karpenter pkg/controllers/disruption/metrics.go @v1.14.1.
 */
export function createDisruptionMetrics(
  metrics: Metrics,
): (cluster: string, measurement: Measurement) => void {
  const counters = registerCounters(metrics);
  const observeMove = registerMoves(metrics);
  const setEligible = registerEligible(metrics);
  return (cluster, measurement) => {
    switch (measurement.kind) {
      case 'DisruptionEvaluated':
        setEligible(cluster, measurement.eligible);
        for (const move of measurement.moves) observeMove(cluster, move);
        return;
      case 'ValidationFailed': {
        const { command, nodes } = measurement;
        const consolidation_type = consolidationTypes[command.method];
        counters.failedValidations.add({ cluster, consolidation_type }, nodes);
        return;
      }
      case 'CommandStarted':
        countDecision(counters, cluster, measurement.command);
        return;
      case 'CommandFailed': {
        const { command, replacements } = measurement;
        counters.failures.add({ cluster, ...labelsOf(command) }, replacements);
        return;
      }
      default:
        return;
    }
  };
}

/** Karpenter's names of its methods; regrouping is Kerf's. */
const consolidationTypes: Readonly<Record<DisruptionMethod, string>> = {
  StaticRepair: '',
  Repair: '',
  Emptiness: 'empty',
  StaticDrift: '',
  Drift: '',
  MultiNodeConsolidation: 'multi',
  SingleNodeConsolidation: 'single',
  Regrouping: 'regrouping',
};

/** Karpenter's names of the causes. */
const terminateFirstReasons: Readonly<Record<TerminateFirst['code'], string>> = {
  NODE_LIMIT_REACHED: 'static-at-limit',
  RESERVATION_FULL: 'no-reserved-capacity',
};

const labelsOf = (command: Command) => ({
  decision: decisionLabel(command),
  reason: command.reason.toLowerCase(),
  consolidation_type: consolidationTypes[command.method],
});

function decisionLabel(command: Command): string {
  if (isReboot(command)) return 'reboot';
  if (command.terminateFirst !== undefined) return 'terminate-first';
  return command.replacements.length === 0 ? 'delete' : 'replace';
}

function countDecision(counters: Counters, cluster: string, command: Command): void {
  const labels = { cluster, ...labelsOf(command) };
  counters.decisions.add(labels);
  for (const nodepool of new Set(command.candidates.map(({ nodePool }) => nodePool))) {
    counters.decisionsByNodePool.add({ ...labels, nodepool });
    if (command.terminateFirst === undefined) continue;
    const terminate_first_reason = terminateFirstReasons[command.terminateFirst.code];
    counters.terminateFirst.add({
      cluster,
      nodepool,
      reason: labels.reason,
      terminate_first_reason,
    });
  }
}

function registerCounters(metrics: Metrics) {
  const prefix = 'karpenter_voluntary_disruption';
  const ofDecision = ['cluster', 'decision', 'reason', 'consolidation_type'] as const;
  return {
    decisions: metrics.counter({
      name: `${prefix}_decisions_total`,
      help: 'Total number of disruption commands whose execution started.',
      labels: ofDecision,
    }),
    decisionsByNodePool: metrics.counter({
      name: `${prefix}_decisions_by_nodepool_total`,
      help: 'The same, for each NodePool that a command disrupts.',
      labels: [...ofDecision, 'nodepool'],
    }),
    terminateFirst: metrics.counter({
      name: `${prefix}_terminate_first_decisions_total`,
      help: 'Total number of disruption commands that removed a node before its replacement.',
      labels: ['cluster', 'nodepool', 'reason', 'terminate_first_reason'],
    }),
    failedValidations: metrics.counter({
      name: `${prefix}_failed_validations_total`,
      help: 'Total number of nodes of commands that were not valid any more.',
      labels: ['cluster', 'consolidation_type'],
    }),
    failures: metrics.counter({
      name: `${prefix}_queue_failures_total`,
      help: 'Total number of replacements that failed, so that their command was rolled back.',
      labels: ofDecision,
    }),
  };
}

/** Karpenter's buckets. */
const scoreBuckets = [0.1, 0.25, 0.33, 0.5, 1, 2, 5, 10] as const;

function registerMoves(metrics: Metrics): (cluster: string, move: ConsolidationMove) => void {
  const labels = ['cluster', 'decision', 'nodepool', 'policy'] as const;
  const moves = metrics.counter({
    name: 'karpenter_consolidation_moves_total',
    help: 'Total number of consolidations that were found, by the decision of their NodePool.',
    labels,
  });
  const scores = metrics.histogram({
    name: 'karpenter_consolidation_score',
    help: 'Scores of consolidations in NodePools with the policy Balanced.',
    labels,
    buckets: scoreBuckets,
  });
  return (cluster, { nodePool: nodepool, policy, isApproved, score }) => {
    const values = { cluster, decision: isApproved ? 'approved' : 'rejected', nodepool, policy };
    moves.add(values);
    if (score !== null) scores.observe(values, score);
  };
}

/** An evaluation is repeated within five minutes, by the worker that holds the cluster. */
const currentForMs: DurationMs = 10 * 60_000;

function registerEligible(
  metrics: Metrics,
): (cluster: string, eligible: DisruptionPlan['eligible']) => void {
  const known = new Map<
    string,
    { readonly eligible: DisruptionPlan['eligible']; readonly at: number }
  >();
  metrics.gauge(
    {
      name: 'karpenter_voluntary_disruption_eligible_nodes',
      help: 'Number of nodes that may be disrupted, by reason.',
      labels: ['cluster', 'reason'],
    },
    () => {
      for (const [cluster, { at }] of known) {
        if (performance.now() - at > currentForMs) known.delete(cluster);
      }
      const readings = Array.from(known, ([cluster, { eligible }]) =>
        eligible.map(({ reason, nodes }) => ({
          labels: { cluster, reason: reason.toLowerCase() },
          value: nodes,
        })),
      );
      return Promise.resolve(readings.flat());
    },
  );
  return (cluster, eligible) => known.set(cluster, { eligible, at: performance.now() });
}
