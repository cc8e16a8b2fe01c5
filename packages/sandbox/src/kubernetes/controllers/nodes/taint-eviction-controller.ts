import type { CancelTimer } from '../../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import { keyOf } from '../../resources/kube-object.js';
import type { Taint } from '../../resources/types/node.js';
import type { Pod } from '../../resources/types/pod.js';
import { tolerates } from '../../scheduler/tolerates.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';

const component = 'taint-eviction-controller';

/** Deletes pods from nodes with a NoExecute taint that they do not tolerate, or only for a time. */
export class TaintEvictionController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;
  readonly #timers = new Map<string, CancelTimer>();

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#queue = startQueue(context, (key) => this.#reconcile(key));
    context.onStop(() => {
      for (const cancel of this.#timers.values()) cancel();
    });
  }

  start(): void {
    for (const node of this.#api.list(kinds.node)) this.#enqueuePodsOn(node.metadata.name);
    this.#api.subscribe(kinds.node, ({ before, after }) => {
      if (after !== null && before?.spec.taints !== after.spec.taints) {
        this.#enqueuePodsOn(after.metadata.name);
      }
    });
    this.#api.subscribe(kinds.pod, ({ before, after }) => {
      if (after === null) this.#forget(before);
      else if (after.spec.nodeName !== undefined && before?.spec !== after.spec) {
        this.#queue.add(keyOf(after));
      }
    });
  }

  #enqueuePodsOn(nodeName: string): void {
    for (const pod of this.#context.pods.onNode(nodeName)) this.#queue.add(keyOf(pod));
  }

  #forget(pod: Pod | null): void {
    if (pod === null) return;
    this.#timers.get(keyOf(pod))?.();
    this.#timers.delete(keyOf(pod));
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const pod = this.#api.find(kinds.pod, namespace, name);
    if (pod === null || pod.metadata.deletionTimestamp !== undefined) return;
    const node = this.#api.find(kinds.node, undefined, pod.spec.nodeName ?? '');
    const taints = node?.spec.taints?.filter(({ effect }) => effect === 'NoExecute') ?? [];
    const stayMs = taints.length === 0 ? Number.POSITIVE_INFINITY : allowedStayMs(pod, taints);
    if (stayMs === 0) this.#evict(pod);
    else if (stayMs === Number.POSITIVE_INFINITY) this.#forget(pod);
    else this.#evictLater(pod, stayMs);
  }

  /** The time starts when the taint is first seen; removing the taint cancels it. */
  #evictLater(pod: Pod, stayMs: number): void {
    const key = keyOf(pod);
    if (this.#timers.has(key)) return;
    const cancel = this.#context.clock.after(stayMs, () => {
      this.#timers.delete(key);
      this.#evict(pod);
    });
    this.#timers.set(key, cancel);
  }

  #evict(pod: Pod): void {
    this.#forget(pod);
    const message = `Marking for deletion Pod ${keyOf(pod)}`;
    this.#context.events.record(pod, component, {
      type: 'Normal',
      reason: 'TaintManagerEviction',
      message,
    });
    this.#api.delete(pod);
  }
}

/** Returns how long the pod may stay, in ms; 0 for not at all. */
function allowedStayMs({ spec }: Pod, taints: readonly Taint[]): number {
  const stays = taints.map((taint) => {
    const matching = (spec.tolerations ?? []).filter((toleration) => tolerates(toleration, taint));
    if (matching.length === 0) return 0;
    const limits = matching.map(({ tolerationSeconds }) =>
      tolerationSeconds === undefined ? Number.POSITIVE_INFINITY : tolerationSeconds * 1000,
    );
    return Math.max(Math.min(...limits), 0);
  });
  return Math.min(...stays);
}
