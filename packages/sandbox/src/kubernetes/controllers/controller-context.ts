import type { SandboxClock } from '../../world/clock.js';
import type { ClusterApi } from '../api/cluster-api.js';
import type { EventRecorder } from './event-recorder.js';
import type { PodIndex } from './pod-index.js';
import { WorkQueue } from './work-queue.js';

/** What every controller of a cluster works with. */
export interface ControllerContext {
  /** Writes in the name of the controller manager. */
  readonly api: ClusterApi;
  readonly clock: SandboxClock;
  readonly events: EventRecorder;
  readonly pods: PodIndex;
  readonly onBug: (error: unknown) => void;
  /** Called when the cluster closes. */
  readonly onStop: (stop: () => void) => void;
}

/** A queue that ends with the cluster. */
export function startQueue(
  { clock, onBug, onStop }: ControllerContext,
  reconcile: (key: string) => void,
): WorkQueue {
  const queue = new WorkQueue({ clock, reconcile, onBug });
  onStop(() => queue.stop());
  return queue;
}
