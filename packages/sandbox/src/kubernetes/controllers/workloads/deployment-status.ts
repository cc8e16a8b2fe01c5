import { toTimestamp } from '../../api/timestamp.js';
import type { Condition } from '../../resources/types/common.js';
import type { Deployment, DeploymentStatus, ReplicaSet } from '../../resources/types/workload.js';

/** A Deployment's ReplicaSets: the one of its current template, and all of them. */
export interface ReplicaSets {
  readonly current: ReplicaSet | null;
  readonly all: readonly ReplicaSet[];
}

/**
 * Returns the status of a Deployment.
 * @param terminating number of pods in deletion
 */
export function deploymentStatus(
  deployment: Deployment,
  { current, all }: ReplicaSets,
  limits: { readonly maxUnavailable: number; readonly terminating: number },
  now: number,
): DeploymentStatus {
  const desired = deployment.spec.replicas ?? 1;
  const sum = (read: (set: ReplicaSet) => number | undefined): number =>
    all.reduce((count, set) => count + (read(set) ?? 0), 0);
  const replicas = sum(({ status }) => status?.replicas);
  const ready = sum(({ status }) => status?.readyReplicas);
  const available = sum(({ status }) => status?.availableReplicas);
  const updated = current?.status?.replicas ?? 0;
  const unavailable = Math.max(desired - available, replicas - available, 0);
  const counts = { replicas, available, updated };
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...(replicas === 0 ? {} : { replicas }),
    ...(updated === 0 ? {} : { updatedReplicas: updated }),
    ...(ready === 0 ? {} : { readyReplicas: ready }),
    ...(available === 0 ? {} : { availableReplicas: available }),
    ...(unavailable === 0 ? {} : { unavailableReplicas: unavailable }),
    terminatingReplicas: limits.terminating,
    conditions: [
      merged(deployment, availableCondition(available >= desired - limits.maxUnavailable), now),
      ...progress(deployment, current, counts, now),
      ...failures(deployment, current, now),
    ],
  };
}

type Draft = Pick<Condition, 'type'> & {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
};

function availableCondition(isAvailable: boolean): Draft {
  return isAvailable
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
}

function progress(
  deployment: Deployment,
  current: ReplicaSet | null,
  counts: { readonly replicas: number; readonly available: number; readonly updated: number },
  now: number,
): readonly Condition[] {
  if (current === null) return [];
  const desired = deployment.spec.replicas ?? 1;
  const name = current.metadata.name;
  const isComplete =
    counts.updated === desired && counts.replicas === desired && counts.available === desired;
  if (isComplete) {
    const message = `ReplicaSet "${name}" has successfully progressed.`;
    return [
      merged(
        deployment,
        { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', message },
        now,
      ),
    ];
  }
  if (isOverdue(deployment, now)) {
    const message = `ReplicaSet "${name}" has timed out progressing.`;
    return [
      merged(
        deployment,
        { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message },
        now,
      ),
    ];
  }
  const previous = deployment.status;
  const hasMoved =
    (previous?.updatedReplicas ?? 0) !== counts.updated ||
    (previous?.availableReplicas ?? 0) !== counts.available ||
    (previous?.replicas ?? 0) !== counts.replicas;
  const message = `ReplicaSet "${name}" is progressing.`;
  const draft = { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', message };
  return [merged(deployment, draft, now, hasMoved)];
}

/** Condition of a ReplicaSet that cannot create pods, and of its Deployment. */
export const replicaFailure = 'ReplicaFailure';

function failures(
  deployment: Deployment,
  current: ReplicaSet | null,
  now: number,
): readonly Condition[] {
  const failure = current?.status?.conditions?.find(({ type }) => type === replicaFailure);
  if (failure === undefined) return [];
  const { type, status, reason = '', message = '' } = failure;
  return [merged(deployment, { type, status, reason, message }, now)];
}

function conditionOf({ status }: Deployment, type: string): Condition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

/** Returns true if a rollout made no progress until its deadline. Scaling alone has no deadline. */
function isOverdue(deployment: Deployment, now: number): boolean {
  const progressing = conditionOf(deployment, 'Progressing');
  if (progressing === undefined || progressing.reason === 'NewReplicaSetAvailable') return false;
  if (progressing.reason === 'ProgressDeadlineExceeded') return true;
  const seconds = deployment.spec.progressDeadlineSeconds ?? 600;
  return now - Date.parse(progressing.lastUpdateTime ?? '') > seconds * 1000;
}

/** Returns the condition; times of an equal previous condition are kept. */
function merged(deployment: Deployment, draft: Draft, now: number, hasMoved = false): Condition {
  const before = conditionOf(deployment, draft.type);
  const time = toTimestamp(now);
  const isSame =
    before?.status === draft.status &&
    before.reason === draft.reason &&
    before.message === draft.message;
  return {
    ...draft,
    lastUpdateTime: isSame && !hasMoved ? (before.lastUpdateTime ?? time) : time,
    lastTransitionTime:
      before?.status === draft.status ? (before.lastTransitionTime ?? time) : time,
  };
}
