import type { ClusterApi } from '../api/cluster-api.js';
import { StatusError } from '../api/status.js';
import { toTimestamp } from '../api/timestamp.js';
import type { EventRecorder } from '../controllers/event-recorder.js';
import { isFinished } from '../controllers/pods/pod-state.js';
import type { RateLimiter } from '../pace/rate-limiter.js';
import { kinds } from '../resources/kind.js';
import type { Node } from '../resources/types/node.js';
import type { Pod, PodCondition } from '../resources/types/pod.js';
import { chooseNode, type Placement } from './choose-node.js';
import { claimViewOf } from './claim-view.js';
import type { SchedulingView } from './filter.js';
import { NodeState } from './node-state.js';
import { signatureOf } from './pod-signature.js';
import { SchedulingQueue } from './scheduling-queue.js';

const component = 'default-scheduler';

/** Time that one run may take before other tasks run. */
const sliceMs = 8;

export interface SchedulerOptions {
  /** API client of the scheduler. */
  readonly api: ClusterApi;
  readonly events: EventRecorder;
  /** Limits bindings and marks of unschedulable pods. */
  readonly limiter: RateLimiter;
  readonly onBug: (error: unknown) => void;
}

/** Binds pods to nodes as kube-scheduler does, without preemption. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #api: ClusterApi;
  readonly #nodes = new Map<string, NodeState>();
  readonly #queue = new SchedulingQueue();
  readonly #view: SchedulingView;
  /** Messages of unschedulable pods by signature, valid until the cluster changes. */
  readonly #refusedSignatures = new Map<string, string>();
  #isScheduled = false;
  #isStopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    const { api } = options;
    this.#api = api;
    const nodes = this.#nodes;
    this.#view = {
      get nodes() {
        return [...nodes.values()];
      },
      namespaceLabels: (name) => api.find(kinds.namespace, undefined, name)?.metadata.labels ?? {},
      claims: claimViewOf(api),
    };
  }

  start(): void {
    for (const node of this.#api.list(kinds.node)) this.#setNode(node);
    for (const pod of this.#api.list(kinds.pod)) this.#updatePod(null, pod);
    this.#api.subscribe(kinds.node, ({ before, after }) => this.#updateNode(before, after));
    this.#api.subscribe(kinds.pod, ({ before, after }) => this.#updatePod(before, after));
    for (const kind of [
      kinds.persistentVolumeClaim.collection,
      kinds.persistentVolume.collection,
    ]) {
      this.#api.parts.store.collection(kind).subscribe(() => this.#retry(hasClaims));
    }
    this.#work();
  }

  stop(): void {
    this.#isStopped = true;
  }

  #setNode(node: Node): void {
    const known = this.#nodes.get(node.metadata.name);
    if (known === undefined) this.#nodes.set(node.metadata.name, new NodeState(node));
    else known.node = node;
  }

  #updateNode(before: Node | null, after: Node | null): void {
    if (after === null) {
      if (before !== null) this.#nodes.delete(before.metadata.name);
      this.#retry(() => true);
      return;
    }
    this.#setNode(after);
    if (before === null) this.#addBoundPods(after.metadata.name);
    if (before === null || affectsScheduling(before, after)) this.#retry(() => true);
  }

  /** Pods may have been bound to a node before it appeared. */
  #addBoundPods(nodeName: string): void {
    for (const pod of this.#api.list(kinds.pod)) {
      if (pod.spec.nodeName === nodeName) this.#updatePod(null, pod);
    }
  }

  #updatePod(before: Pod | null, after: Pod | null): void {
    if (after === null || isFinished(after.status?.phase)) this.#removePod(after ?? before);
    else if (after.spec.nodeName === undefined) this.#updatePendingPod(before, after);
    else this.#updateBoundPod(before, after);
  }

  #removePod(pod: Pod | null): void {
    if (pod === null) return;
    this.#queue.remove(pod);
    const { nodeName } = pod.spec;
    if (nodeName === undefined) return;
    this.#nodes.get(nodeName)?.remove(pod);
    this.#retry(() => true);
  }

  #updateBoundPod(before: Pod | null, pod: Pod): void {
    this.#queue.remove(pod);
    this.#nodes.get(pod.spec.nodeName ?? '')?.add(pod);
    const isNew = before?.spec.nodeName === undefined;
    if (isNew || before.metadata.labels !== pod.metadata.labels) this.#retry(dependsOnOtherPods);
  }

  #updatePendingPod(before: Pod | null, pod: Pod): void {
    if ((pod.spec.schedulerName ?? component) !== component) return;
    if (pod.metadata.deletionTimestamp !== undefined) return this.#queue.remove(pod);
    const isSame = before?.spec === pod.spec && before.metadata.labels === pod.metadata.labels;
    if (isSame && this.#queue.has(pod)) return this.#queue.refresh(pod);
    this.#queue.add(pod);
    return this.#scheduleWork();
  }

  #retry(isAffected: (pod: Pod) => boolean): void {
    this.#refusedSignatures.clear();
    this.#queue.retry(isAffected);
    this.#scheduleWork();
  }

  #scheduleWork(): void {
    if (this.#isScheduled || this.#isStopped || !this.#queue.hasWork) return;
    this.#isScheduled = true;
    setImmediate(() => this.#work());
  }

  #work(): void {
    this.#isScheduled = false;
    const { limiter } = this.#options;
    const end = performance.now() + sliceMs;
    while (performance.now() < end && !this.#isStopped) {
      if (!limiter.isReady) {
        limiter.whenReady(component, () => this.#scheduleWork());
        return;
      }
      const pod = this.#queue.next();
      if (pod === undefined) return;
      this.#attempt(pod);
    }
    this.#scheduleWork();
  }

  #attempt(pod: Pod): void {
    try {
      if (isGated(pod)) return this.#markGated(pod);
      const placement = this.#placementFor(pod);
      if (placement.kind === 'Node') this.#bind(pod, placement.nodeName);
      else this.#refuse(pod, placement.message);
    } catch (error) {
      // A refused write means that the pod has changed; that change adds it to the queue again.
      if (!(error instanceof StatusError)) this.#options.onBug(error);
    }
  }

  #placementFor(pod: Pod): Placement {
    const signature = signatureOf(pod);
    const known = this.#refusedSignatures.get(signature);
    if (known !== undefined) return { kind: 'Unschedulable', message: known };
    const placement = chooseNode(pod, this.#view);
    if (placement.kind === 'Unschedulable')
      this.#refusedSignatures.set(signature, placement.message);
    return placement;
  }

  #bind(pod: Pod, nodeName: string): void {
    this.#options.limiter.take();
    this.#api.bind(pod, nodeName);
    const { namespace, name } = pod.metadata;
    const message = `Successfully assigned ${namespace}/${name} to ${nodeName}`;
    this.#options.events.record(pod, component, { type: 'Normal', reason: 'Scheduled', message });
  }

  #refuse(pod: Pod, message: string): void {
    const before = conditionOf(pod);
    if (before?.status === 'False' && before.message === message) return;
    this.#setCondition(pod, 'Unschedulable', message);
    this.#options.events.record(pod, component, {
      type: 'Warning',
      reason: 'FailedScheduling',
      message,
    });
  }

  #markGated(pod: Pod): void {
    this.#queue.remove(pod);
    if (conditionOf(pod)?.reason === 'SchedulingGated') return;
    const message = 'Scheduling is blocked due to non-empty scheduling gates';
    this.#setCondition(pod, 'SchedulingGated', message);
  }

  #setCondition(pod: Pod, reason: string, message: string): void {
    this.#options.limiter.take();
    const time = toTimestamp(this.#api.now());
    this.#api.updateStatus(kinds.pod, pod, (current) => {
      const before = conditionOf(current);
      const condition: PodCondition = {
        type: 'PodScheduled',
        observedGeneration: current.metadata.generation ?? 1,
        status: 'False',
        lastProbeTime: null,
        lastTransitionTime: before?.status === 'False' ? (before.lastTransitionTime ?? time) : time,
        reason,
        message,
      };
      const others = (current.status?.conditions ?? []).filter(
        ({ type }) => type !== condition.type,
      );
      return { ...current, status: { ...current.status, conditions: [...others, condition] } };
    });
  }
}

function conditionOf({ status }: Pod): PodCondition | undefined {
  return status?.conditions?.find(({ type }) => type === 'PodScheduled');
}

function isGated({ spec }: Pod): boolean {
  return (spec.schedulingGates ?? []).length > 0;
}

/** Changes that may make pods schedulable; heartbeats do not. */
function affectsScheduling(before: Node, after: Node): boolean {
  return (
    before.spec !== after.spec ||
    before.metadata.labels !== after.metadata.labels ||
    before.status?.allocatable !== after.status?.allocatable
  );
}

/** Pods whose placement depends on other pods. */
function dependsOnOtherPods({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  return (
    podAffinity !== undefined ||
    podAntiAffinity !== undefined ||
    (spec.topologySpreadConstraints ?? []).length > 0
  );
}

function hasClaims({ spec }: Pod): boolean {
  return (spec.volumes ?? []).some((volume) => volume.persistentVolumeClaim !== undefined);
}
