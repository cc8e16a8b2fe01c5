import type {
  AdoptableNodeClaim,
  CachedStandaloneClaim,
  ClaimTerms,
  ObjectMeta,
} from '@kerf/application';
import {
  annotationKeys,
  deepFreeze,
  type Instant,
  type JsonObject,
  labelKeys,
  terminationFinalizer,
  toRecord,
  toRecords,
  toText,
  toTextMap,
  toTextOrNull,
  toTexts,
} from '@kerf/core';
import { resources } from '../watch/resources.js';

/** Properties of a NodeClaim object for use cases. */
export interface NodeClaimRecord {
  readonly name: string;
  readonly deletionRequestedAt: Instant | null;
  /** `null` for a NodeClaim that a NodePool owns, or that does not reference an EC2NodeClass. */
  readonly standalone: CachedStandaloneClaim | null;
  readonly adoptable: AdoptableNodeClaim | null;
  /** Reason of the condition `Drifted`; `null` if the object is not drifted. */
  readonly drifted: string | null;
}

export function readNodeClaim(object: JsonObject, meta: ObjectMeta): NodeClaimRecord {
  const standalone = readStandalone(object, meta);
  return {
    name: meta.name,
    deletionRequestedAt: meta.deletionRequestedAt,
    standalone,
    adoptable: readAdoptable(object, meta, standalone),
    drifted: readDrift(object),
  };
}

function readDrift(object: JsonObject): string | null {
  const drifted = toRecords(toRecord(object['status'])['conditions']).find(
    ({ type, status }) => type === 'Drifted' && status === 'True',
  );
  return drifted === undefined ? null : toText(drifted['reason']);
}

function readAdoptable(
  object: JsonObject,
  meta: ObjectMeta,
  standalone: CachedStandaloneClaim | null,
): AdoptableNodeClaim | null {
  const status = toRecord(object['status']);
  const annotations = toRecord(meta.raw['annotations']);
  const providerId = toTextOrNull(status['providerID']);
  const nodePool = poolLabel(meta);
  if (!isOfEc2NodeClass(object)) return null;
  if (providerId === null || (nodePool === null && standalone === null)) return null;
  return {
    providerId,
    imageId: toText(status['imageID']),
    nodePool,
    nodeClass: toText(toRecord(toRecord(object['spec'])['nodeClassRef'])['name']),
    nodePoolHash: toText(annotations[annotationKeys.nodePoolHash]),
    nodeClassHash: toText(annotations[annotationKeys.nodeClassHash]),
    createdAt: meta.createdAt,
    terms: readTerms(object),
    standalone:
      standalone === null ? null : { objectUid: standalone.uid, createdAt: standalone.createdAt },
  };
}

function readStandalone(object: JsonObject, meta: ObjectMeta): CachedStandaloneClaim | null {
  const { name, uid, createdAt, deletionRequestedAt, raw } = meta;
  const isOwned = toRecords(raw['ownerReferences']).some(
    (owner) => owner['kind'] === resources.nodePools.kind,
  );
  if (poolLabel(meta) !== null || isOwned || !isOfEc2NodeClass(object)) return null;
  return deepFreeze({
    name,
    uid,
    labels: toTextMap(raw['labels']),
    annotations: toTextMap(raw['annotations']),
    createdAt,
    deletionRequestedAt,
    hasTerminationFinalizer: toTexts(raw['finalizers']).includes(terminationFinalizer),
    spec: object['spec'],
  });
}

/**
 * False for NodeClaims whose nodes another controller launches, e.g. EKS Auto Mode for its own
 * `NodeClass`.
 */
function isOfEc2NodeClass(object: JsonObject): boolean {
  const { group, kind } = toRecord(toRecord(object['spec'])['nodeClassRef']);
  const { ec2NodeClasses } = resources;
  return group === ec2NodeClasses.group && kind === ec2NodeClasses.kind;
}

function readTerms(object: JsonObject): ClaimTerms {
  const spec = toRecord(object['spec']);
  return {
    expireAfter: toTextOrNull(spec['expireAfter']) ?? 'Never',
    terminationGracePeriod: toTextOrNull(spec['terminationGracePeriod']),
  };
}

const poolLabel = ({ raw }: ObjectMeta): string | null =>
  toTextOrNull(toRecord(raw['labels'])[labelKeys.nodePool]);
