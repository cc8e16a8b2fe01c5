import type { ClusterApi } from '../../api/cluster-api.js';
import type { StatusError } from '../../api/status.js';
import { PodCreation } from '../../pace/pod-creation.js';
import { isReady } from '../../resources/is-ready.js';
import { kinds } from '../../resources/kind.js';
import { keyOf } from '../../resources/kube-object.js';
import type { Node } from '../../resources/types/node.js';
import type { NodeAffinity, Pod, PodSpec, Toleration } from '../../resources/types/pod.js';
import type { DaemonSet } from '../../resources/types/workload.js';
import { matchesNode } from '../../scheduler/node-affinity.js';
import { findUntolerated } from '../../scheduler/tolerates.js';
import { type ControllerContext, queueWithPods, startQueue } from '../controller-context.js';
import { isActive, isAvailable, isFinished } from '../pods/pod-state.js';
import { resolveAmount } from '../resolve-amount.js';
import type { WorkQueue } from '../work-queue.js';
import { podFromTemplate, templateHash } from './pod-template.js';
import { tryToCreate } from './try-to-create.js';

const component = 'daemonset-controller';
const hashLabel = 'controller-revision-hash';

/** Runs one pod on each node that a DaemonSet matches. */
export class DaemonSetController {
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
    queueWithPods(this.#api, kinds.daemonSet, this.#queue, (key) => this.#queue.addSoon(key));
    this.#api.subscribe(kinds.node, ({ before, after }) => {
      if (affectsPlacement(before, after)) this.#enqueueAll();
    });
  }

  #enqueueAll(): void {
    for (const set of this.#api.list(kinds.daemonSet)) this.#queue.add(keyOf(set));
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const set = this.#api.find(kinds.daemonSet, namespace, name);
    if (set === null) return;
    const nodes = this.#api.list(kinds.node);
    const refusal = set.metadata.deletionTimestamp === undefined ? this.#adjust(set, nodes) : null;
    this.#updateStatus(set, nodes);
    // The queue tries again.
    if (refusal !== null) throw refusal;
  }

  /** Returns why the API server refused a pod. */
  #adjust(set: DaemonSet, nodes: readonly Node[]): StatusError | null {
    const refusal = tryToCreate({
      events: this.#context.events,
      component,
      owner: set,
      create: () => this.#place(set, nodes),
    });
    this.#replaceOutdated(set);
    return refusal;
  }

  /** Returns the pods of the set by the node that they run on or are created for. */
  #podsByNode(set: DaemonSet): Map<string, Pod[]> {
    const pods = this.#context.pods.ofController(set.metadata.uid);
    return Map.groupBy(pods, (pod) => pod.spec.nodeName ?? targetNodeOf(pod) ?? '');
  }

  #place(set: DaemonSet, nodes: readonly Node[]): void {
    const podsByNode = this.#podsByNode(set);
    const nodeNames = new Set(nodes.map(({ metadata }) => metadata.name));
    for (const node of nodes) {
      const pods = podsByNode.get(node.metadata.name) ?? [];
      const { shouldRun, shouldContinue } = eligibilityOf(set, node);
      const alive = pods.filter(isActive);
      for (const pod of pods.filter(({ status }) => isFinished(status?.phase)))
        this.#remove(set, pod);
      if (shouldRun && pods.length === 0) this.#create(set, node);
      const surplus = shouldContinue ? alive.slice(1) : alive;
      for (const pod of surplus) this.#remove(set, pod);
    }
    for (const [nodeName, pods] of podsByNode) {
      const isStranded = !nodeNames.has(nodeName);
      for (const pod of isStranded ? pods.filter(isActive) : []) this.#remove(set, pod);
    }
  }

  #create(set: DaemonSet, node: Node): void {
    const { namespace, generation } = set.metadata;
    const key = keyOf(set);
    if (this.#creation.grant(key, 1, () => this.#queue.add(key)) === 0) return;
    const body = podFromTemplate({
      owner: set,
      template: set.spec.template,
      labels: {
        [hashLabel]: templateHash(set.spec.template),
        'pod-template-generation': String(generation ?? 1),
      },
      changeSpec: (spec) => forNode(spec, node.metadata.name),
    });
    const pod = this.#api.create(kinds.pod, namespace, body);
    const message = `Created pod: ${pod.metadata.name}`;
    this.#context.events.record(set, component, {
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message,
    });
  }

  #remove(set: DaemonSet, pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) return;
    this.#api.delete(pod);
    const message = `Deleted pod: ${pod.metadata.name}`;
    this.#context.events.record(set, component, {
      type: 'Normal',
      reason: 'SuccessfulDelete',
      message,
    });
  }

  /** A rolling update deletes pods of older templates, up to the number that may be missing. */
  #replaceOutdated(set: DaemonSet): void {
    if (set.spec.updateStrategy?.type === 'OnDelete') return;
    const hash = templateHash(set.spec.template);
    const pods = this.#context.pods.ofController(set.metadata.uid);
    const outdated = pods.filter(
      (pod) => isActive(pod) && pod.metadata.labels?.[hashLabel] !== hash,
    );
    const { maxUnavailable } = set.spec.updateStrategy?.rollingUpdate ?? {};
    const allowed = Math.max(resolveAmount(maxUnavailable ?? 1, pods.length, 'up'), 1);
    const missing = pods.filter((pod) => !isReady(pod) || !isActive(pod)).length;
    const idle = outdated.filter((pod) => !isReady(pod));
    const serving = outdated.filter(isReady).slice(0, Math.max(allowed - missing, 0));
    for (const pod of [...idle, ...serving]) this.#remove(set, pod);
  }

  #updateStatus(set: DaemonSet, nodes: readonly Node[]): void {
    const podsByNode = this.#podsByNode(set);
    const hash = templateHash(set.spec.template);
    const now = this.#api.now();
    const eligibilities = nodes.map((node) => ({
      shouldRun: eligibilityOf(set, node).shouldRun,
      pod: podsByNode.get(node.metadata.name)?.find(isActive),
    }));
    const wanted = eligibilities.filter(({ shouldRun }) => shouldRun);
    const present = wanted.flatMap(({ pod }) => pod ?? []);
    const available = present.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now));
    const updated = present.filter(({ metadata }) => metadata.labels?.[hashLabel] === hash);
    this.#api.updateStatus(kinds.daemonSet, set, (current) => ({
      ...current,
      status: {
        currentNumberScheduled: present.length,
        numberMisscheduled: eligibilities.filter(
          ({ shouldRun, pod }) => !shouldRun && pod !== undefined,
        ).length,
        desiredNumberScheduled: wanted.length,
        numberReady: present.filter(isReady).length,
        observedGeneration: current.metadata.generation ?? 0,
        updatedNumberScheduled: updated.length,
        numberAvailable: available.length,
        ...(available.length === wanted.length
          ? {}
          : { numberUnavailable: wanted.length - available.length }),
      },
    }));
  }
}

/** Heartbeats and images of a node do not affect where daemons run. */
function affectsPlacement(before: Node | null, after: Node | null): boolean {
  if (before === null || after === null) return true;
  return before.spec !== after.spec || before.metadata.labels !== after.metadata.labels;
}

/**
 * Daemons also run on nodes that are not ready or under pressure. Source: DaemonSet controller
 * AddOrUpdateDaemonPodTolerations.
 */
const daemonTolerations: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];
const hostNetworkToleration: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

function tolerationsOf(spec: PodSpec): readonly Toleration[] {
  const own = spec.tolerations ?? [];
  const added =
    spec.hostNetwork === true ? [...daemonTolerations, hostNetworkToleration] : daemonTolerations;
  return [...own, ...added];
}

function eligibilityOf({ spec }: DaemonSet, node: Node) {
  const template = spec.template.spec;
  const tolerations = tolerationsOf(template);
  const fits = matchesNode(template, node);
  const untolerated = (effects: readonly string[]): boolean =>
    findUntolerated(node.spec.taints, tolerations, effects) !== undefined;
  return {
    shouldRun: fits && !untolerated(['NoSchedule', 'NoExecute']),
    shouldContinue: fits && !untolerated(['NoExecute']),
  };
}

/** Returns the spec with an affinity that binds the pod to one node. */
function forNode(spec: PodSpec, nodeName: string): PodSpec {
  const field = { key: 'metadata.name', operator: 'In', values: [nodeName] };
  const { nodeAffinity } = spec.affinity ?? {};
  const terms = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [
    {},
  ];
  const bound: NodeAffinity = {
    ...nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: terms.map((term) => ({ ...term, matchFields: [field] })),
    },
  };
  return {
    ...spec,
    affinity: { ...spec.affinity, nodeAffinity: bound },
    tolerations: tolerationsOf(spec),
  };
}

/** Returns the node that a daemon's pod was created for. */
function targetNodeOf({ spec }: Pod): string | undefined {
  const [term] =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
      ?.nodeSelectorTerms ?? [];
  return term?.matchFields?.find(({ key }) => key === 'metadata.name')?.values?.[0];
}
