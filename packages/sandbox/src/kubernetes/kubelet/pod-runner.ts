import { createHash } from 'node:crypto';
import type { CancelTimer, SandboxClock } from '../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../api/cluster-api.js';
import type { EventRecorder } from '../controllers/event-recorder.js';
import { isFinished, isReady } from '../controllers/pods/pod-state.js';
import { kinds } from '../resources/kind.js';
import type { Pod, PodStatus } from '../resources/types/pod.js';
import type { PodAddresses } from './pod-addresses.js';
import { creatingStatus, endedStatus, restartedStatus, runningStatus } from './pod-status.js';
import { exitCodeOf, runLengthMs, shutdownMs } from './run-length.js';

const component = 'kubelet';

/** Making a container takes between these. */
const fastestStartMs = 800;
const slowestStartMs = 2_000;
const restartBackoffMs = 10_000;

export interface PodRunnerOptions {
  readonly api: ClusterApi;
  readonly clock: SandboxClock;
  readonly events: EventRecorder;
  readonly addresses: PodAddresses;
}

/** What a pod is waiting for, and the timer that will bring it. */
interface Pending {
  readonly step: string;
  readonly cancel: CancelTimer;
}

/** Leads pods through their lives: made, running, ready, ended by themselves or by request. */
export class PodRunner {
  readonly #options: PodRunnerOptions;

  readonly #pending = new Map<string, Pending>();

  constructor(options: PodRunnerOptions) {
    this.#options = options;
  }

  /** Looks what a pod needs next. @param hostIp of its node */
  sync(pod: Pod, hostIp: string): void {
    if (pod.metadata.deletionTimestamp !== undefined) this.#stop(pod);
    else if (!isFinished(pod.status?.phase)) this.#advance(pod, hostIp);
  }

  /** The node is gone: nothing more happens to the pod from here. */
  abandon(pod: Pod): void {
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
      this.#plan(pod, 'run', startMs(pod), (current) => this.#run(current, hostIp));
    } else if (!isReady(pod)) {
      this.#plan(pod, 'ready', probeDelayMs(pod), (current) => this.#markReady(current, hostIp));
    } else {
      const lengthMs = runLengthMs(pod);
      if (lengthMs !== null)
        this.#plan(pod, 'end', this.#restOf(pod, lengthMs), (one) => this.#end(one));
    }
  }

  /** Waits for a step; one that is planned already goes on. */
  #plan(pod: Pod, step: string, simulatedMs: number, task: (pod: Pod) => void): void {
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
    this.#plan(pod, 'restart', restartBackoffMs, (current) =>
      this.#write(current, (one) => restartedStatus(one, exitCode, this.#now())),
    );
  }

  /** Ends a pod that was asked to; asked again with less grace, it ends sooner. */
  #stop(pod: Pod): void {
    const { deletionGracePeriodSeconds = 0 } = pod.metadata;
    const step = `stop within ${deletionGracePeriodSeconds}`;
    if (this.#pending.get(pod.metadata.uid)?.step === step) return;
    for (const { name } of pod.spec.containers) {
      const message = `Stopping container ${name}`;
      this.#options.events.record(pod, component, { type: 'Normal', reason: 'Killing', message });
    }
    this.#plan(pod, step, shutdownMs(pod), (current) => this.#remove(current));
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

  /** What is left of a run that began before a restart of the sandbox. */
  #restOf(pod: Pod, lengthMs: number): number {
    const startedAt = pod.status?.containerStatuses?.[0]?.state.running?.startedAt;
    const elapsedMs = startedAt === undefined ? 0 : this.#now() - Date.parse(startedAt);
    return Math.max(lengthMs - elapsedMs, 0);
  }

  #now(): number {
    return this.#options.clock.now();
  }
}

/** Differs from pod to pod, but not from run to run. */
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
