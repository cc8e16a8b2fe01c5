import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import { controllerOf, keyOf } from '../../resources/kube-object.js';
import type { Deployment, ReplicaSet } from '../../resources/types/workload.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import { isFinished } from '../pods/pod-state.js';
import { resolveAmount } from '../resolve-amount.js';
import type { WorkQueue } from '../work-queue.js';
import { deploymentStatus, type ReplicaSets } from './deployment-status.js';
import { controllerReference, templateHash } from './pod-template.js';
import { nextRollingStep, type ReplicaCount } from './rolling-update.js';

const component = 'deployment-controller';
const hashLabel = 'pod-template-hash';
const revisionAnnotation = 'deployment.kubernetes.io/revision';

/** Updates a Deployment's pods to its template, with one ReplicaSet per template. */
export class DeploymentController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;
  /** Deployments that are reconciled again at their progress deadline. */
  readonly #watched = new Set<string>();

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#queue = startQueue(context, (key) => this.#reconcile(key));
  }

  start(): void {
    for (const deployment of this.#api.list(kinds.deployment)) this.#queue.add(keyOf(deployment));
    this.#api.subscribe(kinds.deployment, ({ after }) => {
      if (after !== null) this.#queue.add(keyOf(after));
    });
    this.#api.subscribe(kinds.replicaSet, ({ before, after }) => {
      const set = after ?? before;
      const owner = set === null ? undefined : controllerOf(set);
      if (owner?.kind === kinds.deployment.kind) {
        this.#queue.addSoon(`${set?.metadata.namespace}/${owner.name}`);
      }
    });
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const deployment = this.#api.find(kinds.deployment, namespace, name);
    if (deployment === null || deployment.metadata.deletionTimestamp !== undefined) return;
    const before = this.#replicaSetsOf(deployment);
    if (deployment.spec.paused === true) this.#scalePaused(deployment, before);
    else this.#rollOut(deployment, before);
    this.#updateStatus(deployment);
  }

  #replicaSetsOf(deployment: Deployment): ReplicaSets {
    const all = this.#api
      .list(kinds.replicaSet)
      .filter((set) => controllerOf(set)?.uid === deployment.metadata.uid)
      .toSorted((left, right) => revisionOf(left) - revisionOf(right));
    const hash = templateHash(deployment.spec.template);
    const current = all.find(({ metadata }) => metadata.labels?.[hashLabel] === hash) ?? null;
    return { all, current };
  }

  #rollOut(deployment: Deployment, sets: ReplicaSets): void {
    const revision = Math.max(0, ...sets.all.map(revisionOf));
    const current =
      sets.current === null
        ? this.#createReplicaSet(deployment, revision + 1, initialSize(deployment, sets.all))
        : this.#withRevision(
            sets.current,
            sets.all.at(-1) === sets.current ? revision : revision + 1,
          );
    this.#recordRevision(deployment, revisionOf(current));
    const old = sets.all.filter(({ metadata }) => metadata.uid !== current.metadata.uid);
    if (deployment.spec.strategy?.type === 'Recreate') this.#recreate(deployment, current, old);
    else this.#rollingUpdate(deployment, current, old);
    this.#forgetOld(deployment, old);
  }

  #createReplicaSet(deployment: Deployment, revision: number, replicas: number): ReplicaSet {
    const { metadata, spec } = deployment;
    const hash = templateHash(spec.template);
    const labels = { ...spec.template.metadata?.labels, [hashLabel]: hash };
    const set = this.#api.create(kinds.replicaSet, metadata.namespace, {
      metadata: {
        name: `${metadata.name}-${hash}`,
        labels,
        annotations: { [revisionAnnotation]: String(revision) },
        ownerReferences: [controllerReference(deployment)],
      },
      spec: {
        replicas,
        minReadySeconds: spec.minReadySeconds ?? 0,
        selector: {
          ...spec.selector,
          matchLabels: { ...spec.selector.matchLabels, [hashLabel]: hash },
        },
        template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
      },
    });
    if (replicas > 0) this.#announce(deployment, set, { from: 0, to: replicas });
    return set;
  }

  #withRevision(set: ReplicaSet, revision: number): ReplicaSet {
    if (revisionOf(set) === revision) return set;
    const annotations = { ...set.metadata.annotations, [revisionAnnotation]: String(revision) };
    const updated = this.#api.update(kinds.replicaSet, set, (current) => ({
      ...current,
      metadata: { ...current.metadata, annotations },
    }));
    return updated ?? set;
  }

  #recordRevision(deployment: Deployment, revision: number): void {
    if (deployment.metadata.annotations?.[revisionAnnotation] === String(revision)) return;
    this.#api.update(kinds.deployment, deployment, (current) => ({
      ...current,
      metadata: {
        ...current.metadata,
        annotations: { ...current.metadata.annotations, [revisionAnnotation]: String(revision) },
      },
    }));
  }

  #rollingUpdate(deployment: Deployment, current: ReplicaSet, old: readonly ReplicaSet[]): void {
    const { maxSurge, maxUnavailable, desired } = limitsOf(deployment);
    const steps = nextRollingStep({
      desired,
      maxSurge,
      maxUnavailable,
      current: countOf(current),
      old: old.map(countOf),
    });
    for (const set of [current, ...old]) {
      const size = steps.get(set.metadata.name);
      if (size !== undefined) this.#scale(deployment, set, size);
    }
  }

  #recreate(deployment: Deployment, current: ReplicaSet, old: readonly ReplicaSet[]): void {
    for (const set of old) this.#scale(deployment, set, 0);
    const isOccupied = old.some((set) =>
      this.#context.pods
        .ofController(set.metadata.uid)
        .some(({ status }) => !isFinished(status?.phase)),
    );
    if (!isOccupied) this.#scale(deployment, current, deployment.spec.replicas ?? 1);
  }

  /** A paused rollout still adjusts the number of replicas. */
  #scalePaused(deployment: Deployment, { all }: ReplicaSets): void {
    const newest = all.findLast(({ spec }) => (spec.replicas ?? 0) > 0) ?? all.at(-1);
    if (newest === undefined) return;
    const others = all.filter((set) => set !== newest);
    const elsewhere = others.reduce((sum, { spec }) => sum + (spec.replicas ?? 0), 0);
    this.#scale(deployment, newest, Math.max((deployment.spec.replicas ?? 1) - elsewhere, 0));
  }

  #scale(deployment: Deployment, set: ReplicaSet, replicas: number): void {
    const from = set.spec.replicas ?? 0;
    if (from === replicas) return;
    this.#api.update(kinds.replicaSet, set, (current) => ({
      ...current,
      spec: { ...current.spec, replicas },
    }));
    this.#announce(deployment, set, { from, to: replicas });
  }

  #announce(
    deployment: Deployment,
    set: ReplicaSet,
    { from, to }: { readonly from: number; readonly to: number },
  ): void {
    const direction = to > from ? 'up' : 'down';
    const message = `Scaled ${direction} replica set ${set.metadata.name} from ${from} to ${to}`;
    this.#context.events.record(deployment, component, {
      type: 'Normal',
      reason: 'ScalingReplicaSet',
      message,
    });
  }

  #forgetOld(deployment: Deployment, old: readonly ReplicaSet[]): void {
    const idle = old.filter(
      ({ spec, status }) => (spec.replicas ?? 0) === 0 && (status?.replicas ?? 0) === 0,
    );
    const surplus = idle.length - (deployment.spec.revisionHistoryLimit ?? 10);
    for (const set of idle.slice(0, Math.max(surplus, 0))) this.#api.delete(set);
  }

  #updateStatus(deployment: Deployment): void {
    const sets = this.#replicaSetsOf(deployment);
    const { maxUnavailable } = limitsOf(deployment);
    const terminating = sets.all
      .flatMap(({ metadata }) => this.#context.pods.ofController(metadata.uid))
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined).length;
    const now = this.#api.now();
    const updated = this.#api.updateStatus(kinds.deployment, deployment, (current) => ({
      ...current,
      status: deploymentStatus(current, sets, { maxUnavailable, terminating }, now),
    }));
    const isProgressing = updated?.status?.conditions?.some(
      ({ type, reason }) => type === 'Progressing' && reason === 'ReplicaSetUpdated',
    );
    if (isProgressing === true) this.#scheduleDeadlineCheck(deployment);
  }

  #scheduleDeadlineCheck(deployment: Deployment): void {
    const key = keyOf(deployment);
    if (this.#watched.has(key)) return;
    this.#watched.add(key);
    const seconds = deployment.spec.progressDeadlineSeconds ?? 600;
    this.#context.clock.after((seconds + 1) * 1000, () => {
      this.#watched.delete(key);
      this.#queue.add(key);
    });
  }
}

function revisionOf({ metadata }: ReplicaSet): number {
  return Number(metadata.annotations?.[revisionAnnotation] ?? 0);
}

function countOf({ metadata, spec, status }: ReplicaSet): ReplicaCount {
  return {
    name: metadata.name,
    replicas: spec.replicas ?? 0,
    available: status?.availableReplicas ?? 0,
  };
}

function limitsOf({ spec }: Deployment) {
  const desired = spec.replicas ?? 1;
  const { maxSurge, maxUnavailable } = spec.strategy?.rollingUpdate ?? {};
  const surge = resolveAmount(maxSurge, desired, 'up');
  const unavailable = resolveAmount(maxUnavailable, desired, 'down');
  // With both at 0, a rollout could never progress.
  return {
    desired,
    maxSurge: surge,
    maxUnavailable: surge === 0 ? Math.max(unavailable, 1) : unavailable,
  };
}

/** The first ReplicaSet starts at full size; later ones are scaled up in steps. */
function initialSize(deployment: Deployment, old: readonly ReplicaSet[]): number {
  const isFirst = old.every(({ spec }) => (spec.replicas ?? 0) === 0);
  return isFirst && deployment.spec.strategy?.type !== 'Recreate'
    ? (deployment.spec.replicas ?? 1)
    : 0;
}
