import type { ClusterApi } from '../../api/cluster-api.js';
import type { StatusError } from '../../api/status.js';
import { toTimestamp } from '../../api/timestamp.js';
import { PodCreation } from '../../pace/pod-creation.js';
import { isReady } from '../../resources/is-ready.js';
import { kinds } from '../../resources/kind.js';
import { controllerOf, keyOf } from '../../resources/kube-object.js';
import type { Pod } from '../../resources/types/pod.js';
import type { ReplicaSet, ReplicaSetStatus } from '../../resources/types/workload.js';
import { type ControllerContext, queueWithPods, startQueue } from '../controller-context.js';
import { isActive, isAvailable, readySince } from '../pods/pod-state.js';
import type { WorkQueue } from '../work-queue.js';
import { inDeletionOrder } from './deletion-order.js';
import { replicaFailure } from './deployment-status.js';
import { podFromTemplate } from './pod-template.js';
import { tryToCreate } from './try-to-create.js';

const component = 'replicaset-controller';

/** Number of pods created at a time, so that a large set does not delay other work. */
const burst = 100;

/** Keeps the requested number of pods. */
export class ReplicaSetController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;
  readonly #creation: PodCreation;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#queue = startQueue(context, (key) => this.#reconcile(key));
    this.#creation = new PodCreation(context.clock, context.pace);
  }

  start(): void {
    queueWithPods(this.#api, kinds.replicaSet, this.#queue, (key) => this.#queue.addSoon(key));
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const set = this.#api.find(kinds.replicaSet, namespace, name);
    if (set === null) return;
    const refusal = set.metadata.deletionTimestamp === undefined ? this.#adjust(set) : null;
    this.#updateStatus(set, refusal);
    // The queue tries again.
    if (refusal !== null) throw refusal;
  }

  /** Creates or deletes pods; returns why the next pod was refused. */
  #adjust(set: ReplicaSet): StatusError | null {
    const active = this.#podsOf(set);
    const missing = (set.spec.replicas ?? 1) - active.length;
    const refusal = missing > 0 ? this.#createPods(set, Math.min(missing, burst)) : null;
    if (missing < 0) {
      const order = inDeletionOrder(active, this.#relatedPodsOf(set), this.#api.now());
      const surplus = order.slice(0, Math.min(-missing, burst));
      for (const pod of surplus) this.#deletePod(set, pod);
    }
    const isPaced = missing > 0 && this.#context.pace.isReal;
    if (refusal === null && Math.abs(missing) > burst && !isPaced) this.#queue.add(keyOf(set));
    return refusal;
  }

  #podsOf(set: ReplicaSet): readonly Pod[] {
    return this.#context.pods.ofController(set.metadata.uid).filter(isActive);
  }

  /** Returns the active pods of all ReplicaSets of the set's Deployment; none without one, as Kubernetes. */
  #relatedPodsOf(set: ReplicaSet): readonly Pod[] {
    const owner = controllerOf(set)?.uid;
    if (owner === undefined) return [];
    return this.#api
      .list(kinds.replicaSet)
      .filter((other) => controllerOf(other)?.uid === owner)
      .flatMap((other) => this.#podsOf(other));
  }

  #createPods(set: ReplicaSet, wanted: number): StatusError | null {
    const { namespace } = set.metadata;
    const key = keyOf(set);
    const count = this.#creation.grant(key, wanted, () => this.#queue.add(key));
    const body = podFromTemplate({ owner: set, template: set.spec.template });
    const refusal = tryToCreate({
      events: this.#context.events,
      component,
      owner: set,
      create: () => {
        for (let made = 0; made < count; made += 1) {
          const pod = this.#api.create(kinds.pod, namespace, body);
          const message = `Created pod: ${pod.metadata.name}`;
          this.#context.events.record(set, component, {
            type: 'Normal',
            reason: 'SuccessfulCreate',
            message,
          });
        }
      },
    });
    if (refusal !== null) this.#creation.reset(key);
    return refusal;
  }

  #deletePod(set: ReplicaSet, pod: Pod): void {
    this.#api.delete(pod);
    const message = `Deleted pod: ${pod.metadata.name}`;
    this.#context.events.record(set, component, {
      type: 'Normal',
      reason: 'SuccessfulDelete',
      message,
    });
  }

  #updateStatus(set: ReplicaSet, refusal: StatusError | null): void {
    const pods = this.#podsOf(set);
    const { minReadySeconds = 0 } = set.spec;
    const now = this.#api.now();
    const available = pods.filter((pod) => isAvailable(pod, minReadySeconds, now));
    const ready = pods.filter(isReady);
    this.#api.updateStatus(kinds.replicaSet, set, (current) => ({
      ...current,
      status: {
        replicas: pods.length,
        fullyLabeledReplicas: pods.length,
        ...(ready.length === 0 ? {} : { readyReplicas: ready.length }),
        ...(available.length === 0 ? {} : { availableReplicas: available.length }),
        observedGeneration: current.metadata.generation ?? 0,
        ...withFailure(current, refusal, now),
      },
    }));
    if (available.length < ready.length) this.#waitForAvailability(set, ready, minReadySeconds);
  }

  /** Reconciles again when the next ready pod becomes available. */
  #waitForAvailability(set: ReplicaSet, ready: readonly Pod[], minReadySeconds: number): void {
    const now = this.#api.now();
    const waits = ready
      .map((pod) => (readySince(pod) ?? now) + minReadySeconds * 1000 - now)
      .filter((ms) => ms > 0);
    if (waits.length > 0) this.#queue.addAfter(keyOf(set), Math.min(...waits));
  }
}

/** A refusal is kept as it was first. Source: kubernetes pkg/controller/replicaset calculateStatus. */
function withFailure(
  { status }: ReplicaSet,
  refusal: StatusError | null,
  now: number,
): Pick<ReplicaSetStatus, 'conditions'> {
  if (refusal === null) return {};
  const known = status?.conditions?.find(({ type }) => type === replicaFailure);
  const { message } = refusal;
  const lastTransitionTime = toTimestamp(now);
  const failure = { type: replicaFailure, status: 'True', reason: 'FailedCreate', message };
  return { conditions: [known ?? { ...failure, lastTransitionTime }] };
}
