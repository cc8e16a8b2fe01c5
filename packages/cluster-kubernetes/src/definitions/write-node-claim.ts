import { isDeepStrictEqual } from 'node:util';
import {
  type Clock,
  type NodeClaim,
  type NodeClaimObjectContext,
  type NodeClaimObjectRef,
  type NodeClaimRefusal,
  type NodeClaimState,
  type NodeClaimToCreate,
} from '@kerf/application';
import {
  annotationKeys,
  hasErrorCode,
  type JsonObject,
  labelKeys,
  managedByKerf,
  noReservationLabels,
  terminationFinalizer,
  toInteger,
  toList,
  toRecord,
  toTextMap,
  toTextOrNull,
} from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { collectionPath, objectPath, resources } from '../watch/resources.js';
import {
  changeObject,
  deleteHeldObject,
  type HeldObject,
  ignoreNotFound,
  mergePatch,
  missingEntries,
  removeObject,
  uidOf,
  withFinalizer,
} from '../write/change-object.js';
import { type OwnerReference, ownerReference } from '../write/owner-reference.js';
import { type DesiredCondition, mergeConditions } from './conditions.js';
import {
  type ConditionContext,
  nodeClaimAnnotations,
  nodeClaimConditions,
  nodeClaimLabels,
  nodeClaimStatus,
  refusalConditions,
  toNodeClaimObject,
  transientConditions,
} from './node-claim-object.js';

/** A terminating NodeClaim gets no new object: its object was removed on purpose. */
const livingStates: readonly NodeClaimState[] = [
  'Requested',
  'Launching',
  'Launched',
  'Registered',
  'Initialized',
];

/** Syncs the NodeClaim object with the record. Does nothing if the cluster does not have the CRD. */
export async function writeNodeClaim(
  connection: ClusterConnection,
  clock: Clock,
  claim: NodeClaim,
  context: NodeClaimObjectContext,
): Promise<void> {
  const path = objectPath(resources.nodeClaims, claim.name);
  const isThere = await changeObject(connection, {
    path,
    change: (current) => (isObjectOf(claim, current) ? metadataPatch(current, claim) : null),
  });
  // The object of a NodeClaim without a NodePool belongs to its user and is not recreated.
  if (!isThere && claim.nodePool !== null && livingStates.includes(claim.state)) {
    const owner = await ownerReference(connection, resources.nodePools, claim.nodePool);
    await createObject(connection, claim, { context, owner });
  }
  await changeObject(connection, {
    path,
    patchPath: objectPath(resources.nodeClaims, claim.name, 'status'),
    change: (current) =>
      isObjectOf(claim, current) ? statusPatch(current, { claim, context, clock }) : null,
  });
}

/**
 * Creates the objects of new NodeClaims. Nothing is read first: each NodeClaim takes two requests,
 * for the object and its status, and an owner is looked up once per NodePool.
 */
export async function createNodeClaims(
  connection: ClusterConnection,
  clock: Clock,
  claims: readonly NodeClaimToCreate[],
): Promise<void> {
  const owners = new Map<string, Promise<OwnerReference | null>>();
  const ownerOf = (nodePool: string): Promise<OwnerReference | null> => {
    const owner = owners.get(nodePool) ?? ownerReference(connection, resources.nodePools, nodePool);
    owners.set(nodePool, owner);
    return owner;
  };
  const failures: unknown[] = [];
  const waiting = claims.values();
  const createInTurn = async (): Promise<void> => {
    for (const { claim, context } of waiting) {
      if (claim.nodePool === null) continue;
      try {
        const owner = await ownerOf(claim.nodePool);
        await connection.writes.take(objectPath(resources.nodeClaims, claim.name), async () => {
          const created = await createObject(connection, claim, { context, owner });
          if (created !== null) await addStatus(connection, created, { claim, context, clock });
        });
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: createdAtOnce }, createInTurn));
  if (failures.length > 0) throw failures[0];
}

/** Number of objects created in parallel; upstream's client allows 200 requests per second. */
const createdAtOnce = 16;

/**
 * Writes the status of a new object. A conflict is ignored: an object that changed since its
 * creation already shows a later state of the NodeClaim.
 */
async function addStatus(
  connection: ClusterConnection,
  created: JsonObject,
  facts: ClaimFacts,
): Promise<void> {
  const patch = statusPatch(created, facts);
  const { resourceVersion } = toRecord(created['metadata']);
  try {
    await ignoreNotFound(() =>
      connection.text({
        method: 'PATCH',
        path: objectPath(resources.nodeClaims, facts.claim.name, 'status'),
        contentType: mergePatch,
        body: { ...patch, metadata: { resourceVersion } },
      }),
    );
  } catch (error) {
    if (!hasErrorCode(error, 'CLUSTER.CONFLICT')) throw error;
  }
}

/** Reports in the status of a user's object why Kerf does not launch it. */
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

/** Deletes the object of a NodeClaim, which its finalizer keeps. */
export async function deleteNodeClaim(
  connection: ClusterConnection,
  claim: NamedClaim,
): Promise<void> {
  await deleteHeldObject(connection, heldObject(claim));
}

/** Deletes the object of a NodeClaim and removes its finalizer. */
export async function removeNodeClaim(
  connection: ClusterConnection,
  claim: NamedClaim,
): Promise<void> {
  await removeObject(connection, heldObject(claim));
}

type NamedClaim = Pick<NodeClaim, 'name' | 'standalone' | 'instance'>;

const heldObject = (claim: NamedClaim): HeldObject => ({
  path: objectPath(resources.nodeClaims, claim.name),
  finalizer: terminationFinalizer,
  isMeant: (current) => isObjectOf(claim, current),
});

/**
 * Whether the object belongs to the NodeClaim, because a user may reuse a name. The object of a
 * NodeClaim without a NodePool is identified by uid, any other by its NodePool label or Kerf's
 * label, which objects of users do not have, and by its instance.
 */
function isObjectOf(
  { standalone, instance }: Pick<NodeClaim, 'standalone' | 'instance'>,
  current: JsonObject,
): boolean {
  if (standalone !== null) return uidOf(current) === standalone.objectUid;
  const providerId = toTextOrNull(toRecord(current['status'])['providerID']);
  if (providerId !== null && providerId !== instance?.providerId) return false;
  const labels = toTextMap(toRecord(current['metadata'])['labels']);
  return labels[labelKeys.nodePool] !== undefined || labels[labelKeys.managedBy] === managedByKerf;
}

/** @returns `null` if nothing was created: the object exists, or the cluster does not have the CRD */
async function createObject(
  connection: ClusterConnection,
  claim: NodeClaim,
  made: { readonly context: NodeClaimObjectContext; readonly owner: OwnerReference | null },
): Promise<JsonObject | null> {
  const launchOptions = await made.context.launchOptions();
  const body = toNodeClaimObject(claim, { ...made.context, launchOptions, owner: made.owner });
  const path = collectionPath(resources.nodeClaims);
  try {
    return toRecord(await connection.json({ method: 'POST', path, body }));
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.CONFLICT') || hasErrorCode(error, 'CLUSTER.NOT_FOUND')) {
      return null;
    }
    throw error;
  }
}

function metadataPatch(current: JsonObject, claim: NodeClaim): JsonObject | null {
  const metadata = toRecord(current['metadata']);
  const labels = missingClaimEntries(
    metadata['labels'],
    // A NodeClaim loses these labels when its reservation ends.
    { ...noReservationLabels, ...nodeClaimLabels(claim) },
    claim,
  );
  const annotations = missingClaimEntries(
    metadata['annotations'],
    // A reboot that has ended takes its annotation with it.
    { [annotationKeys.rebootPreBootId]: null, ...nodeClaimAnnotations(claim) },
    claim,
  );
  const finalizers = withFinalizer(metadata, terminationFinalizer);
  const isComplete = finalizers.length === toList(metadata['finalizers']).length;
  if (labels === null && annotations === null && isComplete) return null;
  return { metadata: { labels: labels ?? {}, annotations: annotations ?? {}, finalizers } };
}

/** Returns the missing entries. Entries of a user's object are not overwritten. */
function missingClaimEntries(
  current: unknown,
  desired: Readonly<Record<string, string | null>>,
  { standalone }: NodeClaim,
): Readonly<Record<string, string | null>> | null {
  return missingEntries(
    current,
    standalone === null ? desired : { ...desired, ...toTextMap(current) },
  );
}

interface ClaimFacts {
  readonly claim: NodeClaim;
  readonly context: ConditionContext;
  readonly clock: Clock;
}

function statusPatch(
  current: JsonObject,
  { claim, context, clock }: ClaimFacts,
): JsonObject | null {
  const conditions = nodeClaimConditions(claim, context);
  return statusWith(current, { conditions, fields: nodeClaimStatus(claim) }, clock);
}

function statusWith(
  current: JsonObject,
  desired: { readonly conditions: readonly DesiredCondition[]; readonly fields: JsonObject },
  clock: Clock,
): JsonObject | null {
  const before = toRecord(current['status']);
  const generation = toInteger(toRecord(current['metadata'])['generation']);
  const status = {
    ...before,
    ...desired.fields,
    conditions: mergeConditions(before['conditions'], desired.conditions, {
      now: clock.now(),
      generation,
      transient: transientConditions,
    }),
  };
  return isDeepStrictEqual(before, status) ? null : { status };
}
