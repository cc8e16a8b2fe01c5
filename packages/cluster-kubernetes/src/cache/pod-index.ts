import { podControllerKey } from '@kerf/application';
import { ChunkedMap } from './chunked-map.js';
import { deviceClaimKeys } from './device-tables.js';
import { Groups } from './groups.js';
import type { PodRecord } from './pod-record.js';

/** Indexes of pods other than by uid. */
export class PodIndex {
  readonly byNode = new Groups<PodRecord>();
  /** By PersistentVolumeClaim, as `namespace/name`. */
  readonly byClaim = new Groups<PodRecord>();
  /** By the keys of the claims of devices. */
  readonly byDeviceClaim = new Groups<PodRecord>();
  /** By `namespace/name` of the DaemonSet. */
  readonly byDaemonSet = new Groups<PodRecord>();
  /** Pods that are not terminating, by their controller. */
  readonly byController = new Groups<PodRecord>();
  /** Pods in {@link byController} that a scheduling gate or another scheduler holds back. */
  readonly heldBack = new Groups<PodRecord>();
  /** Pods that are terminating, by their controller. */
  readonly terminating = new Groups<PodRecord>();
  /** Pods without a node, by uid. */
  readonly pending = new ChunkedMap<string, PodRecord>();

  replace(before: PodRecord | null, after: PodRecord | null): void {
    if (before !== null) this.#delete(before);
    if (after !== null) this.#add(after);
  }

  /** Yields the pods that are pending now, except for those that stop waiting before they are reached. */
  *pendingNow(): Generator<PodRecord> {
    // Later ones come last, and may come faster than they are read.
    let left = this.pending.size;
    for (const pod of this.pending.values()) {
      if (left === 0) return;
      left -= 1;
      yield pod;
    }
  }

  #add(pod: PodRecord): void {
    if (pod.nodeName === null) this.pending.set(pod.uid, pod);
    else this.byNode.add(pod.nodeName, pod);
    for (const { claim } of pod.volumeClaims) this.byClaim.add(claim, pod);
    for (const key of pod.deviceClaims.flatMap(deviceClaimKeys)) this.byDeviceClaim.add(key, pod);
    const controller = controllerKeyOf(pod);
    if (controller !== null) {
      for (const group of this.#controlled(pod)) group.add(controller, pod);
    }
    if (pod.ownerKind === 'DaemonSet') this.byDaemonSet.add(daemonSetKeyOf(pod), pod);
  }

  #delete(pod: PodRecord): void {
    if (pod.nodeName === null) this.pending.delete(pod.uid);
    else this.byNode.delete(pod.nodeName, pod);
    for (const { claim } of pod.volumeClaims) this.byClaim.delete(claim, pod);
    for (const key of pod.deviceClaims.flatMap(deviceClaimKeys)) {
      this.byDeviceClaim.delete(key, pod);
    }
    const controller = controllerKeyOf(pod);
    if (controller !== null) {
      for (const group of this.#controlled(pod)) group.delete(controller, pod);
    }
    if (pod.ownerKind === 'DaemonSet') this.byDaemonSet.delete(daemonSetKeyOf(pod), pod);
  }

  /** Returns the groups by controller that the pod is in. */
  #controlled({ isTerminating, isHeldBack }: PodRecord): readonly Groups<PodRecord>[] {
    if (isTerminating) return [this.terminating];
    return isHeldBack ? [this.byController, this.heldBack] : [this.byController];
  }
}

const announcing: ReadonlySet<string> = new Set(['ReplicaSet', 'StatefulSet', 'Job']);

/** Returns the key of a pod's ReplicaSet, StatefulSet or Job; `null` without one. */
function controllerKeyOf({ ownerKind, ownerName, spec }: PodRecord): string | null {
  return announcing.has(ownerKind) ? podControllerKey(ownerKind, spec.namespace, ownerName) : null;
}

/** `namespace/name` of the DaemonSet that owns a daemon pod. */
function daemonSetKeyOf({ spec, ownerName }: PodRecord): string {
  return `${spec.namespace}/${ownerName}`;
}
