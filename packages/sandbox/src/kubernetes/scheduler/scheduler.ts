import type { ClusterApi } from '../api/cluster-api.js';
import { StatusError } from '../api/status.js';
import { toTimestamp } from '../api/timestamp.js';
import type { EventRecorder } from '../controllers/event-recorder.js';
import { isFinished } from '../controllers/pods/pod-state.js';
import { SelectorError } from '../devices/allocate-devices.js';
import { claimsDevices } from '../devices/pod-claims.js';
import type { RateLimiter } from '../pace/rate-limiter.js';
import { kinds } from '../resources/kind.js';
import type { Node } from '../resources/types/node.js';
import type { Pod, PodCondition, PodStatus } from '../resources/types/pod.js';
import { claimNamesOf } from '../volumes/claim-names.js';
import { chooseNode, type Placement } from './choose-node.js';
import { claimViewOf, reserveVolumes } from './claim-view.js';
import { awaitsClaims, deviceViewOf, reserveDevices } from './device-view.js';
import type { SchedulingView } from './filter.js';
import { NodeState } from './node-state.js';
import { Nominations } from './nominations.js';
import { signatureOf } from './pod-signature.js';
import { preempted } from './preemption.js';
import { defaultSchedulerName, type SpreadDefaults } from './scheduler-configuration.js';
import { SchedulingQueue } from './scheduling-queue.js';
import { spreadConstraintsOf } from './spread-constraints.js';

/** Time that one run may take before other tasks run. */
const sliceMs = 8;

export interface SchedulerOptions {
  /** API client of the scheduler. */
  readonly api: ClusterApi;
  readonly events: EventRecorder;
  /** Limits bindings and marks of unschedulable pods. */
  readonly limiter: RateLimiter;
  /** The schedulers whose pods it binds. */
  readonly spreadDefaults: SpreadDefaults;
  readonly onBug: (error: unknown) => void;
}

/** Binds pods to nodes as kube-scheduler does. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #api: ClusterApi;
  readonly #nodes = new Map<string, NodeState>();
  readonly #queue = new SchedulingQueue();
  readonly #nominations = new Nominations();
  readonly #view: SchedulingView;
  /** Results of unschedulable pods by signature, valid until the cluster changes. */
  readonly #refusedSignatures = new Map<string, PlacementOf<'Unschedulable'>>();
  #isScheduled = false;
  #isStopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    const { api, spreadDefaults: defaults } = options;
    this.#api = api;
    const nodes = this.#nodes;
    this.#view = {
      get nodes() {
        return [...nodes.values()];
      },
      namespaceLabels: (name) => api.find(kinds.namespace, undefined, name)?.metadata.labels ?? {},
      claims: claimViewOf(api),
      devices: deviceViewOf(api),
      spreadOf: (pod) => spreadConstraintsOf(pod, schedulerOf(pod), { api, defaults }),
      nominatedTo: (nodeName) => this.#nominations.on(nodeName),
      budgets: () => api.list(kinds.podDisruptionBudget),
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
    for (const kind of [
      kinds.resourceClaim.collection,
      kinds.resourceSlice.collection,
      kinds.deviceClass.collection,
    ]) {
      this.#api.parts.store.collection(kind).subscribe(() => this.#retry(claimsDevices));
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
    if (this.#nominations.update(before, after)) this.#retry(() => true);
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
    if (isNew || before.metadata.labels !== pod.metadata.labels) {
      this.#retry((other) => dependsOnOtherPods(other, this.#view));
    }
  }

  #updatePendingPod(before: Pod | null, pod: Pod): void {
    if (!this.#options.spreadDefaults.has(schedulerOf(pod))) return;
    if (pod.metadata.deletionTimestamp !== undefined) return this.#queue.remove(pod);
    const isSame =
      before?.spec === pod.spec &&
      before.metadata.labels === pod.metadata.labels &&
      before.status?.resourceClaimStatuses === pod.status?.resourceClaimStatuses;
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
        limiter.whenReady(defaultSchedulerName, () => this.#scheduleWork());
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
      if (awaitsClaims(this.#api, pod)) return;
      const placement = this.#placementFor(pod);
      if (placement.kind === 'Node') this.#bind(pod, placement.nodeName);
      else if (placement.kind === 'Preemption') this.#preempt(pod, placement);
      else this.#refuse(pod, placement);
    } catch (error) {
      // A refused write means that the pod has changed; that change adds it to the queue again.
      if (error instanceof SelectorError) this.#fail(pod, error);
      else if (!(error instanceof StatusError)) this.#options.onBug(error);
    }
  }

  #placementFor(pod: Pod): Placement {
    // A nominated pod has a place, and one that claims devices has claims, that others of its kind lack.
    const isSingle = (pod.status?.nominatedNodeName ?? '') !== '' || claimsDevices(pod);
    if (isSingle) return chooseNode(pod, this.#view);
    const signature = signatureOf(pod);
    const known = this.#refusedSignatures.get(signature);
    if (known !== undefined) return known;
    const placement = chooseNode(pod, this.#view);
    if (placement.kind === 'Unschedulable') this.#refusedSignatures.set(signature, placement);
    return placement;
  }

  #bind(pod: Pod, nodeName: string): void {
    this.#options.limiter.take();
    reserveVolumes(this.#api, pod, nodeName);
    reserveDevices(this.#api, pod, nodeName);
    this.#api.bind(pod, nodeName);
    const { namespace, name } = pod.metadata;
    const message = `Successfully assigned ${namespace}/${name} to ${nodeName}`;
    this.#options.events.record(pod, schedulerOf(pod), {
      type: 'Normal',
      reason: 'Scheduled',
      message,
    });
  }

  #refuse(pod: Pod, { message, isNominated }: PlacementOf<'Unschedulable'>): void {
    const nominated = isNominated ? pod.status?.nominatedNodeName : undefined;
    const before = conditionOf(pod);
    const isKnown = before?.status === 'False' && before.message === message;
    if (isKnown && nominated === pod.status?.nominatedNodeName) return;
    this.#markUnschedulable(pod, message, nominated);
  }

  /** A pod that cannot even be tried. */
  #fail(pod: Pod, error: SelectorError): void {
    const message = `running "DynamicResources" filter plugin: ${error.message}`;
    if (conditionOf(pod)?.message === message) return;
    this.#markUnschedulable(pod, message, undefined, 'SchedulerError');
  }

  /** Nominates the pod for the node, and ends the pods that are in its way. */
  #preempt(pod: Pod, { nodeName, victims, message }: PlacementOf<'Preemption'>): void {
    const isLess = ({ spec }: Pod): boolean => (spec.priority ?? 0) < (pod.spec.priority ?? 0);
    for (const other of this.#nominations.on(nodeName).filter(isLess)) this.#endNomination(other);
    this.#markUnschedulable(pod, message, nodeName);
    for (const victim of victims) {
      if (victim.metadata.deletionTimestamp === undefined) this.#evict(victim, pod, nodeName);
    }
  }

  #endNomination(pod: Pod): void {
    this.#api.updateStatus(kinds.pod, pod, (current) => ({
      ...current,
      status: withNomination(current.status, undefined),
    }));
  }

  #evict(victim: Pod, pod: Pod, nodeName: string): void {
    this.#options.limiter.take();
    const condition: PodCondition = {
      type: 'DisruptionTarget',
      observedGeneration: victim.metadata.generation ?? 1,
      status: 'True',
      reason: preempted,
      message: `${schedulerOf(pod)}: preempting to accommodate a higher priority pod`,
      lastProbeTime: null,
      lastTransitionTime: toTimestamp(this.#api.now()),
    };
    this.#api.updateStatus(kinds.pod, victim, (current) => ({
      ...current,
      status: { ...current.status, conditions: withCondition(current, condition) },
    }));
    this.#api.delete(victim);
    const message = `Preempted by pod ${pod.metadata.uid} on node ${nodeName}`;
    this.#options.events.record(victim, schedulerOf(pod), {
      type: 'Normal',
      reason: 'Preempted',
      message,
    });
  }

  #markUnschedulable(
    pod: Pod,
    message: string,
    nominatedNodeName: string | undefined,
    reason: 'Unschedulable' | 'SchedulerError' = 'Unschedulable',
  ): void {
    this.#setCondition(pod, { reason, message }, nominatedNodeName);
    this.#options.events.record(pod, schedulerOf(pod), {
      type: 'Warning',
      reason: 'FailedScheduling',
      message,
    });
  }

  #markGated(pod: Pod): void {
    this.#queue.remove(pod);
    if (conditionOf(pod)?.reason === 'SchedulingGated') return;
    const message = 'Scheduling is blocked due to non-empty scheduling gates';
    this.#setCondition(pod, { reason: 'SchedulingGated', message }, undefined);
  }

  #setCondition(
    pod: Pod,
    why: Required<Pick<PodCondition, 'reason' | 'message'>>,
    nominatedNodeName: string | undefined,
  ): void {
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
        ...why,
      };
      const status = { ...current.status, conditions: withCondition(current, condition) };
      return { ...current, status: withNomination(status, nominatedNodeName) };
    });
  }
}

type PlacementOf<Kind extends Placement['kind']> = Extract<Placement, { kind: Kind }>;

function withCondition({ status }: Pod, condition: PodCondition): readonly PodCondition[] {
  const others = (status?.conditions ?? []).filter(({ type }) => type !== condition.type);
  return [...others, condition];
}

function withNomination(
  status: PodStatus | undefined,
  nominatedNodeName: string | undefined,
): PodStatus {
  const { nominatedNodeName: _before, ...rest } = status ?? {};
  return nominatedNodeName === undefined ? rest : { ...rest, nominatedNodeName };
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

const schedulerOf = ({ spec }: Pod): string => spec.schedulerName ?? defaultSchedulerName;

/** Pods whose placement depends on other pods. */
function dependsOnOtherPods(pod: Pod, view: SchedulingView): boolean {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  return (
    podAffinity !== undefined ||
    podAntiAffinity !== undefined ||
    view.spreadOf(pod).constraints.length > 0
  );
}

function hasClaims(pod: Pod): boolean {
  return claimNamesOf(pod).length > 0;
}
