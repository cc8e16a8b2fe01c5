import { type DurationMs, type Instant, toTimestamp } from '@kerf/core';
import type { BudgetStatus, LaunchReason, PoolRefusal, Reason } from '@kerf/engine';
import type { NodeClaim, TerminationReason } from '../domain/node-claim/node-claim.js';
import { terminationText } from '../domain/node-claim/termination-text.js';
import { reasonText, unschedulableText } from '../domain/text/reason-text.js';
import type { ImpairedInstance } from '../ports/cloud-provider.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import type { ClusterEvent, PodRef } from '../ports/cluster-gateway.js';

/*
 * The Kubernetes Events that Karpenter users know, with Karpenter's reasons and intervals.
 * Source: karpenter pkg/controllers/{provisioning/scheduling,disruption,node/termination/terminator,nodeclaim/lifecycle}
 * events @v1.14.1. See also interruption-events.ts.
 */

const minute: DurationMs = 60_000;
/** Returns whole seconds, rounded up. */
export const seconds = (ms: DurationMs): number => Math.ceil(ms / 1_000);

type About = ClusterEvent['about'];
/** The content of an Event. */
export type EventText = Pick<NotedEvent, 'type' | 'reason' | 'message'>;

const ofPod = ({ namespace, name, uid }: PodRef): About => ({ kind: 'Pod', namespace, name, uid });
/** Returns the reference of a node that Events are recorded on. */
export const ofNode = ({ name, uid }: Pick<CachedNode, 'name' | 'uid'>): About => ({
  kind: 'Node',
  name,
  uid,
});
/** Returns the reference of a NodeClaim that Events are recorded on. */
export const ofClaim = ({ name, standalone }: Pick<NodeClaim, 'name' | 'standalone'>): About => ({
  kind: 'NodeClaim',
  name,
  uid: standalone?.objectUid ?? null,
});

/** A NodeClaim with its node, which Events are recorded on. */
export interface NodeOfClaim {
  readonly claim: Pick<NodeClaim, 'name' | 'standalone'>;
  /** `undefined` while the NodeClaim has no node. */
  readonly node: Pick<CachedNode, 'name' | 'uid'> | undefined;
}

/** Returns the same Event for the NodeClaim and, if present, its node. */
export function onBoth(
  { claim, node }: NodeOfClaim,
  text: EventText & Partial<NotedEvent>,
): readonly NotedEvent[] {
  const ofItsNode = node === undefined ? [] : [{ about: ofNode(node), ...text }];
  return [{ about: ofClaim(claim), ...text }, ...ofItsNode];
}

/** How often the Event of an object that stays refused is written again: Events are kept for an hour. */
const refusedEveryMs: DurationMs = 10 * minute;

/** Returns the Event of an object that Kerf refuses as it is. */
export const objectRefused = (about: About, message: string): NotedEvent => ({
  about,
  type: 'Warning',
  reason: 'ValidationFailed',
  message,
  dedupeBy: message,
  dedupeMs: refusedEveryMs,
});

/** Returns the Event of a pod that is nominated to a planned or existing node. */
export function podNominated(
  pod: PodRef,
  to: { readonly node: string } | { readonly nodeClaim: string },
): NotedEvent {
  const target = 'node' in to ? `node/${to.node}` : `nodeclaim/${to.nodeClaim}`;
  return {
    about: ofPod(pod),
    type: 'Normal',
    reason: 'Nominated',
    message: `Pod should schedule on ${target}`,
    dedupeBy: target,
    isNomination: true,
  };
}

/** Returns the Event of a pod that no NodePool can serve. */
export function podUnschedulable(
  pod: PodRef,
  why: { readonly reasons: readonly Reason[]; readonly byNodePool: readonly PoolRefusal[] },
): NotedEvent {
  return {
    about: ofPod(pod),
    type: 'Warning',
    reason: 'FailedScheduling',
    message: `Failed to schedule pod, ${unschedulableText(why)}`,
    dedupeMs: 5 * minute,
  };
}

/** Returns the Event of a NodePool whose requirements no instance type matches. */
export function noCompatibleInstanceTypes(nodePool: string): NotedEvent {
  return {
    about: { kind: 'NodePool', name: nodePool, uid: null },
    type: 'Warning',
    reason: 'NoCompatibleInstanceTypes',
    message: 'NodePool requirements filtered out all compatible available instance types',
    dedupeMs: minute,
  };
}

/** Codes that block every disruption of a node. */
const blocking: ReadonlySet<Reason['code']> = new Set([
  'NOT_INITIALIZED',
  'TERMINATING',
  'NOMINATED',
  'WITHOUT_NODE_POOL',
  'NODE_POOL_UNKNOWN',
  'NO_INSTANCE_TYPES',
  'NODE_POOL_UNREADABLE',
  'NODE_DO_NOT_DISRUPT',
  'NODE_DO_NOT_REPAIR',
  'POD_DO_NOT_DISRUPT',
  'PDB_BLOCKS',
  'MULTIPLE_PDBS',
]);
/** Returns true if the reason blocks every disruption of a node. */
export const blocksDisruption = ({ code }: Reason): boolean => blocking.has(code);

const unconsolidatable: ReadonlySet<Reason['code']> = new Set([
  'CONSOLIDATION_DISABLED',
  'SAVING_TOO_SMALL',
  'SCORE_TOO_LOW',
  'NOT_EMPTY',
  'PODS_UNSCHEDULABLE',
  'MULTIPLE_REPLACEMENTS',
  'PRICE_UNKNOWN',
  'NO_CHEAPER_REPLACEMENT',
  'MIN_VALUES_UNMET',
  'SPOT_TO_SPOT_DISABLED',
  'SPOT_INFLEXIBLE',
]);

/**
 * Returns the Events of a node whose disruption is blocked, or that is not consolidatable. Empty
 * for reasons that Karpenter does not report.
 */
export function nodeBlocked(about: NodeOfClaim, reasons: readonly Reason[]): readonly NotedEvent[] {
  const block = reasons.find(({ code }) => blocking.has(code));
  if (block !== undefined) {
    const message = `Cannot disrupt Node: ${reasonText(block)}`;
    return onBoth(about, { type: 'Normal', reason: 'DisruptionBlocked', message });
  }
  const obstacle = reasons.find(({ code }) => unconsolidatable.has(code));
  if (obstacle === undefined) return [];
  return onBoth(about, {
    type: 'Normal',
    reason: 'Unconsolidatable',
    message: reasonText(obstacle),
    dedupeMs: 15 * minute,
  });
}

/** Returns the Event of a NodePool that may not launch nodes in a zone because of a zonal shift. */
export function zonalShiftActive(nodePool: string, zone: ShiftedZone): NotedEvent {
  return {
    about: { kind: 'NodePool', name: nodePool, uid: null },
    type: 'Warning',
    reason: 'ZonalShiftActive',
    message: `Zonal shift detected: offerings in zone ${zone.name} (${zone.id}) are unavailable for this NodePool`,
    dedupeBy: zone.id,
  };
}

/** Returns the Event of a NodePool that may launch nodes in a zone again. */
export function zonalShiftCleared(nodePool: string, zone: ShiftedZone): NotedEvent {
  return {
    about: { kind: 'NodePool', name: nodePool, uid: null },
    type: 'Normal',
    reason: 'ZonalShiftCleared',
    message: `Zonal shift cleared: offerings in zone ${zone.name} (${zone.id}) are available again for this NodePool`,
    dedupeBy: zone.id,
  };
}

/** A zone with a zonal shift. */
export interface ShiftedZone {
  readonly id: string;
  /** E.g. `us-east-1a`. */
  readonly name: string;
}

/** Returns the Event of an EC2NodeClass whose deletion waits for NodeClaims. */
export function nodeClassInUse(
  { name, uid }: { readonly name: string; readonly uid: string },
  nodeClaims: readonly string[],
): NotedEvent {
  const shown = nodeClaims.slice(0, 5).join(', ');
  const further = nodeClaims.length > 5 ? ` and ${nodeClaims.length - 5} other(s)` : '';
  return {
    about: { kind: 'EC2NodeClass', name, uid },
    type: 'Normal',
    reason: 'WaitingOnNodeClaimTermination',
    message: `Waiting on NodeClaim termination for ${shown}${further}`,
    dedupeMs: 10 * minute,
  };
}

/** Returns the Event of a NodePool whose budgets allow no disruption now. */
export function budgetExhausted({ nodePool, reason }: BudgetStatus): NotedEvent {
  return {
    about: { kind: 'NodePool', name: nodePool, uid: null },
    type: 'Normal',
    reason: 'DisruptionBlocked',
    message: `No allowed disruptions for disruption reason ${reason} due to blocking budget`,
    dedupeBy: reason,
    dedupeMs: minute,
  };
}

/** Returns the Event of a NodeClaim that replaces a disrupted node. */
export function replacementLaunching(claim: NodeClaim, reason: string): NotedEvent {
  return {
    about: ofClaim(claim),
    type: 'Normal',
    reason: 'DisruptionLaunching',
    message: `Launching NodeClaim: ${reason}`,
    dedupeBy: reason,
  };
}

/** Returns the Events of a node that is removed before its replacement; none of Karpenter's reasons. */
export const terminatesFirst = (about: NodeOfClaim, message: string): readonly NotedEvent[] =>
  onBoth(about, { type: 'Warning', reason: 'DisruptionTerminatesFirst', message });

/** Returns the Event of a replacement that is not initialized yet. */
export function replacementAwaited(claim: NodeClaim): NotedEvent {
  return {
    about: ofClaim(claim),
    type: 'Normal',
    reason: 'DisruptionWaitingReadiness',
    message: 'Waiting on readiness to continue disruption',
  };
}

/** Returns the Events of a NodeClaim and node whose termination begins. */
export function terminating(about: NodeOfClaim, reason: TerminationReason): readonly NotedEvent[] {
  const message = `Disrupting Node: ${terminationText[reason]}`;
  return onBoth(about, { type: 'Normal', reason: 'DisruptionTerminating', message });
}

/**
 * Returns the Events of a node whose termination grace period is about to end.
 * @param leftMs time until its pods are deleted regardless of their PodDisruptionBudgets
 */
export function gracePeriodExpiring(about: NodeOfClaim, leftMs: DurationMs): readonly NotedEvent[] {
  return onBoth(about, {
    type: 'Warning',
    reason: 'TerminationGracePeriodExpiring',
    message:
      leftMs > 0
        ? `All pods will be deleted in ${seconds(leftMs)} s`
        : 'All pods are being deleted',
  });
}

/** Returns the Event of a pod whose annotation do-not-disrupt has no effect. */
export function protectionInvalid(pod: PodRef, value: string): NotedEvent {
  return {
    about: ofPod(pod),
    type: 'Warning',
    reason: 'InvalidDoNotDisruptAnnotation',
    message: `The annotation karpenter.sh/do-not-disrupt has no effect: ${JSON.stringify(value)} is neither "true" nor a duration such as 30m`,
  };
}

/** Returns the Event of a pod that its annotation do-not-disrupt protects until a time. */
export function protectedUntil(pod: PodRef, until: Instant): NotedEvent {
  const time = toTimestamp(until);
  return {
    about: ofPod(pod),
    type: 'Normal',
    reason: 'DoNotDisruptUntil',
    message: `The karpenter.sh/do-not-disrupt grace period will elapse at ${time}`,
    dedupeBy: time,
  };
}

/** Returns the Event of a pod that its annotation do-not-disrupt protects no longer. */
export function protectionElapsed(pod: PodRef): NotedEvent {
  return {
    about: ofPod(pod),
    type: 'Normal',
    reason: 'DoNotDisruptGracePeriodElapsed',
    message: 'The karpenter.sh/do-not-disrupt grace period has elapsed, pod is now disruptable',
  };
}

/** Returns the Event of an evicted pod. */
export function podEvicted(pod: PodRef, reason: TerminationReason): NotedEvent {
  return {
    about: ofPod(pod),
    type: 'Normal',
    reason: 'Evicted',
    message: `Evicted pod: ${terminationText[reason]}`,
  };
}

/** Returns the Event of a pod that is deleted regardless of its PodDisruptionBudget. */
export function podDeleted(pod: PodRef, graceMs: DurationMs): NotedEvent {
  return {
    about: ofPod(pod),
    type: 'Normal',
    reason: 'Disrupted',
    message: `Deleting the pod, because the terminationGracePeriod of its node ends; the pod was granted ${seconds(graceMs)} seconds of grace-period`,
  };
}

/** Returns the Event of a node that could not be drained. */
export function drainFailed(
  node: Pick<CachedNode, 'name' | 'uid'>,
  left: { readonly pods: number; readonly waitingFor: string },
): NotedEvent {
  return {
    about: ofNode(node),
    type: 'Warning',
    reason: 'FailedDraining',
    message: `Failed to drain node, ${left.pods} pods are waiting to be evicted: ${left.waitingFor}`,
  };
}

/** Returns the Events of a node with less capacity than expected, one for each resource. */
export function consistencyCheckFailed(
  claim: NodeOfClaim['claim'],
  issues: readonly string[],
): readonly NotedEvent[] {
  return issues.map((message) => ({
    about: ofClaim(claim),
    type: 'Warning',
    reason: 'FailedConsistencyCheck',
    message,
    dedupeMs: 10 * minute,
  }));
}

/**
 * Returns the Events of an unhealthy node and its NodePool: it is not repaired because many nodes are
 * unhealthy.
 */
export function nodeRepairBlocked(
  about: NodeOfClaim & { readonly claim: Pick<NodeClaim, 'nodePool'> },
): readonly NotedEvent[] {
  const { nodePool } = about.claim;
  const event = {
    type: 'Warning',
    reason: 'NodeRepairBlocked',
    message: `More than 20% of the nodes${nodePool === null ? '' : ` of NodePool ${nodePool}`} are unhealthy`,
    dedupeMs: 15 * minute,
  } as const;
  return [
    ...onBoth(about, event),
    ...(nodePool === null
      ? []
      : [{ ...event, about: { kind: 'NodePool', name: nodePool, uid: null } as const }]),
  ];
}

/** Returns the Events of an instance that is terminated because its status check fails. */
export function instanceImpaired(
  about: NodeOfClaim,
  check: ImpairedInstance['check'],
): readonly NotedEvent[] {
  return onBoth(about, {
    type: 'Warning',
    reason: 'InstanceUnhealthy',
    message: `An unhealthy warning was triggered: the ${check === 'System' ? 'system' : 'instance'} status check of EC2 fails`,
  });
}

/** Returns the Event of a drained node whose volumes are not detached yet. */
export function volumeDetachmentAwaited(
  node: Pick<CachedNode, 'name' | 'uid'>,
  volumes: number,
): NotedEvent {
  return {
    about: ofNode(node),
    type: 'Warning',
    reason: 'AwaitingVolumeDetachment',
    message: `Waiting for the deletion of ${volumes} VolumeAttachments of the node`,
  };
}

/** Returns the Events of a node that could not be terminated. */
export function terminationFailed(about: NodeOfClaim, message: string): readonly NotedEvent[] {
  return onBoth(about, {
    type: 'Warning',
    reason: 'FailedTermination',
    message: `Failed to terminate the instance: ${message}`,
  });
}

/** Returns the Event of a node that joined without the unregistered taint. */
export function taintMissing(claim: NodeClaim): NotedEvent {
  return {
    about: ofClaim(claim),
    type: 'Warning',
    reason: 'UnregisteredTaintMissing',
    message:
      'Missing karpenter.sh/unregistered taint which prevents registration-related race conditions',
  };
}

/**
 * Karpenter's reasons where they exist. Karpenter retries a launch that AWS refuses and records no
 * Event.
 */
const launchReasons = {
  INSUFFICIENT_CAPACITY: 'InsufficientCapacityError',
  NODE_CLASS_NOT_READY: 'NodeClassNotReady',
  LAUNCH_REFUSED: 'LaunchFailed',
  LAUNCH_WITHHELD: 'LaunchWithheld',
} as const satisfies Readonly<Record<LaunchReason['code'], string>>;

/** Returns the Event of a NodeClaim that was not launched. */
export function launchFailed(claim: NodeClaim, failure: LaunchReason): NotedEvent {
  return {
    about: ofClaim(claim),
    type: 'Warning',
    reason: launchReasons[failure.code],
    message: `NodeClaim ${claim.name} was not launched: ${failure.detail}`,
  };
}

/** Returns the Event of a pod whose NodeClaim was not launched, because AWS has no capacity. */
export function capacityMissing(pod: PodRef, claim: NodeClaim, detail: string): NotedEvent {
  return {
    about: ofPod(pod),
    type: 'Warning',
    reason: launchReasons.INSUFFICIENT_CAPACITY,
    message: `NodeClaim ${claim.name}, nominated for this pod, was not launched: ${detail}`,
    dedupeMs: 5 * minute,
  };
}
