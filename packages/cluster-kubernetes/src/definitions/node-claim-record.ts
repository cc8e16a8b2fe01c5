import {
  type AdoptableNodeClaim,
  type CachedStandaloneClaim,
  type ClaimTerms,
  type Note,
  type ObjectMeta,
  readStartingNodeClaim,
  type ShownConditions,
  toDriftHash,
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
  /** `null` if the object has none of them. */
  readonly conditions: ShownConditions | null;
}

/** Reads a NodeClaim object; `note` is called for each quantity that cannot be parsed. */
export function readNodeClaim(object: JsonObject, meta: ObjectMeta, note: Note): NodeClaimRecord {
  const standalone = readStandalone(object, meta);
  return {
    name: meta.name,
    deletionRequestedAt: meta.deletionRequestedAt,
    standalone,
    adoptable: readAdoptable(object, meta, { standalone, note }),
    conditions: readConditions(object, meta.name),
  };
}

function readConditions(object: JsonObject, name: string): ShownConditions | null {
  const list = toRecords(toRecord(object['status'])['conditions']);
  const find = (wanted: string) => list.find(({ type }) => type === wanted);
  const reasonOf = (wanted: string): string | null => {
    const found = find(wanted);
    return found?.['status'] === 'True' ? toText(found['reason']) : null;
  };
  const consistent = find('ConsistentStateFound')?.['status'];
  const conditions: ShownConditions = {
    name,
    drifted: reasonOf('Drifted'),
    consolidatable: reasonOf('Consolidatable') !== null,
    consistent: consistent === 'True' ? true : consistent === 'False' ? false : null,
    disruption: reasonOf('DisruptionReason'),
  };
  const { drifted, consolidatable, disruption } = conditions;
  return drifted === null &&
    !consolidatable &&
    conditions.consistent === null &&
    disruption === null
    ? null
    : deepFreeze(conditions);
}

function readAdoptable(
  object: JsonObject,
  meta: ObjectMeta,
  { standalone, note }: Pick<NodeClaimRecord, 'standalone'> & { readonly note: Note },
): AdoptableNodeClaim | null {
  const status = toRecord(object['status']);
  const annotations = toRecord(meta.raw['annotations']);
  const providerId = toTextOrNull(status['providerID']);
  const nodePool = poolLabel(meta);
  if (!isOfEc2NodeClass(object)) return null;
  if (providerId === null || (nodePool === null && standalone === null)) return null;
  const starting = readStartingNodeClaim(object, meta, note);
  return {
    providerId,
    imageId: toText(status['imageID']),
    nodePool,
    nodeClass: toText(toRecord(toRecord(object['spec'])['nodeClassRef'])['name']),
    nodePoolHash: toDriftHash(
      toText(annotations[annotationKeys.nodePoolHashVersion]),
      toText(annotations[annotationKeys.nodePoolHash]),
    ),
    nodeClassHash: toDriftHash(
      toText(annotations[annotationKeys.nodeClassHashVersion]),
      toText(annotations[annotationKeys.nodeClassHash]),
    ),
    drifted: readConditions(object, meta.name)?.drifted ?? null,
    createdAt: meta.createdAt,
    terms: readTerms(object),
    standalone:
      standalone === null ? null : { objectUid: standalone.uid, createdAt: standalone.createdAt },
    ...(starting !== null && { starting }),
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
