import type { SchedulingResult } from '@kerf/engine';
import type { Decision } from '../domain/decision/decision.js';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import type { PodRef } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';
import { noCompatibleInstanceTypes, podNominated, podUnschedulable } from '../recording/events.js';
import { isRealPod } from '../snapshot/expected-pods.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

/**
 * Records an event on each pod that says where it will be scheduled, or why it is unschedulable.
 */
export async function recordScheduling(
  ports: Pick<Ports, 'store' | 'events'>,
  { cluster, snapshot, view }: Pick<LoadedSnapshot, 'cluster' | 'snapshot' | 'view'>,
  solved: { readonly result: SchedulingResult; readonly decision: Decision | null },
): Promise<void> {
  if (cluster.mode === 'observe') return;
  const { result, decision } = solved;
  const pods = new Map<string, PodRef>(
    snapshot.pods
      .filter(({ uid }) => isRealPod(uid))
      .map(({ uid, name, spec: { namespace } }) => [uid, { uid, name, namespace }]),
  );
  const refsOf = (uids: readonly string[]): readonly PodRef[] =>
    uids.flatMap((uid) => pods.get(uid) ?? []);
  const nodeNames = new Set(view.nodes.map(({ name }) => name));
  const nameOfClaim = await claimNames(ports, decision);
  const events: readonly NotedEvent[] = [
    ...result.existingNodes.flatMap(({ nodeName, podUids }) =>
      refsOf(podUids).map((pod) =>
        podNominated(pod, nodeNames.has(nodeName) ? { node: nodeName } : { nodeClaim: nodeName }),
      ),
    ),
    ...result.newNodeClaims.flatMap(({ id, podUids }) => {
      const nodeClaim = nameOfClaim.get(id);
      if (nodeClaim === undefined) return [];
      return refsOf(podUids).map((pod) => podNominated(pod, { nodeClaim }));
    }),
    ...withoutAwaited(snapshot, result).flatMap((refused) =>
      refsOf([refused.podUid]).map((pod) => podUnschedulable(pod, refused)),
    ),
    ...poolsWithoutTypes(result).map(noCompatibleInstanceTypes),
  ];
  ports.events.record(cluster.id, events);
}

/**
 * Leaves out pods for which a NodePool may be ready in a moment: its EC2NodeClass is new, and they are
 * planned again once it has been looked up.
 */
function withoutAwaited(
  { nodePools }: LoadedSnapshot['snapshot'],
  { unschedulable }: SchedulingResult,
): SchedulingResult['unschedulable'] {
  const awaited = new Set(
    nodePools.filter(({ notReady }) => notReady?.cause === 'NodeClassNew').map(({ name }) => name),
  );
  return unschedulable.filter(
    ({ byNodePool }) =>
      !byNodePool.some(
        ({ nodePool, reason }) => reason.code === 'NODE_POOL_NOT_READY' && awaited.has(nodePool),
      ),
  );
}

/** Returns the NodePools whose own requirements match no instance type. */
function poolsWithoutTypes({ unschedulable }: SchedulingResult): readonly string[] {
  const names = unschedulable.flatMap(({ byNodePool }) =>
    byNodePool
      .filter(({ reason }) => reason.code === 'NO_MATCHING_INSTANCE_TYPE')
      .map(({ nodePool }) => nodePool),
  );
  return [...new Set(names)].sort();
}

/** Returns the names of the created NodeClaims, by their ID in the plan. */
async function claimNames(
  { store }: Pick<Ports, 'store'>,
  decision: Decision | null,
): Promise<ReadonlyMap<string, string>> {
  if (decision?.body.type !== 'Provision' || decision.nodeClaimIds.length === 0) return new Map();
  const claims = await store.nodeClaims.findAll(decision.nodeClaimIds);
  const nameById = new Map(claims.map(({ id, name }) => [id, name]));
  return new Map(
    Object.entries(decision.body.claims).flatMap(([planned, id]) => {
      const name = nameById.get(id);
      return name === undefined ? [] : [[planned, name] as const];
    }),
  );
}
