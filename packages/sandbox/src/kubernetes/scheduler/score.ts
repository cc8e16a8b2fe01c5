import { compareText } from '@kerf/core';
import { controllerOf } from '../resources/kube-object.js';
import { requestsOf } from '../resources/pod-resources.js';
import type { Pod } from '../resources/types/pod.js';
import type { SchedulingView } from './filter.js';
import { countMatchingPods } from './filters/topology-spread-filter.js';
import { matchesTerm } from './node-affinity.js';
import type { NodeState } from './node-state.js';
import { findUntolerated } from './tolerates.js';

/** Scores of nodes and their weights, which are kube-scheduler's. */
const scores: readonly { readonly weight: number; readonly of: MakeScore }[] = [
  { weight: 1, of: leastAllocated },
  { weight: 2, of: preferredAffinity },
  { weight: 3, of: fewPreferNoScheduleTaints },
  { weight: 2, of: preferredSpread },
  { weight: 2, of: fewPodsOfController },
];

type MakeScore = (pod: Pod, view: SchedulingView) => (node: NodeState) => number;

/** Returns the feasible node with the highest score; ties are broken by name. */
export function bestNode(
  pod: Pod,
  feasible: readonly NodeState[],
  view: SchedulingView,
): NodeState | null {
  const [first] = feasible;
  if (first === undefined || feasible.length === 1) return first ?? null;
  const totals = feasible.map(() => 0);
  for (const { weight, of } of scores) {
    const values = feasible.map(of(pod, view));
    const least = Math.min(...values);
    const range = Math.max(...values) - least;
    if (range === 0) continue;
    for (const [index, value] of values.entries()) {
      totals[index] = (totals[index] ?? 0) + (weight * (value - least)) / range;
    }
  }
  const best = Math.max(...totals);
  const winners = feasible.filter((_node, index) => totals[index] === best);
  return winners.toSorted((left, right) => compareText(left.name, right.name))[0] ?? null;
}

function leastAllocated(pod: Pod): (node: NodeState) => number {
  const requests = requestsOf(pod.spec);
  return (node) => {
    const shares = ['cpu', 'memory'].map((resource) => {
      const offered = node.allocatable[resource] ?? 0;
      const taken = node.requestedOf(resource) + (requests[resource] ?? 0);
      return offered === 0 ? 0 : (offered - taken) / offered;
    });
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  };
}

function preferredAffinity({ spec }: Pod): (node: NodeState) => number {
  const preferred =
    spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return ({ node }) =>
    preferred.reduce(
      (sum, { weight, preference }) => sum + (matchesTerm(preference, node) ? weight : 0),
      0,
    );
}

function fewPreferNoScheduleTaints({ spec }: Pod): (node: NodeState) => number {
  return ({ node }) => {
    const untolerated = (node.spec.taints ?? []).filter(
      (taint) => findUntolerated([taint], spec.tolerations, ['PreferNoSchedule']) !== undefined,
    );
    return -untolerated.length;
  };
}

function preferredSpread(pod: Pod, view: SchedulingView): (node: NodeState) => number {
  const preferredConstraints = view
    .spreadOf(pod)
    .constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway');
  const counts = preferredConstraints.map((constraint) =>
    countMatchingPods(constraint, pod, view.nodes),
  );
  return ({ labels }) =>
    -preferredConstraints.reduce(
      (sum, { topologyKey }, index) => sum + (counts[index]?.get(labels[topologyKey] ?? '') ?? 0),
      0,
    );
}

/**
 * Spreads pods of one controller over nodes, where the scheduler has no configuration. It stands for
 * kube-scheduler's own default constraints, whose pods would be counted anew for each pod.
 */
function fewPodsOfController(pod: Pod, view: SchedulingView): (node: NodeState) => number {
  const owner = controllerOf(pod)?.uid;
  if (owner === undefined || view.spreadOf(pod).isConfigured) return () => 0;
  return (node) => -node.podCountOfController(owner);
}
