import { createHash } from 'node:crypto';
import { toTimestamp } from '../api/timestamp.js';
import type {
  ContainerState,
  ContainerStatus,
  Pod,
  PodCondition,
  PodStatus,
} from '../resources/types/pod.js';

/** A pod's status as its kubelet reports it, step by step. */

export interface PodPlace {
  readonly hostIp: string;
  readonly podIp: string;
}

/** Returns the status of an accepted pod whose containers are being created. */
export function creatingStatus(pod: Pod, place: PodPlace, now: number): PodStatus {
  return {
    ...pod.status,
    phase: 'Pending',
    hostIP: place.hostIp,
    hostIPs: [{ ip: place.hostIp }],
    startTime: pod.status?.startTime ?? toTimestamp(now),
    conditions: conditions(pod, now, {
      PodReadyToStartContainers: 'False',
      Initialized: 'True',
      Ready: 'False',
      ContainersReady: 'False',
    }),
    containerStatuses: pod.spec.containers.map(({ name, image = '' }) => ({
      name,
      image,
      imageID: '',
      lastState: {},
      ready: false,
      started: false,
      restartCount: 0,
      state: { waiting: { reason: 'ContainerCreating' } },
    })),
  };
}

export function runningStatus(pod: Pod, place: PodPlace, now: number, isReady: boolean): PodStatus {
  const startedAt = toTimestamp(now);
  return {
    ...pod.status,
    phase: 'Running',
    podIP: place.podIp,
    podIPs: [{ ip: place.podIp }],
    conditions: conditions(pod, now, {
      PodReadyToStartContainers: 'True',
      Initialized: 'True',
      Ready: isReady ? 'True' : 'False',
      ContainersReady: isReady ? 'True' : 'False',
    }),
    containerStatuses: pod.spec.containers.map(({ name, image = '' }, index) => {
      const before = pod.status?.containerStatuses?.[index];
      return {
        ...ids(pod, name, image),
        lastState: before?.lastState ?? {},
        ready: isReady,
        started: true,
        restartCount: before?.restartCount ?? 0,
        state: before?.state.running === undefined ? { running: { startedAt } } : before.state,
      };
    }),
  };
}

/** Returns the status after a container was restarted. */
export function restartedStatus(pod: Pod, exitCode: number, now: number): PodStatus {
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((status) => ({
    ...status,
    restartCount: status.restartCount + 1,
    lastState: terminated(status, exitCode, now),
    state: { running: { startedAt: toTimestamp(now) } },
  }));
  return { ...pod.status, containerStatuses };
}

export function endedStatus(pod: Pod, exitCode: number, now: number): PodStatus {
  const hasSucceeded = exitCode === 0;
  const reason = hasSucceeded ? 'PodCompleted' : 'PodFailed';
  return {
    ...pod.status,
    phase: hasSucceeded ? 'Succeeded' : 'Failed',
    conditions: conditions(
      pod,
      now,
      {
        PodReadyToStartContainers: 'False',
        Initialized: 'True',
        Ready: 'False',
        ContainersReady: 'False',
      },
      reason,
    ),
    containerStatuses: (pod.status?.containerStatuses ?? []).map((status) => ({
      ...status,
      ready: false,
      started: false,
      state: terminated(status, exitCode, now),
    })),
  };
}

function terminated({ state }: ContainerStatus, exitCode: number, now: number): ContainerState {
  const finishedAt = toTimestamp(now);
  const startedAt = state.running?.startedAt ?? finishedAt;
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { terminated: { exitCode, reason, startedAt, finishedAt } };
}

function ids(pod: Pod, name: string, image: string) {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  return {
    name,
    image,
    imageID: `${image.replace(/:[^/:]*$/, '')}@sha256:${digest(image)}`,
    containerID: `containerd://${digest(`${pod.metadata.uid}/${name}`)}`,
  };
}

/** Returns the conditions with changes; unchanged ones keep their times. */
function conditions(
  pod: Pod,
  now: number,
  statuses: Readonly<Record<string, string>>,
  falseReason?: string,
): readonly PodCondition[] {
  const known = pod.status?.conditions ?? [];
  const time = toTimestamp(now);
  const set = Object.entries(statuses).map(([type, status]): PodCondition => {
    const before = known.find((condition) => condition.type === type);
    const isReasoned = status === 'False' && falseReason !== undefined && type.endsWith('Ready');
    return {
      type,
      observedGeneration: pod.metadata.generation ?? 1,
      status,
      lastProbeTime: null,
      lastTransitionTime: before?.status === status ? (before.lastTransitionTime ?? time) : time,
      ...(isReasoned ? { reason: falseReason } : {}),
    };
  });
  return [...set, ...known.filter(({ type }) => statuses[type] === undefined)];
}
