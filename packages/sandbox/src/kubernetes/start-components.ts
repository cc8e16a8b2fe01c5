import type { InstanceHost } from '../world/compute/instance-host.js';
import type { SandboxClock } from '../world/time/sandbox-clock.js';
import type { ClusterApi } from './api/cluster-api.js';
import { ClusterTimers } from './cluster-timers.js';
import { EventRecorder } from './controllers/event-recorder.js';
import { PodIndex } from './controllers/pods/pod-index.js';
import { startControllers } from './controllers/start-controllers.js';
import { type ClusterIdentity, type JoinFailure, KubeletHost } from './kubelet/kubelet-host.js';
import { Scheduler } from './scheduler/scheduler.js';

export interface ClusterComponentsOptions {
  readonly api: ClusterApi;
  readonly clock: SandboxClock;
  readonly instances: InstanceHost;
  readonly cluster: ClusterIdentity;
  readonly onBug: (error: unknown) => void;
}

export interface ClusterComponents {
  joinFailures(): readonly JoinFailure[];
  stop(): void;
}

/** Starts the components of a cluster: controllers, scheduler, kubelets. */
export function startComponents(options: ClusterComponentsOptions): ClusterComponents {
  const { api, clock, cluster, onBug } = options;
  const stops: (() => void)[] = [];
  const timers = new ClusterTimers(clock, onBug);
  const events = new EventRecorder(api, timers);
  const pods = new PodIndex(api);
  const kubelets = new KubeletHost({
    api: api.as('kubelet'),
    clock: timers,
    events,
    pods,
    cluster,
    onBug,
  });
  const scheduler = new Scheduler({ api: api.as('kube-scheduler'), events, onBug });
  startControllers(
    {
      api: api.as('kube-controller-manager'),
      clock: timers,
      events,
      pods,
      onBug,
      onStop: (stop) => stops.push(stop),
    },
    kubelets,
  );
  scheduler.start();
  kubelets.start(options.instances);
  return {
    joinFailures: () => kubelets.joinFailures(),
    stop: () => {
      scheduler.stop();
      kubelets.stop();
      for (const stop of stops) stop();
      timers.stop();
    },
  };
}
