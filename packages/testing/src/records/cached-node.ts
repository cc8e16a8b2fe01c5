import type { CachedNode } from '@kerf/application';

/** Returns a ready node of the cluster cache, without pods, taints and resources. */
export function aCachedNode(fields: Partial<CachedNode> = {}): CachedNode {
  return {
    name: 'node-a',
    uid: 'uid-a',
    providerId: null,
    labels: {},
    annotations: {},
    taints: [],
    finalizers: [],
    capacity: {},
    allocatable: {},
    bootId: 'boot-1',
    isReady: true,
    readyChangedAt: null,
    isCordoned: false,
    createdAt: 0,
    deletionRequestedAt: null,
    volumeLimits: {},
    volumeAttachments: [],
    unhealthyConditions: [],
    pods: [],
    ...fields,
  };
}
