import type { PodSpec } from './pod.js';

/** A DaemonSet, with the spec of the pod that it runs on a node. */
export interface DaemonSet {
  readonly namespace: string;
  readonly name: string;
  readonly podSpec: PodSpec;
}
