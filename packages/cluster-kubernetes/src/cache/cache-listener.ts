import { isDeepStrictEqual } from 'node:util';
import type { DefinitionEvent, NodeClaimEvent, NodeEvent, ObservedNode } from '@kerf/application';
import type { RowChange } from './object-table.js';
import type { PodProgress } from './pod-progress.js';
import { isDaemon, type PodRecord } from './pod-record.js';

/** Called synchronously by the watch for each relevant change; must not block. */
export interface CacheListener {
  /**
   * Called when a pod becomes provisionable, and for a pod that the scheduler has not tried.
   * @param isAnnounced whether the pod's controller is watched
   */
  podMayNeedNode(pod: PodRecord, isAnnounced: boolean): void;
  /** Called when a pod that is not a daemon was bound, ended, or began to terminate. */
  podMoved(nodeName: string): void;
  /** Called for each step of a pod from its first appearance until it is ready. */
  podProgressed(progress: PodProgress): void;
  nodeChanged(event: NodeEvent): void;
  definitionChanged(event: DefinitionEvent): void;
  nodeClaimChanged(event: NodeClaimEvent): void;
}

/**
 * Returns the nodes to which the pod was bound, or on which it ended or began to terminate.
 * Source: karpenter pkg/controllers/nodeclaim/podevents.
 */
export function nodesOfMove(before: PodRecord | null, after: PodRecord | null): readonly string[] {
  const pod = after ?? before;
  if (pod === null || isDaemon(pod)) return [];
  const source = before?.nodeName ?? null;
  const target = after?.nodeName ?? null;
  if (source !== target) return [source, target].filter((nodeName) => nodeName !== null);
  const startedToTerminate = after?.isTerminating === true && before?.isTerminating === false;
  return startedToTerminate && target !== null ? [target] : [];
}

/** Returns the event of a node's change for use cases; `null` if it is not relevant. */
export function toNodeEvent({ before, after }: RowChange<ObservedNode>): NodeEvent | null {
  const node = after ?? before;
  if (node === null || (before !== null && after !== null && isSameForUseCases(before, after)))
    return null;
  return {
    name: node.name,
    providerId: node.providerId,
    isReady: after?.isReady ?? false,
    isGone: after === null,
    deletionRequestedAt: node.deletionRequestedAt,
  };
}

/** Ignores annotations: many controllers write them, and they do not affect a node's life cycle. */
function isSameForUseCases(before: ObservedNode, after: ObservedNode): boolean {
  return isDeepStrictEqual({ ...before, annotations: {} }, { ...after, annotations: {} });
}
