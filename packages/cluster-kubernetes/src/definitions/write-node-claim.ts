import { isDeepStrictEqual } from 'node:util';
import type { Clock, NodeClaim, NodeClaimObjectContext, NodeClaimState } from '@kerf/application';
import { hasErrorCode } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { type Json, toInteger, toList, toRecord } from '../json.js';
import { collectionPath, objectPath, resources } from '../watch/resources.js';
import { changeObject, missingEntries, unlessGone } from '../write/change-object.js';
import { withFinalizer } from '../write/node-patches.js';
import { ownerReference } from '../write/owner-reference.js';
import { mergeConditions } from './conditions.js';
import {
  nodeClaimAnnotations,
  nodeClaimConditions,
  nodeClaimLabels,
  nodeClaimStatus,
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
      change: (current) => metadataPatch(current, claim),
    })) ||
    (livingStates.includes(claim.state) && (await createNodeClaim(connection, claim, context)));
  if (!isThere) return;
  await changeObject(connection, {
    path,
    patchPath: objectPath(resources.nodeClaims, claim.name, 'status'),
    change: (current) => statusPatch(current, claim, clock),
  });
}

/** @returns false when the cluster does not know NodeClaims */
async function createNodeClaim(
  connection: ClusterConnection,
  claim: NodeClaim,
  context: NodeClaimObjectContext,
): Promise<boolean> {
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
  const labels = missingEntries(metadata['labels'], nodeClaimLabels(claim));
  const annotations = missingEntries(metadata['annotations'], nodeClaimAnnotations(claim));
  const finalizers = withFinalizer(metadata);
  const isComplete = finalizers.length === toList(metadata['finalizers']).length;
  if (labels === null && annotations === null && isComplete) return null;
  return { metadata: { labels: labels ?? {}, annotations: annotations ?? {}, finalizers } };
}

function statusPatch(current: Json, claim: NodeClaim, clock: Clock): Json | null {
  const before = toRecord(current['status']);
  const generation = toInteger(toRecord(current['metadata'])['generation']);
  const status = {
    ...before,
    ...nodeClaimStatus(claim),
    conditions: mergeConditions(before['conditions'], nodeClaimConditions(claim), {
      now: clock.now(),
      generation,
    }),
  };
  return isDeepStrictEqual(before, status) ? null : { status };
}
