import type { CancelTimer } from '../../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../../api/cluster-api.js';
import { toTimestamp } from '../../api/timestamp.js';
import { isEqual } from '../../json/json.js';
import { isReady } from '../../resources/is-ready.js';
import { kinds } from '../../resources/kind.js';
import type { Node, Taint } from '../../resources/types/node.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';

const component = 'node-controller';
const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';
const unschedulable = 'node.kubernetes.io/unschedulable';

/** Time after which a silent kubelet counts as unreachable. */
const monitorGraceMs = 40_000;

/** Whether the kubelets report. */
export interface KubeletCheck {
  isPosting(nodeName: string): boolean;
  /** Calls back when a kubelet stops to report. */
  onSilent(listener: (nodeName: string) => void): void;
}

/**
 * Monitors nodes: sets the status of silent nodes to Unknown, and taints nodes by their conditions.
 * Only silence starts a timer. With a timer per lease, as in the real controller, a sandbox that is
 * short of CPU would renew too late and lose all its nodes.
 */
export class NodeLifecycleController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #kubelets: KubeletCheck;
  readonly #queue: WorkQueue;
  readonly #timers = new Map<string, CancelTimer>();

  constructor(context: ControllerContext, kubelets: KubeletCheck) {
    this.#context = context;
    this.#kubelets = kubelets;
    this.#api = context.api;
    this.#queue = startQueue(context, (name) => this.#reconcile(name));
    context.onStop(() => {
      for (const cancel of this.#timers.values()) cancel();
    });
  }

  start(): void {
    for (const { metadata } of this.#api.list(kinds.node)) this.#monitor(metadata.name);
    this.#api.subscribe(kinds.node, ({ before, after }) => {
      if (after === null) this.#forget(before?.metadata.name ?? '');
      else if (before === null) this.#register(after);
      else this.#queue.add(after.metadata.name);
    });
    this.#kubelets.onSilent((name) => this.#awaitSignal(name));
  }

  #register(node: Node): void {
    const { name } = node.metadata;
    this.#monitor(name);
    const message = `Node ${name} event: Registered Node ${name} in Controller`;
    this.#context.events.record(node, component, {
      type: 'Normal',
      reason: 'RegisteredNode',
      message,
    });
  }

  #monitor(name: string): void {
    this.#awaitSignal(name);
    this.#queue.add(name);
  }

  #awaitSignal(name: string): void {
    this.#forget(name);
    this.#timers.set(
      name,
      this.#context.clock.after(monitorGraceMs, () => {
        this.#timers.delete(name);
        if (!this.#kubelets.isPosting(name)) this.#markUnknown(name);
      }),
    );
  }

  #forget(name: string): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  #markUnknown(name: string): void {
    const node = this.#api.find(kinds.node, undefined, name);
    if (node === null) return;
    const time = toTimestamp(this.#api.now());
    this.#api.updateStatus(kinds.node, node, (current) => ({
      ...current,
      status: { ...current.status, conditions: unknownConditions(current, time) },
    }));
    const message = `Node ${name} status is now: NodeNotReady`;
    this.#context.events.record(node, component, {
      type: 'Normal',
      reason: 'NodeNotReady',
      message,
    });
    this.#markPodsNotReady(name);
  }

  /** The state of these pods is unknown, so they no longer count as ready. */
  #markPodsNotReady(nodeName: string): void {
    const lastTransitionTime = toTimestamp(this.#api.now());
    for (const pod of this.#context.pods.onNode(nodeName).filter(isReady)) {
      this.#api.updateStatus(kinds.pod, pod, (current) => ({
        ...current,
        status: {
          ...current.status,
          conditions: (current.status?.conditions ?? []).map((condition) =>
            condition.type === 'Ready'
              ? { ...condition, status: 'False', lastTransitionTime }
              : condition,
          ),
        },
      }));
    }
  }

  #reconcile(name: string): void {
    const node = this.#api.find(kinds.node, undefined, name);
    if (node === null) return;
    const time = toTimestamp(this.#api.now());
    this.#api.update(kinds.node, node, (current) => withStateTaints(current, time));
  }
}

/** Returns the node with the taints of its conditions; other taints are kept. */
function withStateTaints(node: Node, time: string): Node {
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  const wanted: Taint[] = [];
  if (ready === 'Unknown') wanted.push(...bothEffects(unreachable));
  else if (ready === 'False') wanted.push(...bothEffects(notReady));
  else if (ready === undefined) wanted.push({ key: notReady, effect: 'NoSchedule' });
  if (node.spec.unschedulable === true) wanted.push({ key: unschedulable, effect: 'NoSchedule' });

  const before = node.spec.taints ?? [];
  const isOurs = ({ key }: Taint): boolean =>
    key === notReady || key === unreachable || key === unschedulable;
  const kept = before.filter((taint) => !isOurs(taint) || wanted.some((one) => isSame(one, taint)));
  const added = wanted.filter((one) => !kept.some((taint) => isSame(one, taint)));
  const taints = [...kept, ...added.map((taint) => ({ ...taint, timeAdded: time }))];
  if (isEqual(taints, before)) return node;
  const { taints: _before, ...spec } = node.spec;
  return { ...node, spec: taints.length === 0 ? spec : { ...spec, taints } };
}

function bothEffects(key: string): readonly Taint[] {
  return [
    { key, effect: 'NoSchedule' },
    { key, effect: 'NoExecute' },
  ];
}

function isSame(left: Taint, right: Taint): boolean {
  return left.key === right.key && left.effect === right.effect;
}

const watchedConditions = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

function unknownConditions({ status }: Node, time: string) {
  const known = status?.conditions ?? [];
  const others = known.filter(({ type }) => !watchedConditions.includes(type));
  const unknown = watchedConditions.map((type) => {
    const before = known.find((condition) => condition.type === type);
    const neverPosted = before === undefined;
    return {
      type,
      status: 'Unknown',
      reason: neverPosted ? 'NodeStatusNeverUpdated' : 'NodeStatusUnknown',
      message: neverPosted
        ? 'Kubelet never posted node status.'
        : 'Kubelet stopped posting node status.',
      ...(before?.lastHeartbeatTime === undefined
        ? {}
        : { lastHeartbeatTime: before.lastHeartbeatTime }),
      lastTransitionTime: before?.status === 'Unknown' ? (before.lastTransitionTime ?? time) : time,
    };
  });
  return [...others, ...unknown];
}
