import type { ClusterApi } from '../../api/cluster-api.js';
import { StatusError } from '../../api/status.js';
import { PodCreation } from '../../pace/pod-creation.js';
import { isReady } from '../../resources/is-ready.js';
import { kinds } from '../../resources/kind.js';
import { keyOf } from '../../resources/kube-object.js';
import type { PersistentVolumeClaimTemplate } from '../../resources/types/claim.js';
import type { Pod, PodSpec } from '../../resources/types/pod.js';
import type { StatefulSet } from '../../resources/types/workload.js';
import { type ControllerContext, queueWithPods, startQueue } from '../controller-context.js';
import { isActive, isAvailable, isFinished } from '../pods/pod-state.js';
import type { WorkQueue } from '../work-queue.js';
import { podFromTemplate, templateHash } from './pod-template.js';
import { tryToCreate } from './try-to-create.js';

const component = 'statefulset-controller';
const revisionLabel = 'controller-revision-hash';

/** Keeps pods with ordinals and their claims, and updates them one after another. */
export class StatefulSetController {
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
    queueWithPods(this.#api, kinds.statefulSet, this.#queue);
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const set = this.#api.find(kinds.statefulSet, namespace, name);
    if (set === null) return;
    const attempt = set.metadata.deletionTimestamp === undefined ? this.#step(set) : null;
    // The real controller writes no status before it has tried to create each pod.
    if (attempt !== 'InProgress') this.#updateStatus(set);
    // The queue tries again.
    if (attempt instanceof StatusError) throw attempt;
  }

  #podByOrdinal(set: StatefulSet): ReadonlyMap<number, Pod> {
    const pods = this.#context.pods.ofController(set.metadata.uid);
    return new Map(pods.map((pod) => [ordinalOf(pod), pod]));
  }

  /**
   * Takes the next step; in an ordered set, only one change at a time.
   * @returns why the API server refused a pod or its claim; `InProgress` while the rate of requests
   * delays a pod
   */
  #step(set: StatefulSet): StatusError | 'InProgress' | null {
    const isParallel = set.spec.podManagementPolicy === 'Parallel';
    const pods = this.#podByOrdinal(set);
    const replicas = set.spec.replicas ?? 1;
    for (let ordinal = 0; ordinal < replicas; ordinal += 1) {
      const pod = pods.get(ordinal);
      const attempt = pod === undefined ? this.#tryToCreate(set, ordinal) : null;
      if (attempt !== null) return attempt;
      if (pod !== undefined && isFinished(pod.status?.phase)) this.#remove(set, pod);
      if (!isParallel && (pod === undefined || !isReady(pod) || !isActive(pod))) return null;
    }
    const surplus = [...pods]
      .filter(([ordinal]) => ordinal >= replicas)
      .toSorted(([left], [right]) => right - left)
      .map(([, pod]) => pod);
    for (const pod of isParallel ? surplus : surplus.slice(0, 1)) this.#remove(set, pod);
    if (surplus.length === 0) this.#updateOne(set, pods);
    return null;
  }

  /** Replaces the highest pod of an older template, down to the partition. */
  #updateOne(set: StatefulSet, pods: ReadonlyMap<number, Pod>): void {
    const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
    if (type === 'OnDelete') return;
    const revision = revisionOf(set);
    for (
      let ordinal = (set.spec.replicas ?? 1) - 1;
      ordinal >= (rollingUpdate?.partition ?? 0);
      ordinal -= 1
    ) {
      const pod = pods.get(ordinal);
      if (pod === undefined) return;
      if (pod.metadata.labels?.[revisionLabel] !== revision) {
        this.#remove(set, pod);
        return;
      }
      if (!isReady(pod)) return;
    }
  }

  #tryToCreate(set: StatefulSet, ordinal: number): StatusError | 'InProgress' | null {
    const { name } = set.metadata;
    const key = keyOf(set);
    if (this.#creation.grant(key, 1, () => this.#queue.add(key)) === 0) return 'InProgress';
    return tryToCreate({
      events: this.#context.events,
      component,
      owner: set,
      create: () => this.#create(set, ordinal),
      failed: `Create Pod ${name}-${ordinal} in StatefulSet ${name} failed error`,
    });
  }

  #create(set: StatefulSet, ordinal: number): void {
    const { namespace, name } = set.metadata;
    const podName = `${name}-${ordinal}`;
    const claims = set.spec.volumeClaimTemplates ?? [];
    for (const claim of claims) this.#ensureClaim(set, claim, podName);
    const body = podFromTemplate({
      owner: set,
      template: set.spec.template,
      name: podName,
      labels: {
        [revisionLabel]: revisionOf(set),
        'statefulset.kubernetes.io/pod-name': podName,
        'apps.kubernetes.io/pod-index': String(ordinal),
      },
      changeSpec: (spec) => withIdentity(spec, podName, set),
    });
    this.#api.create(kinds.pod, namespace, body);
    const message = `Create Pod ${podName} in StatefulSet ${name} successful`;
    this.#context.events.record(set, component, {
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message,
    });
  }

  /** Claims outlive their pods: the next pod with the ordinal uses them. */
  #ensureClaim(set: StatefulSet, template: PersistentVolumeClaimTemplate, podName: string): void {
    const { namespace } = set.metadata;
    const name = claimName(template, podName);
    if (this.#api.find(kinds.persistentVolumeClaim, namespace, name) !== null) return;
    const labels = set.spec.selector.matchLabels ?? {};
    this.#api.create(kinds.persistentVolumeClaim, namespace, {
      metadata: { name, labels: { ...template.metadata?.labels, ...labels } },
      spec: template.spec,
    });
  }

  #remove(set: StatefulSet, pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) return;
    this.#api.delete(pod);
    const message = `Delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} successful`;
    this.#context.events.record(set, component, {
      type: 'Normal',
      reason: 'SuccessfulDelete',
      message,
    });
  }

  #updateStatus(set: StatefulSet): void {
    const pods = this.#context.pods.ofController(set.metadata.uid).filter(isActive);
    const now = this.#api.now();
    const revision = revisionOf(set);
    const available = pods.filter((pod) =>
      isAvailable(pod, set.spec.minReadySeconds ?? 0, now),
    ).length;
    const updated = pods.filter(
      ({ metadata }) => metadata.labels?.[revisionLabel] === revision,
    ).length;
    this.#api.updateStatus(kinds.statefulSet, set, (current) => {
      const isDone = updated === pods.length && pods.length === (current.spec.replicas ?? 1);
      const currentRevision = isDone ? revision : (current.status?.currentRevision ?? revision);
      return {
        ...current,
        status: {
          observedGeneration: current.metadata.generation ?? 0,
          replicas: pods.length,
          readyReplicas: pods.filter(isReady).length,
          availableReplicas: available,
          currentReplicas: currentRevision === revision ? updated : pods.length - updated,
          updatedReplicas: updated,
          currentRevision,
          updateRevision: revision,
          collisionCount: 0,
        },
      };
    });
  }
}

function revisionOf({ metadata, spec }: StatefulSet): string {
  return `${metadata.name}-${templateHash(spec.template)}`;
}

function ordinalOf({ metadata }: Pod): number {
  return Number(metadata.name.slice(metadata.name.lastIndexOf('-') + 1));
}

function claimName(template: PersistentVolumeClaimTemplate, podName: string): string {
  return `${template.metadata?.name ?? 'data'}-${podName}`;
}

/** Returns the spec with the pod's host name and the volumes of its claims. */
function withIdentity(spec: PodSpec, podName: string, set: StatefulSet): PodSpec {
  const volumes = (set.spec.volumeClaimTemplates ?? []).map((template) => ({
    name: template.metadata?.name ?? 'data',
    persistentVolumeClaim: { claimName: claimName(template, podName) },
  }));
  const { serviceName } = set.spec;
  return {
    ...spec,
    hostname: podName,
    ...(serviceName === undefined ? {} : { subdomain: serviceName }),
    ...(volumes.length === 0 && spec.volumes === undefined
      ? {}
      : { volumes: [...(spec.volumes ?? []), ...volumes] }),
  };
}
