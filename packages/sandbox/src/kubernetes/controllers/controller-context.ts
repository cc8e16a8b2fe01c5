import type { SandboxClock } from '../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../api/cluster-api.js';
import type { PaceSwitch } from '../pace/pace-switch.js';
import { type Kind, kinds } from '../resources/kind.js';
import { controllerOf, type KubeObject, keyOf } from '../resources/kube-object.js';
import type { EventRecorder } from './event-recorder.js';
import type { PodIndex } from './pods/pod-index.js';
import { WorkQueue } from './work-queue.js';

/** Dependencies of the controllers of a cluster. */
export interface ControllerContext {
  /** API client of the controller manager. */
  readonly api: ClusterApi;
  readonly clock: SandboxClock;
  readonly events: EventRecorder;
  readonly pods: PodIndex;
  readonly pace: PaceSwitch;
  readonly onBug: (error: unknown) => void;
  /** Called when the cluster closes. */
  readonly onStop: (stop: () => void) => void;
}

/** Starts a queue that stops with the cluster. */
export function startQueue(
  { clock, onBug, onStop }: ControllerContext,
  reconcile: (key: string) => void,
): WorkQueue {
  const queue = new WorkQueue({ clock, reconcile, onBug });
  onStop(() => queue.stop());
  return queue;
}

/** Enqueues the objects of a kind: existing ones, changed ones, and those whose pods change. */
export function queueWithPods<T extends KubeObject>(
  api: ClusterApi,
  kind: Kind<T>,
  queue: WorkQueue,
  addForPod: (key: string) => void = (key) => queue.add(key),
): void {
  for (const object of api.list(kind)) queue.add(keyOf(object));
  api.subscribe(kind, ({ after }) => {
    if (after !== null) queue.add(keyOf(after));
  });
  api.subscribe(kinds.pod, ({ before, after }) => {
    const pod = after ?? before;
    const owner = pod === null ? undefined : controllerOf(pod);
    if (owner?.kind === kind.kind) addForPod(`${pod?.metadata.namespace}/${owner.name}`);
  });
}
