import type { PodSpec } from './pod.js';

/** A DaemonSet, by the pod it would put on a node. */
export interface DaemonSet {
  readonly namespace: string;
  readonly name: string;
  readonly podSpec: PodSpec;
}
