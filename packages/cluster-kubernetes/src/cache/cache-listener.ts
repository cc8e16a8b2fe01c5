import type { DefinitionEvent, NodeClaimEvent, NodeEvent } from '@kerf/application';
import type { PodRecord } from './pod-record.js';
import type { PodWait } from './pod-waits.js';

/** Called synchronously by the watch for each relevant change; must not block. */
export interface CacheListener {
  podProvisionable(pod: PodRecord): void;
  /** Called when a pod that is not a daemon was bound, ended, or began to terminate. */
  podMoved(nodeName: string): void;
  podWaited(wait: PodWait): void;
  nodeChanged(event: NodeEvent): void;
  definitionChanged(event: DefinitionEvent): void;
  nodeClaimChanged(event: NodeClaimEvent): void;
}
