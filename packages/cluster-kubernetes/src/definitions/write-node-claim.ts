import { isDeepStrictEqual } from 'node:util';
import type {
  Clock,
  NodeClaim,
  NodeClaimObjectContext,
  NodeClaimObjectRef,
  NodeClaimRefusal,
  NodeClaimState,
} from '@kerf/application';
import { hasErrorCode, labelKeys, managedByKerf, terminationFinalizer } from '@kerf/core';
import type { Labels } from '@kerf/engine';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { type Json, toInteger, toList, toRecord, toTextMap } from '../json.js';
import { collectionPath, objectPath, resources } from '../watch/resources.js';
import {
  changeObject,
  missingEntries,
  removeObject,
  uidOf,
  unlessGone,
} from '../write/change-object.js';
import { withFinalizer } from '../write/node-patches.js';
import { ownerReference } from '../write/owner-reference.js';
import { mergeConditions, type WantedCondition } from './conditions.js';
import {
  nodeClaimAnnotations,
  nodeClaimConditions,
  nodeClaimLabels,
  nodeClaimStatus,
  refusalConditions,
  toNodeClaimObject,
} from './node-claim-object.js';

/** A claim on its way out gets no new object: the old one went because somebody let it go. */
const livingStates: readonly NodeClaimState[] = [
  'Requested',
  'Launching',
  'Launched',
  'Registered',
  'Initialized',
];

/** Makes the NodeClaim object say what the record says. A cluster without the CRD is left alone. */
export async function writeNodeClaim(
  connection: ClusterConnection,
  clock: Clock,
  claim: NodeClaim,
  context: NodeClaimObjectContext,
): Promise<void> {
  const path = objectPath(resources.nodeClaims, claim.name);
  const isThere =
    (await changeObject(connection, {
      path,
      change: (current) => (isObjectOf(claim, current) ? metadataPatch(current, claim) : null),
    })) ||
    (livingStates.includes(claim.state) && (await createNodeClaim(connection, claim, context)));
  if (!isThere) return;
  await changeObject(connection, {
    path,
    patchPath: objectPath(resources.nodeClaims, claim.name, 'status'),
    change: (current) => (isObjectOf(claim, current) ? statusPatch(current, claim, clock) : null),
  });
}

/** Says in an object that is no claim yet why it is not launched. */
export async function writeNodeClaimRefusal(
  connection: ClusterConnection,
  clock: Clock,
  { name, uid }: NodeClaimObjectRef,
  refusal: NodeClaimRefusal,
): Promise<void> {
  await changeObject(connection, {
    path: objectPath(resources.nodeClaims, name),
    patchPath: objectPath(resources.nodeClaims, name, 'status'),
    change: (current) =>
      uidOf(current) === uid
        ? statusWith(current, { conditions: refusalConditions(refusal), fields: {} }, clock)
        : null,
  });
}

/** Deletes the object of a claim; the finalizer goes with it. */
export async function removeNodeClaim(
  connection: ClusterConnection,
  claim: Pick<NodeClaim, 'name' | 'standalone'>,
): Promise<void> {
  await removeObject(connection, {
    path: objectPath(resources.nodeClaims, claim.name),
    finalizer: terminationFinalizer,
    isMeant: (current) => isObjectOf(claim, current),
  });
}

/**
 * A person may give a name again. The object of a claim without a pool is known by its uid, that of
 * another by its pool's label, or Kerf's, which no person's carries.
 */
function isObjectOf({ standalone }: Pick<NodeClaim, 'standalone'>, current: Json): boolean {
  if (standalone !== null) return uidOf(current) === standalone.objectUid;
  const labels = toTextMap(toRecord(current['metadata'])['labels']);
  return labels[labelKeys.nodePool] !== undefined || labels[labelKeys.managedBy] === managedByKerf;
}

/** @returns false when the cluster does not know NodeClaims */
async function createNodeClaim(
  connection: ClusterConnection,
  claim: NodeClaim,
  context: NodeClaimObjectContext,
): Promise<boolean> {
  // The object of a claim without a pool is its maker's: who took it out does not want it back.
  if (claim.nodePool === null) return false;
  const owner = await ownerReference(connection, resources.nodePools, claim.nodePool);
  const launchOptions = await context.launchOptions();
  const body = toNodeClaimObject(claim, { ...context, launchOptions, owner });
  const path = collectionPath(resources.nodeClaims);
  try {
    return await unlessGone(() => connection.text({ method: 'POST', path, body }));
  } catch (error) {
    // Another delivery of the same job was faster.
    if (hasErrorCode(error, 'CLUSTER.CONFLICT')) return true;
    throw error;
  }
}

function metadataPatch(current: Json, claim: NodeClaim): Json | null {
  const metadata = toRecord(current['metadata']);
  const labels = lackingEntries(metadata['labels'], nodeClaimLabels(claim), claim);
  const annotations = lackingEntries(metadata['annotations'], nodeClaimAnnotations(claim), claim);
  const finalizers = withFinalizer(metadata);
  const isComplete = finalizers.length === toList(metadata['finalizers']).length;
  if (labels === null && annotations === null && isComplete) return null;
  return { metadata: { labels: labels ?? {}, annotations: annotations ?? {}, finalizers } };
}

/** Of a person's object nothing is written over. */
function lackingEntries(
  current: unknown,
  wanted: Labels,
  { standalone }: NodeClaim,
): Readonly<Record<string, string>> | null {
  return missingEntries(
    current,
    standalone === null ? wanted : { ...wanted, ...toTextMap(current) },
  );
}

function statusPatch(current: Json, claim: NodeClaim, clock: Clock): Json | null {
  const conditions = nodeClaimConditions(claim);
  return statusWith(current, { conditions, fields: nodeClaimStatus(claim) }, clock);
}

function statusWith(
  current: Json,
  wanted: { readonly conditions: readonly WantedCondition[]; readonly fields: Json },
  clock: Clock,
): Json | null {
  const before = toRecord(current['status']);
  const generation = toInteger(toRecord(current['metadata'])['generation']);
  const status = {
    ...before,
    ...wanted.fields,
    conditions: mergeConditions(before['conditions'], wanted.conditions, {
      now: clock.now(),
      generation,
    }),
  };
  return isDeepStrictEqual(before, status) ? null : { status };
}
