import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { unavailableMs } from '../domain/catalog/catalog-facts.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Interruption, InterruptionKind } from '../domain/interruption/interruption.js';
import { drainEndOf } from '../domain/node-claim/drain-end.js';
import { livingClaimStates, type NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import type { InterruptionWarning } from '../ports/interruption-queue.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { addToBatch } from '../provisioning/api.js';
import { type Removal, recordRemovals } from '../recording/record-removal.js';
import { tightenTermination } from '../recording/request-termination.js';
import { displacedBy } from '../snapshot/displaced-by.js';
import { offeringOf } from '../snapshot/snapshot-nodes.js';
import { warned } from './interruption-events.js';

/** The ports that {@link ingestWarnings} uses. */
export type IngestPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache' | 'events'>;

/** The result of a warning for one of its instances. */
export type IngestResult =
  /** The termination of its node has started. */
  | 'Drained'
  /** The warning is recorded; no action is required. */
  | 'Noted'
  /** The same warning has been recorded before. */
  | 'Duplicate'
  /** Its node is terminating already, because of Kerf or an earlier warning. */
  | 'Late'
  /** The instance belongs to no node of this cluster. */
  | 'Foreign';

/** The kind of a warning and its result for one instance. */
export interface IngestedWarning {
  readonly kind: InterruptionKind;
  readonly result: IngestResult;
}

/**
 * Warnings that are only recorded and shown; all others terminate the node.
 * Source: karpenter aws.
 */
const onlyNoted: readonly InterruptionKind[] = ['RebalanceRecommended'];
/** Warnings with a deadline; the others report a fact, or a change at an unknown time. */
const setsTime: readonly InterruptionKind[] = ['SpotInterrupted', 'CapacityReservationInterrupted'];
const isOver: readonly InterruptionKind[] = ['InstanceStopped', 'InstanceTerminated'];
/**
 * Maximum batch window for displaced pods. It is long enough to read the messages of many
 * simultaneous warnings, so that their pods share a batch.
 */
const urgentMs: DurationMs = 250;

/**
 * Handles warnings that arrived together: starts the termination of their nodes, marks interrupted
 * spot offerings as unavailable for a while, and adds the displaced pods of all nodes to one batch
 * with a short window. All changes are in one transaction, so that a message is deleted only after
 * its warning is recorded. No approval is required. Callers skip clusters in mode `observe`.
 * @throws CLUSTER.NOT_SYNCED while the cluster's pods are unknown, STATE.CONFLICT when another
 * writer has changed a NodeClaim; the caller may retry
 */
export async function ingestWarnings(
  ports: IngestPorts,
  clusterId: ClusterId,
  warnings: readonly InterruptionWarning[],
): Promise<readonly IngestedWarning[]> {
  const cluster = await requireCluster(ports.store, clusterId);
  const view = ports.cache.view(clusterId);
  const shown: NotedEvent[] = [];
  const results = await ports.store.transaction(async (tx) => {
    shown.length = 0;
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
      shown,
    };
    const ingested: IngestedWarning[] = [];
    for (const round of inRounds(warnings)) {
      ingested.push(...(await ingestRound(ports, tx, session, round)));
    }
    if (session.displaced.size > 0) {
      await addToBatch(ports, tx, {
        clusterId,
        podUids: [...session.displaced],
        withinMs: urgentMs,
      });
    }
    return ingested;
  });
  ports.events.record(clusterId, shown);
  return results;
}

interface Session {
  readonly cluster: Cluster;
  readonly view: ClusterView;
  readonly now: Instant;
  readonly claimByInstance: Map<string | undefined, NodeClaim>;
  readonly nodeByInstance: ReadonlyMap<string | undefined, CachedNode>;
  /** UIDs of the pods that need another node. */
  readonly displaced: Set<string>;
  /** Events to record after the transaction commits. */
  readonly shown: NotedEvent[];
}

interface WarnedInstance {
  readonly warning: InterruptionWarning;
  readonly instanceId: string;
}

/**
 * Groups the warned instances into rounds, in order of arrival. A round contains an instance at
 * most once, because one warning changes how the next about the same instance is handled.
 */
function inRounds(warnings: readonly InterruptionWarning[]): readonly WarnedInstance[][] {
  const rounds: WarnedInstance[][] = [];
  const seen = new Map<string, number>();
  for (const warning of warnings) {
    for (const instanceId of warning.instanceIds) {
      const round = seen.get(instanceId) ?? 0;
      seen.set(instanceId, round + 1);
      (rounds[round] ??= []).push({ warning, instanceId });
    }
  }
  return rounds;
}

async function ingestRound(
  ports: IngestPorts,
  tx: Repositories,
  session: Session,
  round: readonly WarnedInstance[],
): Promise<readonly IngestedWarning[]> {
  const results: IngestedWarning[] = [];
  const fresh: FreshWarning[] = [];
  for (const warnedInstance of round) {
    const { kind } = warnedInstance.warning;
    const claim = session.claimByInstance.get(warnedInstance.instanceId);
    const node = session.nodeByInstance.get(warnedInstance.instanceId);
    if (claim === undefined && node === undefined) results.push({ kind, result: 'Foreign' });
    else if (claim?.state === 'Terminating') {
      await tightenTerminating(ports, tx, { session, claim, warnedInstance });
      results.push({ kind, result: 'Late' });
    } else fresh.push(toFreshWarning(ports, session, { warnedInstance, claim, node }));
  }
  return [...results, ...(await ingestFresh(ports, tx, session, fresh))];
}

/** A warning about a node that is not terminating. */
interface FreshWarning {
  readonly interruption: Interruption;
  /** `null` when the warning is only recorded. */
  readonly removal: Removal | null;
  readonly about: WarnedNode;
}

function toFreshWarning(
  ports: Pick<Ports, 'ids'>,
  session: Session,
  { warnedInstance, claim, node }: WarnedNode & { readonly warnedInstance: WarnedInstance },
): FreshWarning {
  const noted = claim === undefined || onlyNoted.includes(warnedInstance.warning.kind);
  if (noted) {
    const details = { claim, node, podUids: [], decisionId: null };
    const interruption = toInterruption(ports, session, warnedInstance, details);
    return { interruption, removal: null, about: { claim, node } };
  }
  const { view, now } = session;
  const instanceEndsAt = deadlineOf(warnedInstance.warning, now);
  const displaced = displacedBy(view, node, drainEndOf(claim, { instanceEndsAt }, now), now);
  const podUids = [...displaced.map(({ uid }) => uid), ...awaitedBy(session, claim)];
  const decisionId = ports.ids.next('dec');
  const details = { claim, node, podUids, decisionId };
  const interruption = toInterruption(ports, session, warnedInstance, details);
  return {
    interruption,
    about: { claim, node },
    removal: {
      decisionId,
      reason: 'Interrupted',
      claim,
      node,
      displaced,
      interruption,
      instanceEndsAt: interruption.deadline,
    },
  };
}

async function ingestFresh(
  ports: IngestPorts,
  tx: Repositories,
  session: Session,
  fresh: readonly FreshWarning[],
): Promise<readonly IngestedWarning[]> {
  if (fresh.length === 0) return [];
  // 1. The warnings: a warning that is recorded already has been handled.
  const inserted = await tx.interruptions.insert(...fresh.map(({ interruption }) => interruption));
  const unknown = fresh.filter(({ interruption }) => inserted.has(interruption.id));
  // 2. The nodes, their pods and their offerings
  const removals = unknown.flatMap(({ removal }) => removal ?? []);
  for (const leaving of await recordRemovals(ports, tx, removals)) {
    session.claimByInstance.set(leaving.instance?.instanceId, leaving);
  }
  for (const { interruption, about } of unknown) {
    for (const uid of interruption.podUids) session.displaced.add(uid);
    session.shown.push(...warned(about, interruption.kind));
  }
  await markOfferings(
    tx,
    session,
    removals.flatMap(({ interruption }) => interruption ?? []),
  );
  if (removals.length < unknown.length) await publishNodes(tx, session);
  return fresh.map(({ interruption: { id, kind }, removal }) => ({
    kind,
    result: !inserted.has(id) ? 'Duplicate' : removal === null ? 'Noted' : 'Drained',
  }));
}

/**
 * Sets an earlier end of a running termination if the warning has an earlier deadline.
 * @throws STATE.CONFLICT with a retry when another writer has changed the NodeClaim
 */
async function tightenTerminating(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  about: {
    readonly session: Session;
    readonly claim: NodeClaim;
    readonly warnedInstance: WarnedInstance;
  },
): Promise<void> {
  const { session, claim } = about;
  const { warning } = about.warnedInstance;
  if (!setsTime.includes(warning.kind) || warning.deadline === null) return;
  const tightened = await tightenTermination(ports, tx, claim, warning.deadline);
  if (tightened !== null) session.claimByInstance.set(claim.instance?.instanceId, tightened);
}

/** Returns when the instance ends; `null` when that is unknown. */
const deadlineOf = ({ kind, deadline }: InterruptionWarning, now: Instant): Instant | null =>
  isOver.includes(kind) ? now : deadline;

/** Returns the UIDs of pending pods that a NodeClaim, not yet initialized, was planned for. */
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
  const { kind, eventId, at } = warning;
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
    deadline: deadlineOf(warning, now),
    podUids,
    replacementRequestedAt: isActedOn && podUids.length === 0 ? now : null,
    replacementClaimIds: [],
    drainedAt: null,
    lostPods: [],
    endedAt: null,
  };
}

interface WarnedNode {
  readonly claim: NodeClaim | undefined;
  readonly node: CachedNode | undefined;
}

/** Returns the properties of the warned node, from its NodeClaim or from its labels. */
function describe({
  claim,
  node,
}: WarnedNode): Pick<
  Interruption,
  'nodeClaimId' | 'nodeName' | 'nodePool' | 'instanceType' | 'zone' | 'capacityType'
> {
  const instance = claim?.instance ?? null;
  const { instanceType, zone, capacityType } = instance ?? labelled(node);
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
  node: CachedNode | undefined,
): Pick<Interruption, 'instanceType' | 'zone' | 'capacityType'> {
  const offering = node === undefined ? null : offeringOf(node.labels, () => null);
  return offering ?? { instanceType: null, zone: null, capacityType: null };
}

/**
 * Marks the offerings of interrupted spot instances as unavailable for a while.
 * Source: karpenter aws.
 */
async function markOfferings(
  tx: Repositories,
  { cluster, now }: Session,
  interruptions: readonly Interruption[],
): Promise<void> {
  const lost = interruptions.flatMap(({ kind, instanceType, zone, capacityType }) =>
    kind === 'SpotInterrupted' && instanceType !== null && zone !== null && capacityType === 'spot'
      ? [{ instanceType, zone, capacityType, code: kind }]
      : [],
  );
  await tx.catalog.markUnavailable(cluster.id, lost, now + unavailableMs);
}

function publishNodes(tx: Repositories, { cluster, now }: Session): Promise<void> {
  return tx.changes.publish({ topic: 'nodes', clusterId: cluster.id, id: null, version: now });
}
