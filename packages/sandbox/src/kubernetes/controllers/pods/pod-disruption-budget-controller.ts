import type { ClusterApi, TypedChange } from '../../api/cluster-api.js';
import { toTimestamp } from '../../api/timestamp.js';
import { isReady } from '../../resources/is-ready.js';
import { kinds } from '../../resources/kind.js';
import { keyOf, type StringMap } from '../../resources/kube-object.js';
import type { Pod } from '../../resources/types/pod.js';
import type { PodDisruptionBudget } from '../../resources/types/workload.js';
import { matchesSelector } from '../../selectors/label-selector.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';
import { type BudgetNeeds, needsOf } from './disruption-needs.js';

/** Time after which an allowed eviction without a deletion no longer counts. */
const disruptionTimeoutMs = 2 * 60_000;

/** Updates the status of PodDisruptionBudgets: how many pods may be disrupted now. */
export class PodDisruptionBudgetController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#queue = startQueue(context, (key) => this.#reconcile(key));
  }

  start(): void {
    this.#enqueueIn(undefined);
    this.#api.subscribe(kinds.podDisruptionBudget, ({ after }) => {
      if (after !== null) this.#queue.add(keyOf(after));
    });
    this.#api.subscribe(kinds.pod, ({ before, after }) => this.#enqueueForPod(before, after));
    // The expected number of pods depends on the replicas of controllers.
    this.#api.subscribe(kinds.deployment, (change) => this.#enqueueIfScaled(change));
    this.#api.subscribe(kinds.replicaSet, (change) => this.#enqueueIfScaled(change));
    this.#api.subscribe(kinds.statefulSet, (change) => this.#enqueueIfScaled(change));
  }

  #enqueueIfScaled({ before, after }: TypedChange<Scaled>): void {
    if (before?.spec.replicas === after?.spec.replicas) return;
    this.#enqueueIn((after ?? before)?.metadata.namespace);
  }

  #enqueueIn(namespace: string | undefined): void {
    for (const budget of this.#api.list(kinds.podDisruptionBudget)) {
      const isInside = namespace === undefined || budget.metadata.namespace === namespace;
      if (isInside) this.#queue.add(keyOf(budget));
    }
  }

  #enqueueForPod(before: Pod | null, after: Pod | null): void {
    const pod = after ?? before;
    if (pod === null) return;
    const labelSets = [before?.metadata.labels, after?.metadata.labels];
    for (const budget of this.#api.list(kinds.podDisruptionBudget)) {
      const isAffected = labelSets.some((labels) => appliesTo(budget, pod, labels));
      if (isAffected) this.#queue.addSoon(keyOf(budget));
    }
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const budget = this.#api.find(kinds.podDisruptionBudget, namespace, name);
    if (budget === null) return;
    const pods = this.#api
      .list(kinds.pod)
      .filter((pod) => appliesTo(budget, pod, pod.metadata.labels));
    const needs = needsOf(this.#api, budget, pods);
    if (needs.kind === 'Unknown') this.#writeFailure(budget, needs.message);
    else this.#writeStatus(budget, pods, needs);
  }

  #writeStatus(
    budget: PodDisruptionBudget,
    pods: readonly Pod[],
    { expectedPods, desiredHealthy }: Extract<BudgetNeeds, { kind: 'Known' }>,
  ): void {
    const disruptedPods = this.#pendingDisruptions(budget, pods);
    const currentHealthy = pods.filter(
      (pod) =>
        isReady(pod) &&
        pod.metadata.deletionTimestamp === undefined &&
        disruptedPods[pod.metadata.name] === undefined,
    ).length;
    const spare = currentHealthy - desiredHealthy;
    const disruptionsAllowed = expectedPods <= 0 ? 0 : Math.max(spare, 0);
    this.#api.updateStatus(kinds.podDisruptionBudget, budget, (current) => ({
      ...current,
      status: {
        observedGeneration: current.metadata.generation ?? 0,
        ...(Object.keys(disruptedPods).length === 0 ? {} : { disruptedPods }),
        disruptionsAllowed,
        currentHealthy,
        desiredHealthy,
        expectedPods,
        conditions: [
          condition(current, this.#api.now(), {
            status: disruptionsAllowed > 0 ? 'True' : 'False',
            reason: disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
            message: '',
          }),
        ],
      },
    }));
  }

  /** Returns allowed evictions of pods that are not in deletion yet. */
  #pendingDisruptions(budget: PodDisruptionBudget, pods: readonly Pod[]): StringMap {
    const now = this.#api.now();
    const podByName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
    const entries = Object.entries(budget.status?.disruptedPods ?? {}).filter(([name, at]) => {
      const pod = podByName.get(name);
      const isWaiting = pod !== undefined && pod.metadata.deletionTimestamp === undefined;
      return isWaiting && now - Date.parse(at) < disruptionTimeoutMs;
    });
    if (entries.length > 0) this.#queue.addAfter(keyOf(budget), disruptionTimeoutMs);
    return Object.fromEntries(entries);
  }

  #writeFailure(budget: PodDisruptionBudget, message: string): void {
    const record = { type: 'Warning', reason: 'CalculateExpectedPodCountFailed', message } as const;
    const isNew = budget.status?.conditions?.some((known) => known.message === message) !== true;
    if (isNew) this.#context.events.record(budget, 'controllermanager', record);
    this.#api.updateStatus(kinds.podDisruptionBudget, budget, (current) => ({
      ...current,
      status: {
        ...(current.status ?? { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 }),
        observedGeneration: current.metadata.generation ?? 0,
        disruptionsAllowed: 0,
        conditions: [
          condition(current, this.#api.now(), { status: 'False', reason: 'SyncFailed', message }),
        ],
      },
    }));
  }
}

interface Scaled {
  readonly metadata: { readonly namespace?: string };
  readonly spec: { readonly replicas?: number };
}

function appliesTo(budget: PodDisruptionBudget, pod: Pod, labels: StringMap | undefined): boolean {
  return (
    budget.metadata.namespace === pod.metadata.namespace &&
    matchesSelector(budget.spec.selector, labels)
  );
}

function condition(
  budget: PodDisruptionBudget,
  now: number,
  draft: { readonly status: string; readonly reason: string; readonly message: string },
) {
  const before = budget.status?.conditions?.find(({ type }) => type === 'DisruptionAllowed');
  const time = toTimestamp(now);
  return {
    type: 'DisruptionAllowed',
    ...draft,
    observedGeneration: budget.metadata.generation ?? 0,
    lastTransitionTime:
      before?.status === draft.status ? (before.lastTransitionTime ?? time) : time,
  };
}
