import { annotationKeys, type DecisionId } from '@kerf/core';
import type { Labels, PlannedNodeClaim } from '@kerf/engine';
import { termsOf } from '../domain/node-claim/claim-terms.js';
import { firstOptions } from '../domain/node-claim/first-options.js';
import {
  type LaunchOptions,
  type NodeClaim,
  newClaimFields,
  type PlannedClaim,
} from '../domain/node-claim/node-claim.js';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

/**
 * Maximum number of instance types per launch. Further ones are not stored, so that the row stays
 * small. Source: karpenter aws instance.go.
 */
const launchableOptions = 60;

/** A NodeClaim to launch, with its launch options. */
export interface RequestedNodeClaim {
  readonly claim: NodeClaim;
  readonly launchOptions: LaunchOptions;
}

/** Returns the unsaved NodeClaim of a planned one, for a decision. */
export function newNodeClaim(
  ports: Pick<Ports, 'clock' | 'ids'>,
  loaded: Pick<LoadedSnapshot, 'cluster' | 'nodePools' | 'nodeClasses'>,
  planned: PlannedNodeClaim,
  decisionId: DecisionId,
): RequestedNodeClaim {
  const pool = loaded.nodePools.find(({ name }) => name === planned.nodePool);
  const nodeClass = loaded.nodeClasses.find(
    ({ name }) => name === pool?.spec.template.spec.nodeClassRef.name,
  );
  return toRequestedClaim(ports, planned, {
    clusterId: loaded.cluster.id,
    name: `${planned.nodePool}-${ports.ids.suffix(5)}`,
    nodePool: planned.nodePool,
    nodeClass: nodeClass?.name ?? '',
    nodePoolHash: pool?.driftHash ?? '',
    nodeClassHash: nodeClass?.driftHash ?? '',
    decisionId,
    terms: termsOf(pool),
    standalone: null,
  });
}

type Identity = Pick<
  NodeClaim,
  | 'clusterId'
  | 'name'
  | 'nodePool'
  | 'nodeClass'
  | 'nodePoolHash'
  | 'nodeClassHash'
  | 'decisionId'
  | 'terms'
  | 'standalone'
>;

/** Returns an unsaved NodeClaim in state `Requested`, with its launch options. */
export function toRequestedClaim(
  ports: Pick<Ports, 'clock' | 'ids'>,
  planned: PlannedClaim,
  identity: Identity,
): RequestedNodeClaim {
  const { instanceTypes, requirements, rejectedInstanceTypes: _, ...rest } = planned;
  const claim: NodeClaim = {
    id: ports.ids.next('ncl'),
    ...newClaimFields,
    ...identity,
    state: 'Requested',
    plan: { ...rest, annotations: { ...rest.annotations, ...overlayAnnotations(instanceTypes) } },
    requestedAt: ports.clock.now(),
  };
  return {
    claim,
    launchOptions: firstOptions({ instanceTypes, requirements }, launchableOptions),
  };
}

/**
 * Records new NodeClaims and adds their jobs to the outbox: one job launches all of them, and
 * another creates their objects in the cluster at the same time.
 */
export async function requestNodeClaims(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  requested: readonly RequestedNodeClaim[],
): Promise<void> {
  await tx.nodeClaims.insert(
    requested.map(({ claim }) => claim),
    new Map(requested.map(({ claim, launchOptions }) => [claim.id, launchOptions])),
  );
  const [first] = requested;
  if (first === undefined) return;
  const { clusterId } = first.claim;
  const claims = requested.map(({ claim }) => claim);
  const nodeClaimIds = claims.map(({ id }) => id);
  const deliverAt = ports.clock.now();
  const messages: readonly OutboxMessage[] = [
    { type: 'node-claim.launch', clusterId, nodeClaimIds },
    ...(first.claim.standalone === null
      ? [{ type: 'node-claim.create-objects', clusterId, nodeClaimIds } as const]
      : // The user has created the object of a standalone NodeClaim, so only its status is synced.
        claims.map(({ id }) => ({ type: 'node-claim.sync', clusterId, nodeClaimId: id }) as const)),
  ];
  await tx.outbox.add(messages.map((message) => ({ message, deliverAt })));
}

/**
 * Returns the annotations of a NodeClaim that is planned with NodeOverlays: one for a price and one
 * for a capacity of at least one of its instance types.
 * Source: karpenter provisioning/scheduling/nodeclaimtemplate.go @v1.14.1.
 */
function overlayAnnotations(instanceTypes: PlannedNodeClaim['instanceTypes']): Labels {
  const hasPrice = instanceTypes.some(({ offerings }) =>
    offerings.some(({ priceOverlay }) => priceOverlay !== undefined),
  );
  const hasCapacity = instanceTypes.some(({ capacityOverlay }) => capacityOverlay !== undefined);
  return {
    ...(hasPrice && { [annotationKeys.priceOverlayApplied]: 'true' }),
    ...(hasCapacity && { [annotationKeys.capacityOverlayApplied]: 'true' }),
  };
}
