import type { AdoptableNodeClaim } from '@kerf/application';
import { annotationKeys, type Instant, labelKeys } from '@kerf/core';
import { type Json, toRecord, toText, toTextOrNull } from '../json.js';
import type { ObjectMeta } from '../map/object-meta.js';

/** What the use cases want to know of a NodeClaim object. */
export interface NodeClaimRecord {
  readonly deletionRequestedAt: Instant | null;
  readonly adoptable: AdoptableNodeClaim | null;
}

export function readNodeClaim(object: Json, meta: ObjectMeta): NodeClaimRecord {
  const status = toRecord(object['status']);
  const annotations = toRecord(meta.raw['annotations']);
  const providerId = toTextOrNull(status['providerID']);
  // A claim without a pool is one that a person made alone; Kerf has no rules for it.
  const nodePool = toTextOrNull(toRecord(meta.raw['labels'])[labelKeys.nodePool]);
  return {
    deletionRequestedAt: meta.deletionRequestedAt,
    adoptable:
      providerId === null || nodePool === null
        ? null
        : {
            providerId,
            imageId: toText(status['imageID']),
            nodePool,
            nodeClass: toText(toRecord(toRecord(object['spec'])['nodeClassRef'])['name']),
            nodePoolHash: toText(annotations[annotationKeys.nodePoolHash]),
            nodeClassHash: toText(annotations[annotationKeys.nodeClassHash]),
            createdAt: meta.createdAt,
          },
  };
}
