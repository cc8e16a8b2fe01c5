import type { ClusterId, Instant } from '@kerf/core';
import { type DeletedObject, kerfActor, type RemoveBody } from '../domain/decision/decision.js';
import { drainEndOf } from '../domain/node-claim/drain-end.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { executing, newDecision } from '../recording/new-decision.js';
import { publishDecision } from '../recording/publish-decision.js';
import { removedNodes } from '../recording/record-removal.js';
import { requireTerminations } from '../recording/request-termination.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { displacedBy } from '../snapshot/displaced-by.js';

interface Deletion {
  readonly clusterId: ClusterId;
  /** The object that a user deleted. */
  readonly deleted: DeletedObject;
  /** The NodeClaims to terminate, at least one. */
  readonly claims: readonly NodeClaim[];
  /** `null` while the cluster's state is unknown; the decision then lists no pods. */
  readonly view: ClusterView | null;
  /** When the user deleted the object; `null` or absent: now. */
  readonly since?: Instant | null;
}

/**
 * Records that nodes are removed because a user deleted them, their NodeClaims or their NodePool,
 * and starts the termination of their NodeClaims. No approval is required, and disruption budgets
 * do not apply.
 * @throws STATE.CONFLICT with a retry when another writer has changed one of the NodeClaims
 */
export async function recordDeletion(
  ports: Pick<Ports, 'clock' | 'ids' | 'digest'>,
  tx: Repositories,
  { clusterId, deleted, claims, view, since = null }: Deletion,
): Promise<void> {
  const now = ports.clock.now();
  await requireTerminations(
    ports,
    tx,
    claims.map((claim) => ({ claim, reason: 'DeletedByUser', ...(since !== null && { since }) })),
  );
  const nodeOf = nodeFinder(view?.nodes ?? []);
  const leaving = claims.map((claim) => {
    const node = nodeOf(claim);
    return { claim, node, displaced: displacedBy(view, node, drainEndOf(claim, {}, now), now) };
  });
  const body: RemoveBody = {
    type: 'Remove',
    reason: 'Deleted',
    deleted,
    ...removedNodes(leaving),
    interruption: null,
    deadline: null,
  };
  const decision = newDecision(ports, {
    id: ports.ids.next('dec'),
    clusterId,
    kind: 'Delete',
    verdict: { kind: 'Auto' },
    snapshotDigest: ports.digest.of(body),
    body,
    nodePools: [...new Set(claims.flatMap(({ nodePool }) => nodePool ?? []))].sort(),
    nodeClaimIds: claims.map(({ id }) => id),
    podCount: body.pods.length,
    ...executing(ports),
    executionStep: 'MarkedForDeletion',
  });
  const detail = `${deleted.kind} ${deleted.name} was deleted`;
  await tx.decisions.insert(decision, [
    { at: now, kind: 'Proposed', actor: kerfActor, data: {} },
    {
      at: now,
      kind: 'ExecutionStarted',
      actor: kerfActor,
      data: { detail, step: 'MarkedForDeletion' },
    },
  ]);
  await publishDecision(tx, decision);
}

/** States of the NodeClaims that are terminated together with their NodePool. */
const endable = ['Requested', 'Launched', 'Registered', 'Initialized'] as const;

/** Records the deletion of a NodePool with its NodeClaims; does nothing if it has none. */
export async function recordNodePoolDeletion(
  ports: Pick<Ports, 'clock' | 'ids' | 'digest'>,
  tx: Repositories,
  pool: { readonly clusterId: ClusterId; readonly name: string; readonly view: ClusterView | null },
): Promise<void> {
  const { clusterId, name, view } = pool;
  const all = await tx.nodeClaims.inStates(clusterId, endable);
  const claims = all.filter(({ nodePool }) => nodePool === name);
  if (claims.length === 0) return;
  await recordDeletion(ports, tx, { clusterId, deleted: { kind: 'NodePool', name }, claims, view });
}
