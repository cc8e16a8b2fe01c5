import type { Pod } from '../resources/types/pod.js';
import type { PodDisruptionBudget } from '../resources/types/workload.js';
import { matchesSelector } from '../selectors/label-selector.js';
import type { Refusal, SchedulingView } from './filter.js';
import type { NodeState } from './node-state.js';
import type { PodFilters } from './pod-filters.js';
import { noNodeAvailable } from './unschedulable-message.js';

/** Reason of the condition `DisruptionTarget` of a pod that was preempted. */
export const preempted = 'PreemptionByScheduler';

export type Preemption =
  | { readonly kind: 'Impossible'; readonly why: string }
  /** The pods that it preempted have not ended yet. */
  | { readonly kind: 'UnderWay'; readonly why: string }
  | { readonly kind: 'Preemption'; readonly nodeName: string; readonly victims: readonly Pod[] };

export interface RefusedPod {
  readonly view: SchedulingView;
  readonly filters: PodFilters;
  /** Why each node was refused. */
  readonly refusals: ReadonlyMap<NodeState, Refusal>;
}

/** A node that the pod fits on without some others. */
interface Candidate {
  readonly nodeName: string;
  /** The most important first. */
  readonly victims: readonly Pod[];
  readonly violations: number;
}

/** Share and least number of nodes that are tried, so that a large cluster does not take longer. */
const triedShare = 0.1;
const leastTried = 100;

/**
 * Chooses pods of lower priority that must end so that a refused pod fits on their node.
 * Source: kubernetes pkg/scheduler/framework/plugins/defaultpreemption.
 */
export function choosePreemption(pod: Pod, refused: RefusedPod): Preemption {
  if (pod.spec.preemptionPolicy === 'Never') {
    return { kind: 'Impossible', why: 'not eligible due to preemptionPolicy=Never.' };
  }
  if (isUnderWay(pod, refused)) {
    const why = 'not eligible due to a terminating pod on the nominated node.';
    return { kind: 'UnderWay', why };
  }
  const reasons: (readonly string[])[] = [];
  const candidates: Candidate[] = [];
  const enough = Math.max(leastTried, Math.floor(refused.refusals.size * triedShare));
  for (const [node, refusal] of refused.refusals) {
    const found = victimsOn(node, refusal, pod, refused);
    if ('victims' in found) candidates.push(found);
    else reasons.push(found.reasons);
    if (candidates.length >= enough && candidates.some(({ violations }) => violations === 0)) break;
  }
  const [best] = candidates.toSorted(byHarm);
  return best === undefined
    ? { kind: 'Impossible', why: noNodeAvailable(reasons) }
    : { kind: 'Preemption', nodeName: best.nodeName, victims: best.victims };
}

function isUnderWay(pod: Pod, { refusals }: RefusedPod): boolean {
  const nominated = [...refusals].find(([{ name }]) => name === pod.status?.nominatedNodeName);
  if (nominated === undefined) return false;
  const [node, { isResolvable }] = nominated;
  return isResolvable && lowerPods(node, pod).some(isEndingByPreemption);
}

function isEndingByPreemption({ metadata, status }: Pod): boolean {
  return (
    metadata.deletionTimestamp !== undefined &&
    (status?.conditions ?? []).some(
      ({ type, reason }) => type === 'DisruptionTarget' && reason === preempted,
    )
  );
}

function victimsOn(
  node: NodeState,
  refusal: Refusal,
  pod: Pod,
  { view, filters }: RefusedPod,
): Candidate | Pick<Refusal, 'reasons'> {
  if (!refusal.isResolvable) return { reasons: ['Preemption is not helpful for scheduling'] };
  const lower = lowerPods(node, pod).toSorted(byImportance);
  if (lower.length === 0) return { reasons: ['No preemption victims found for incoming pod'] };
  const trial = node.with(filters.waitingOn(node.name));
  for (const one of lower) trial.remove(one);
  const stillRefused = filters.refuseOther(trial);
  if (stillRefused !== null) return stillRefused;
  // As many as possible stay: first those whose budget would be violated, the important ones first.
  const [violating, others] = byBudget(lower, view.budgets());
  const staysNot = (one: Pod): boolean => {
    trial.add(one);
    if (filters.refuseOther(trial) === null) return false;
    trial.remove(one);
    return true;
  };
  const violated = violating.filter(staysNot);
  const victims = [...violated, ...others.filter(staysNot)].toSorted(byImportance);
  return { nodeName: node.name, victims, violations: violated.length };
}

function lowerPods(node: NodeState, { spec }: Pod): readonly Pod[] {
  const priority = spec.priority ?? 0;
  if (node.lowestPriority >= priority) return [];
  return [...node.pods.values()].filter((other) => (other.spec.priority ?? 0) < priority);
}

/** The more important first: higher priority, then an earlier start. */
function byImportance(left: Pod, right: Pod): number {
  return (right.spec.priority ?? 0) - (left.spec.priority ?? 0) || startOf(left) - startOf(right);
}

/** Returns when a pod started in epoch ms; a pod that has not is the youngest. */
function startOf({ status }: Pod): number {
  return status?.startTime === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(status.startTime);
}

/** Splits pods into those whose budget their end would violate, and others. */
function byBudget(
  pods: readonly Pod[],
  budgets: readonly PodDisruptionBudget[],
): readonly [violating: readonly Pod[], others: readonly Pod[]] {
  const left = new Map(budgets.map((budget) => [budget, budget.status?.disruptionsAllowed ?? 0]));
  const violates = (pod: Pod): boolean => {
    for (const budget of budgets) {
      if (!protects(budget, pod)) continue;
      const allowed = (left.get(budget) ?? 0) - 1;
      left.set(budget, allowed);
      if (allowed < 0) return true;
    }
    return false;
  };
  const violating = new Set(pods.filter(violates));
  return [[...violating], pods.filter((pod) => !violating.has(pod))];
}

function protects({ metadata, spec, status }: PodDisruptionBudget, pod: Pod): boolean {
  const { namespace, name, labels } = pod.metadata;
  const { matchLabels = {}, matchExpressions = [] } = spec.selector ?? {};
  return (
    metadata.namespace === namespace &&
    Object.keys(matchLabels).length + matchExpressions.length > 0 &&
    matchesSelector(spec.selector, labels) &&
    status?.disruptedPods?.[name] === undefined
  );
}

/** Makes a priority count above none, so that few pods of low priority are less than many. */
const priorityOffset = 2 ** 31;

/** The least harm first; nodes that are equal stay in order. */
function byHarm(left: Candidate, right: Candidate): number {
  const measures: readonly ((candidate: Candidate) => number)[] = [
    ({ violations }) => violations,
    ({ victims }) => victims[0]?.spec.priority ?? 0,
    ({ victims }) =>
      victims.reduce((sum, { spec }) => sum + (spec.priority ?? 0) + priorityOffset, 0),
    ({ victims }) => victims.length,
    ({ victims }) => -earliestStart(victims),
  ];
  for (const measure of measures) {
    const difference = measure(left) - measure(right);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the earliest start among the victims of the highest priority. */
function earliestStart(victims: readonly Pod[]): number {
  const highest = victims[0]?.spec.priority ?? 0;
  const starts = victims
    .filter(({ spec }) => (spec.priority ?? 0) === highest)
    .map((victim) => startOf(victim));
  return Math.min(...starts);
}
