import type { PlannedNodeClaim } from '@kerf/engine';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import type { LoadedSnapshot } from '../provisioning/load-snapshot.js';
import type { NodeClaim } from './node-claim.js';

/** The launch takes no more; keeping them keeps the row small. Source: karpenter aws instance.go. */
const launchableOptions = 60;

/** The claim that a plan becomes, not saved yet. */
export function newNodeClaim(
  ports: Pick<Ports, 'clock' | 'ids'>,
  loaded: Pick<LoadedSnapshot, 'cluster' | 'nodePools' | 'nodeClasses'>,
  planned: PlannedNodeClaim,
): NodeClaim {
  const pool = loaded.nodePools.find(({ name }) => name === planned.nodePool);
  const nodeClass = loaded.nodeClasses.find(
    ({ name }) => name === pool?.spec.template.spec.nodeClassRef.name,
  );
  return {
    id: ports.ids.next('ncl'),
    clusterId: loaded.cluster.id,
    name: `${planned.nodePool}-${ports.ids.suffix(5)}`,
    nodePool: planned.nodePool,
    nodeClass: nodeClass?.name ?? '',
    nodePoolHash: pool?.driftHash ?? '',
    nodeClassHash: nodeClass?.driftHash ?? '',
    decisionId: null,
    state: 'Requested',
    plan: { ...planned, instanceTypes: planned.instanceTypes.slice(0, launchableOptions) },
    instance: null,
    nodeName: null,
    failure: null,
    termination: null,
    lastPodEventAt: null,
    requestedAt: ports.clock.now(),
    launchedAt: null,
    registeredAt: null,
    initializedAt: null,
    terminatedAt: null,
    version: 1,
  };
}

/** Records new claims and asks for their launches. */
export async function requestNodeClaims(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claims: readonly NodeClaim[],
): Promise<void> {
  await tx.nodeClaims.insert(claims);
  const deliverAt = ports.clock.now();
  await tx.outbox.add(
    claims.flatMap(({ clusterId, id }) =>
      (['node-claim.launch', 'node-claim.mirror'] as const).map((type) => ({
        message: { type, clusterId, nodeClaimId: id } satisfies OutboxMessage,
        deliverAt,
      })),
    ),
  );
}
