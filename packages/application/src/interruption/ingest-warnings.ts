import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { type BoundPod, displacedPods } from '@kerf/engine';
import type { Cluster } from '../clusters/cluster.js';
import { requireCluster } from '../clusters/require-cluster.js';
import { recordRemoval } from '../decisions/record-removal.js';
import { unavailableMs } from '../node-claims/launch.js';
import type { NodeClaim } from '../node-claims/node-claim.js';
import { tightenTermination } from '../node-claims/request-termination.js';
import type { MirroredNode, MirrorView } from '../ports/cluster-mirror.js';
import type { InterruptionWarning } from '../ports/interruption-queue.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { livingClaimStates } from '../provisioning/load-snapshot.js';
import { addToBatch } from '../provisioning/open-batch.js';
import { offeringOf } from '../provisioning/snapshot-nodes.js';
import type { Interruption, InterruptionKind } from './interruption.js';

type IngestPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'mirror'>;

/** What became of one instance that a warning named. */
export type IngestResult =
  /** Its node is on its way out now. */
  | 'Drained'
  /** It is noted, and nothing has to be done. */
  | 'Noted'
  /** The same warning came before. */
  | 'Duplicate'
  /** Its node is on its way out already, by Kerf's own doing or an earlier warning. */
  | 'Late'
  /** No node of this cluster. */
  | 'Foreign';

/** What is only passed on to people; everything else takes the node away. Source: karpenter aws. */
const onlyNoted: readonly InterruptionKind[] = ['RebalanceRecommended'];
/** Warnings that set a time; others tell what is so already, or will be at some time. */
const setsTime: readonly InterruptionKind[] = ['SpotInterrupted', 'CapacityReservationInterrupted'];
const isOver: readonly InterruptionKind[] = ['InstanceStopped', 'InstanceTerminated'];
/** Other warnings of the same second join their pods to one batch. */
const urgentMs: DurationMs = 50;

/**
 * Acts on warnings that arrived together: each node that goes is marked and sent on its way out,
 * what was bought is not bought again for a while, and the pods of all of them are decided on at
 * once, without waiting for a batch window. All or nothing, so that a message is deleted only when
 * what it asks for is recorded. It needs no approval; in mode `observe` nobody calls it.
 * @throws CLUSTER.NOT_SYNCED while the cluster's pods are not known, STATE.CONFLICT when somebody
 * changed a claim meanwhile: the same call is worth repeating
 */
export async function ingestWarnings(
  ports: IngestPorts,
  clusterId: ClusterId,
  warnings: readonly InterruptionWarning[],
): Promise<readonly { readonly kind: InterruptionKind; readonly result: IngestResult }[]> {
  const cluster = await requireCluster(ports.store, clusterId);
  const view = ports.mirror.view(clusterId);
  return ports.store.transaction(async (tx) => {
    const claims = await tx.nodeClaims.inStates(clusterId, livingClaimStates);
    const session: Session = {
      cluster,
      view,
      now: ports.clock.now(),
      claimByInstance: new Map(claims.map((claim) => [claim.instance?.instanceId, claim])),
      nodeByInstance: new Map(
        view.nodes.map((node) => [node.providerId?.split('/').at(-1), node] as const),
      ),
      displaced: new Set(),
    };
    const results = [];
    for (const warning of warnings) {
      for (const instanceId of warning.instanceIds) {
        const result = await ingestOne(ports, tx, session, { warning, instanceId });
        results.push({ kind: warning.kind, result });
      }
    }
    if (session.displaced.size > 0) {
      await addToBatch(ports, tx, {
        clusterId,
        podUids: [...session.displaced],
        withinMs: urgentMs,
      });
    }
    return results;
  });
}

interface Session {
  readonly cluster: Cluster;
  readonly view: MirrorView;
  readonly now: Instant;
  readonly claimByInstance: Map<string | undefined, NodeClaim>;
  readonly nodeByInstance: ReadonlyMap<string | undefined, MirroredNode>;
  /** Pods that need another place. */
  readonly displaced: Set<string>;
}

interface WarnedInstance {
  readonly warning: InterruptionWarning;
  readonly instanceId: string;
}

async function ingestOne(
  ports: IngestPorts,
  tx: Repositories,
  session: Session,
  warned: WarnedInstance,
): Promise<IngestResult> {
  const { warning, instanceId } = warned;
  const claim = session.claimByInstance.get(instanceId);
  const node = session.nodeByInstance.get(instanceId);
  if (claim === undefined && node === undefined) return 'Foreign';
  if (claim?.state === 'Terminating')
    return ingestForLeaving(ports, tx, { session, claim, warned });

  const isNoted = claim === undefined || onlyNoted.includes(warning.kind);
  const displaced = isNoted ? [] : displacedBy(session, node);
  const podUids = isNoted ? [] : [...displaced.map(({ uid }) => uid), ...awaitedBy(session, claim)];
  const interruption = toInterruption(ports, session, warned, {
    claim,
    node,
    podUids,
    decisionId: isNoted ? null : ports.ids.next('dec'),
  });
  // 1. The warning: one that is known already has been acted on.
  if (!(await tx.interruptions.insert(interruption))) return 'Duplicate';
  const { decisionId } = interruption;
  if (claim === undefined || decisionId === null) {
    await publishNodes(tx, session);
    return 'Noted';
  }
  // 2. The node, its pods and what it was bought as
  const leaving = await recordRemoval(ports, tx, {
    decisionId,
    reason: 'Interrupted',
    claim,
    node,
    displaced,
    interruption,
    instanceEndsAt: interruption.deadline,
  });
  session.claimByInstance.set(instanceId, leaving);
  for (const uid of podUids) session.displaced.add(uid);
  await markOffering(tx, session, interruption);
  return 'Drained';
}

/** Kerf ends the node already; a warning with a time may still make it shorter. */
async function ingestForLeaving(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  about: {
    readonly session: Session;
    readonly claim: NodeClaim;
    readonly warned: WarnedInstance;
  },
): Promise<IngestResult> {
  const { session, claim } = about;
  const { warning } = about.warned;
  if (setsTime.includes(warning.kind) && warning.deadline !== null) {
    const tightened = await tightenTermination(ports, tx, claim, warning.deadline);
    if (tightened !== null) session.claimByInstance.set(claim.instance?.instanceId, tightened);
  }
  return 'Late';
}

function displacedBy({ view, now }: Session, node: MirroredNode | undefined): readonly BoundPod[] {
  return displacedPods({
    pods: node?.pods ?? [],
    budgets: view.podDisruptionBudgets,
    now,
    endsAnyway: true,
  });
}

/** Pods that a node was bought for and that still wait for it. */
function awaitedBy({ view }: Session, claim: NodeClaim): readonly string[] {
  if (claim.initializedAt !== null) return [];
  const pending = new Set(view.pendingPods.map(({ pod }) => pod.uid));
  return claim.plan.podUids.filter((uid) => pending.has(uid));
}

function toInterruption(
  ports: Pick<Ports, 'ids'>,
  { cluster, now }: Session,
  { warning, instanceId }: WarnedInstance,
  about: Pick<Interruption, 'decisionId' | 'podUids'> & WarnedNode,
): Interruption {
  const { decisionId, podUids } = about;
  const { kind, eventId, at, deadline } = warning;
  const isActedOn = decisionId !== null;
  return {
    ...describe(about),
    id: ports.ids.next('int'),
    clusterId: cluster.id,
    kind,
    eventId,
    instanceId,
    action: isActedOn ? 'Drain' : 'None',
    decisionId,
    warnedAt: at,
    receivedAt: now,
    deadline: isOver.includes(kind) ? now : deadline,
    podUids,
    replacementRequestedAt: isActedOn && podUids.length === 0 ? now : null,
    replacementClaimIds: [],
    drainedAt: null,
    keptPods: [],
    endedAt: null,
  };
}

interface WarnedNode {
  readonly claim: NodeClaim | undefined;
  readonly node: MirroredNode | undefined;
}

/** What the node is, as far as its claim or its labels say. */
function describe({
  claim,
  node,
}: WarnedNode): Pick<
  Interruption,
  'nodeClaimId' | 'nodeName' | 'nodePool' | 'instanceType' | 'zone' | 'capacityType'
> {
  const bought = claim?.instance ?? null;
  const { instanceType, zone, capacityType } = bought ?? labelled(node);
  return {
    nodeClaimId: claim?.id ?? null,
    nodeName: node?.name ?? claim?.nodeName ?? null,
    nodePool: claim?.nodePool ?? null,
    instanceType,
    zone,
    capacityType,
  };
}

function labelled(
  node: MirroredNode | undefined,
): Pick<Interruption, 'instanceType' | 'zone' | 'capacityType'> {
  const offering = node === undefined ? null : offeringOf(node.labels, () => null);
  return offering ?? { instanceType: null, zone: null, capacityType: null };
}

/** Where spot capacity is taken back now, none is bought for a while. Source: karpenter aws. */
async function markOffering(
  tx: Repositories,
  { cluster, now }: Session,
  { kind, instanceType, zone, capacityType }: Interruption,
): Promise<void> {
  if (kind !== 'SpotInterrupted' || instanceType === null || zone === null) return;
  if (capacityType !== 'spot') return;
  await tx.catalog.markUnavailable(
    cluster.id,
    [{ instanceType, zone, capacityType, code: kind }],
    now + unavailableMs,
  );
}

function publishNodes(tx: Repositories, { cluster, now }: Session): Promise<void> {
  return tx.changes.publish({ topic: 'nodes', clusterId: cluster.id, id: null, version: now });
}
