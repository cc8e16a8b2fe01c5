import type { MirroredPendingPod } from '@kerf/application';
import type { PodIndex } from './pod-index.js';
import type { PodRecord } from './pod-record.js';

/** Pods that wait for a node, as the use cases look at them. */
export class PendingViews {
  private list: readonly MirroredPendingPod[] | null = null;

  constructor(private readonly pods: PodIndex) {}

  touch(): void {
    this.list = null;
  }

  all(): readonly MirroredPendingPod[] {
    this.list ??= Object.freeze(Array.from(this.pods.pending, toPendingPod));
    return this.list;
  }
}

function toPendingPod(pod: PodRecord): MirroredPendingPod {
  const { ownerKind, ownerName, isProvisionable, schedulerMessage } = pod;
  return Object.freeze({ pod, ownerKind, ownerName, isProvisionable, schedulerMessage });
}
