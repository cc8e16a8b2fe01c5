import type { Instant } from '@kerf/core';
import { annotationKeys, isAppError, messageOf, taintKeys } from '@kerf/core';
import { type BoundPod, isEvictable, type Taint, tolerates } from '@kerf/engine';
import type { NodeClaimTermination } from '../domain/node-claim/node-claim.js';
import { Sweep, type SweptObject } from '../domain/operation/sweep.js';
import type { AttachedVolume, CachedNode } from '../ports/cluster-cache.js';
import type { ClusterConnectionDetails } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';
import { podDeleted, podEvicted } from '../recording/events.js';

/** Lowest priority of `system-cluster-critical` and `system-node-critical`. */
const criticalPriority = 2_000_000_000;
/**
 * A pod that is this long past the end of its grace period no longer blocks the drain.
 * Source: karpenter utils/pod.
 */
const stuckMs = 60_000;
const shortestGraceMs = 1_000;
const disruptionTaint: Taint = { key: taintKeys.disrupted, value: '', effect: 'NoSchedule' };

type DrainPorts = Pick<Ports, 'clock' | 'gateway' | 'events' | 'memory' | 'meter'>;

/** The state of the drain of a node. */
export type DrainState =
  | { readonly kind: 'Drained' }
  /** Pods remain; `waitingFor` names the blocker of the next pods, `null` if there is none. */
  | { readonly kind: 'Draining'; readonly waitingFor: string | null };

/**
 * Runs one round of a node's drain: evicts the pods of the first tier that still has pods, except
 * pods with the annotation do-not-disrupt. Later tiers wait. A pod that a PodDisruptionBudget blocks
 * is tried again after 1 s, 2 s, 4 s, 8 s, then every 10 s. With a deadline, pods are deleted in time
 * for it, regardless of their PodDisruptionBudgets and tiers. A pod that the cluster refuses does not
 * keep the others from being evicted.
 * Source: karpenter node/termination/terminator/terminator.go (tiers, grace periods).
 * @throws CLUSTER.* when the cluster answers for no pod, or after the round for pods that were refused
 * for a cause that may pass
 */
export async function drainNode(
  ports: DrainPorts,
  connection: ClusterConnectionDetails,
  node: CachedNode,
  { deadline, reason }: Pick<NodeClaimTermination, 'deadline' | 'reason'>,
): Promise<DrainState> {
  const now = ports.clock.now();
  const pods = podsBlockingDeletion(node, now);
  const tier = tiersOf(pods).find(({ length }) => length > 0);
  if (tier === undefined) return { kind: 'Drained' };
  const outOfTime = deadline === null ? [] : pods.filter((pod) => isOutOfTime(pod, now, deadline));
  const sweep = new Sweep();
  for (const pod of outOfTime) {
    const leftMs = Math.max(deadline === null ? 0 : deadline - now, shortestGraceMs);
    await sweep.attempt(objectOf(pod), async () => {
      await ports.gateway.deletePod(connection, toPodRef(pod), leftMs);
      ports.events.record(connection.clusterId, [podDeleted(toPodRef(pod), leftMs)]);
      if (!pod.isTerminating)
        ports.meter.record(connection.clusterId, [{ kind: 'PodDrained', reason }]);
    });
  }
  const held: string[] = [];
  for (const pod of tier) {
    if (pod.isTerminating || outOfTime.includes(pod)) continue;
    if (!isEvictable(pod, now)) {
      held.push(
        `Pod ${pod.spec.namespace}/${pod.name} has the annotation ${annotationKeys.doNotDisrupt}`,
      );
      continue;
    }
    await sweep.attempt(objectOf(pod), async () => {
      const blocker = await evict(ports, connection, pod, { reason, now });
      if (blocker !== null) held.push(blocker);
    });
  }
  return { kind: 'Draining', waitingFor: held[0] ?? refusalOf(sweep) };
}

const objectOf = ({ uid: id, name, spec: { namespace } }: BoundPod): SweptObject => ({
  kind: 'Pod',
  id,
  name: `${namespace}/${name}`,
});

/**
 * Returns the first refusal as text; `null` if there is none.
 * @throws the refusals if the cause of one may pass
 */
function refusalOf(sweep: Sweep): string | null {
  const [first] = sweep.failures;
  const isLasting = sweep.failures.every(
    ({ error }) => isAppError(error) && error.retry.kind === 'never',
  );
  if (!isLasting) sweep.conclude();
  return first === undefined ? null : `Pod ${first.object.name}: ${messageOf(first.error)}`;
}

/**
 * Evicts a pod, unless it was blocked shortly before.
 * @returns what blocks the eviction, `null` if nothing does
 */
async function evict(
  ports: DrainPorts,
  connection: ClusterConnectionDetails,
  pod: BoundPod,
  { reason, now }: { readonly reason: NodeClaimTermination['reason']; readonly now: Instant },
): Promise<string | null> {
  const { clusterId } = connection;
  const recent = ports.memory.evictions.blocked(clusterId, pod.uid, now);
  if (recent !== null) return recent.message;
  const answer = await ports.gateway.evict(connection, toPodRef(pod));
  ports.meter.record(clusterId, [{ kind: 'EvictionAnswered', answer: answer.kind }]);
  if (answer.kind === 'Accepted') {
    ports.meter.record(clusterId, [{ kind: 'PodDrained', reason }]);
    ports.events.record(clusterId, [podEvicted(toPodRef(pod), reason)]);
  }
  if (answer.kind !== 'Blocked') return null;
  const { namespace } = pod.spec;
  const blocker =
    answer.pdb === null
      ? `${namespace}/${pod.name}: ${answer.message}`
      : `PodDisruptionBudget ${namespace}/${answer.pdb} blocks eviction of pod ${pod.name}`;
  ports.memory.evictions.recordBlocked(clusterId, pod.uid, blocker, now);
  return blocker;
}

/** Returns the pods that the drain of the node still waits for. */
export function podsBlockingDeletion({ pods }: CachedNode, now: Instant): readonly BoundPod[] {
  return pods.filter((pod) => !pod.isTerminal && isDrainable(pod, now));
}

/**
 * Returns the volumes that the node's termination waits for: all attached volumes, except those of
 * pods that stay on the node.
 * Source: karpenter node/termination/controller.go.
 */
export function volumesBlockingTermination(
  { pods, volumeAttachments }: CachedNode,
  now: Instant,
): readonly AttachedVolume[] {
  const staying = pods.filter((pod) => !isDrainable(pod, now));
  const excluded = new Set(staying.flatMap(({ spec }) => spec.volumes.map(({ claim }) => claim)));
  return volumeAttachments.filter(({ claim }) => claim === null || !excluded.has(claim));
}

/**
 * Returns true for a pod that a drain removes: it is not static, does not tolerate the disruption
 * taint, and is not stuck.
 * Source: karpenter utils/pod IsDrainable.
 */
function isDrainable(pod: BoundPod, now: Instant): boolean {
  if (pod.ownerKind === 'Node') return false;
  if (pod.terminatesAt !== null && now > pod.terminatesAt + stuckMs) return false;
  return !pod.spec.tolerations.some((toleration) => tolerates(toleration, disruptionTaint));
}

/**
 * Returns true when a pod has to be deleted now: only its grace period is left until the deadline,
 * or it is terminating and would end after the deadline.
 */
function isOutOfTime(pod: BoundPod, now: Instant, deadline: Instant): boolean {
  return pod.terminatesAt === null
    ? now >= deadline - pod.gracePeriodMs
    : pod.terminatesAt > deadline;
}

/**
 * Returns the pods in eviction order: ordinary pods, DaemonSet pods, critical pods, critical
 * DaemonSet pods.
 */
export function tiersOf(pods: readonly BoundPod[]): readonly (readonly BoundPod[])[] {
  const isDaemon = (pod: BoundPod): boolean => pod.ownerKind === 'DaemonSet';
  const isCritical = (pod: BoundPod): boolean => pod.spec.priority >= criticalPriority;
  return [
    pods.filter((pod) => !isCritical(pod) && !isDaemon(pod)),
    pods.filter((pod) => !isCritical(pod) && isDaemon(pod)),
    pods.filter((pod) => isCritical(pod) && !isDaemon(pod)),
    pods.filter((pod) => isCritical(pod) && isDaemon(pod)),
  ];
}

const toPodRef = (pod: BoundPod) => ({
  namespace: pod.spec.namespace,
  name: pod.name,
  uid: pod.uid,
});
