import type { ClusterApi } from '../../api/cluster-api.js';
import { toTimestamp } from '../../api/timestamp.js';
import { kinds } from '../../resources/kind.js';
import type { Pod } from '../../resources/types/pod.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';
import { isFinished } from './pod-state.js';

/** The node of a pod may still be about to appear. Source: kubernetes pkg/controller/podgc. */
const quarantineMs = 40_000;

/** Deletes pods of deleted nodes, which have no kubelet to do it. */
export class PodGarbageCollector {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#queue = startQueue(context, (nodeName) => this.#reconcile(nodeName));
  }

  start(): void {
    for (const nodeName of this.#context.pods.nodeNames()) this.#enqueueLater(nodeName);
    this.#api.subscribe(kinds.node, ({ before, after }) => {
      if (after === null && before !== null) this.#enqueueLater(before.metadata.name);
    });
    this.#api.subscribe(kinds.pod, ({ before, after }) => {
      const { nodeName } = after?.spec ?? {};
      if (nodeName !== undefined && before?.spec.nodeName !== nodeName)
        this.#enqueueLater(nodeName);
    });
  }

  #enqueueLater(nodeName: string): void {
    if (this.#api.find(kinds.node, undefined, nodeName) !== null) return;
    this.#queue.addAfter(nodeName, quarantineMs);
  }

  #reconcile(nodeName: string): void {
    if (this.#api.find(kinds.node, undefined, nodeName) !== null) return;
    for (const pod of this.#context.pods.onNode(nodeName)) this.#collect(pod);
  }

  #collect(pod: Pod): void {
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByPodGC',
      message: 'PodGC: node no longer exists',
      lastTransitionTime: toTimestamp(this.#api.now()),
    };
    this.#api.updateStatus(kinds.pod, pod, (current) => ({
      ...current,
      status: {
        ...current.status,
        phase: isFinished(current.status?.phase) ? (current.status?.phase ?? 'Failed') : 'Failed',
        conditions: [
          ...(current.status?.conditions ?? []).filter(({ type }) => type !== condition.type),
          condition,
        ],
      },
    }));
    this.#api.delete(pod, { gracePeriodSeconds: 0 });
  }
}
