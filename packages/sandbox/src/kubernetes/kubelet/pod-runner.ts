import { createHash } from 'node:crypto';
import type { CancelTimer, SandboxClock } from '../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../api/cluster-api.js';
import type { EventRecorder } from '../controllers/event-recorder.js';
import { areVolumesAttached } from '../controllers/objects/volume-attachments.js';
import { isFinished } from '../controllers/pods/pod-state.js';
import { hasDevices } from '../devices/pod-claims.js';
import { isReady } from '../resources/is-ready.js';
import { kinds } from '../resources/kind.js';
import type { Pod, PodStatus } from '../resources/types/pod.js';
import type { PodAddresses } from './pod-addresses.js';
import { creatingStatus, endedStatus, restartedStatus, runningStatus } from './pod-status.js';
import { exitCodeOf, runTimeMs, shutdownMs } from './run-time.js';

const component = 'kubelet';

/** Range of the time to create a container. */
const fastestStartMs = 800;
const slowestStartMs = 2_000;
const restartBackoffMs = 10_000;
/** How often a pod is looked at that lacks volumes or devices. */
const preparationPollMs = 500;

export interface PodRunnerOptions {
  readonly api: ClusterApi;
  readonly clock: SandboxClock;
  readonly events: EventRecorder;
  readonly addresses: PodAddresses;
}

/** The next step of a pod, with its timer. */
interface Pending {
  readonly step: string;
  readonly cancel: CancelTimer;
}

/** Runs the lifecycle of pods: created, running, ready, and finished or deleted. */
export class PodRunner {
  readonly #options: PodRunnerOptions;
  readonly #pending = new Map<string, Pending>();

  constructor(options: PodRunnerOptions) {
    this.#options = options;
  }

  /**
   * Starts the next step of a pod.
   * @param hostIp address of its node
   */
  sync(pod: Pod, hostIp: string): void {
    if (pod.metadata.deletionTimestamp !== undefined) this.#stop(pod);
    else if (!isFinished(pod.status?.phase)) this.#advance(pod, hostIp);
  }

  /** Cancels the steps of a pod whose node is gone. */
  cancel(pod: Pod): void {
    this.#pending.get(pod.metadata.uid)?.cancel();
    this.#pending.delete(pod.metadata.uid);
  }

  #advance(pod: Pod, hostIp: string): void {
    const status = pod.status ?? {};
    if (status.startTime === undefined) {
      this.#write(pod, (current) =>
        creatingStatus(current, this.#placeOf(current, hostIp), this.#now()),
      );
    } else if (status.phase !== 'Running') {
      this.#schedule(pod, 'run', startMs(pod), (current) => this.#run(current, hostIp));
    } else if (!isReady(pod)) {
      this.#schedule(pod, 'ready', probeDelayMs(pod), (current) =>
        this.#markReady(current, hostIp),
      );
    } else {
      const durationMs = runTimeMs(pod);
      if (durationMs !== null)
        this.#schedule(pod, 'end', this.#remainingMs(pod, durationMs), (one) => this.#end(one));
    }
  }

  /** Schedules a step, unless it is scheduled already. */
  #schedule(pod: Pod, step: string, simulatedMs: number, task: (pod: Pod) => void): void {
    const { uid, namespace, name } = pod.metadata;
    const known = this.#pending.get(uid);
    if (known?.step === step) return;
    known?.cancel();
    const cancel = this.#options.clock.after(simulatedMs, () => {
      this.#pending.delete(uid);
      const current = this.#options.api.find(kinds.pod, namespace, name);
      if (current?.metadata.uid === uid) task(current);
    });
    this.#pending.set(uid, { step, cancel });
  }

  #run(pod: Pod, hostIp: string): void {
    const { api } = this.#options;
    if (!areVolumesAttached(api, pod) || !hasDevices(api, pod)) {
      this.#schedule(pod, 'prepare', preparationPollMs, (current) => this.#run(current, hostIp));
      return;
    }
    const place = this.#placeOf(pod, hostIp);
    const isReadyAtOnce = probeDelayMs(pod) === 0;
    this.#write(pod, (current) => runningStatus(current, place, this.#now(), isReadyAtOnce));
    for (const { name } of pod.spec.containers) {
      const message = `Started container ${name}`;
      this.#options.events.record(pod, component, { type: 'Normal', reason: 'Started', message });
    }
  }

  #markReady(pod: Pod, hostIp: string): void {
    this.#write(pod, (current) =>
      runningStatus(current, this.#placeOf(current, hostIp), this.#now(), true),
    );
  }

  #end(pod: Pod): void {
    const exitCode = exitCodeOf(pod);
    const { restartPolicy = 'Always' } = pod.spec;
    const restarts =
      restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && exitCode !== 0);
    if (!restarts) {
      this.#write(pod, (current) => endedStatus(current, exitCode, this.#now()));
      return;
    }
    this.#schedule(pod, 'restart', restartBackoffMs, (current) =>
      this.#write(current, (one) => restartedStatus(one, exitCode, this.#now())),
    );
  }

  /** Stops a deleted pod; a second deletion with a shorter grace period stops it sooner. */
  #stop(pod: Pod): void {
    const { deletionGracePeriodSeconds = 0 } = pod.metadata;
    const step = `stop within ${deletionGracePeriodSeconds}`;
    if (this.#pending.get(pod.metadata.uid)?.step === step) return;
    for (const { name } of pod.spec.containers) {
      const message = `Stopping container ${name}`;
      this.#options.events.record(pod, component, { type: 'Normal', reason: 'Killing', message });
    }
    this.#schedule(pod, step, shutdownMs(pod), (current) => this.#remove(current));
  }

  #remove(pod: Pod): void {
    const exitCode = pod.spec.restartPolicy === 'Always' ? 0 : 143;
    if (!isFinished(pod.status?.phase)) {
      this.#write(pod, (current) => endedStatus(current, exitCode, this.#now()));
    }
    this.#options.addresses.release(pod.metadata.uid);
    this.#options.api.delete(pod, { gracePeriodSeconds: 0 });
  }

  #write(pod: Pod, change: (pod: Pod) => PodStatus): void {
    this.#options.api.updateStatus(kinds.pod, pod, (current) => ({
      ...current,
      status: change(current),
    }));
  }

  #placeOf(pod: Pod, hostIp: string) {
    const known = pod.status?.podIP;
    const podIp =
      pod.spec.hostNetwork === true
        ? hostIp
        : (known ?? this.#options.addresses.take(pod.metadata.uid, hostIp));
    return { hostIp, podIp };
  }

  /** Returns the remaining run time, for pods started before a restart of the sandbox. */
  #remainingMs(pod: Pod, durationMs: number): number {
    const startedAt = pod.status?.containerStatuses?.[0]?.state.running?.startedAt;
    const elapsedMs = startedAt === undefined ? 0 : this.#now() - Date.parse(startedAt);
    return Math.max(durationMs - elapsedMs, 0);
  }

  #now(): number {
    return this.#options.clock.now();
  }
}

/** Returns a start time that differs between pods and is the same in each run. */
function startMs({ metadata }: Pod): number {
  const share = (createHash('md5').update(metadata.name).digest()[0] ?? 0) / 255;
  return fastestStartMs + share * (slowestStartMs - fastestStartMs);
}

function probeDelayMs({ spec }: Pod): number {
  const delays = spec.containers.map(
    ({ readinessProbe }) => readinessProbe?.initialDelaySeconds ?? 0,
  );
  return Math.max(0, ...delays) * 1000;
}
