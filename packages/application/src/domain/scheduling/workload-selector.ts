import type { LabelSelector } from '@kerf/engine';

/** The selector of the pods of a Service or a controller. */
export interface WorkloadSelector {
  readonly kind: 'Service' | 'ReplicationController' | 'ReplicaSet' | 'StatefulSet';
  readonly namespace: string;
  readonly name: string;
  readonly selector: LabelSelector;
}
