import type { InstanceHost } from '../world/compute/instance-host.js';
import type { SandboxClock } from '../world/time/sandbox-clock.js';
import type { ClusterApi } from './api/cluster-api.js';
import { ClusterTimers } from './cluster-timers.js';
import { EventRecorder } from './controllers/event-recorder.js';
import { PodIndex } from './controllers/pods/pod-index.js';
import { startControllers } from './controllers/start-controllers.js';
import { type ClusterIdentity, type JoinFailure, KubeletHost } from './kubelet/kubelet-host.js';
import { NodeWriters } from './pace/node-writers.js';
import type { PaceSwitch } from './pace/pace-switch.js';
import { RateLimiter, schedulerLimit } from './pace/rate-limiter.js';
import { Scheduler } from './scheduler/scheduler.js';
import type { SpreadDefaults } from './scheduler/scheduler-configuration.js';

export interface ClusterComponentsOptions {
  readonly api: ClusterApi;
  readonly clock: SandboxClock;
  readonly instances: InstanceHost;
  readonly cluster: ClusterIdentity;
  readonly pace: PaceSwitch;
  readonly spreadDefaults: SpreadDefaults;
  readonly onBug: (error: unknown) => void;
}

export interface ClusterComponents {
  /** The clock of the components, whose timers end with them. */
  readonly clock: SandboxClock;
  joinFailures(): readonly JoinFailure[];
  stop(): void;
}

/** Starts the components of a cluster: controllers, scheduler, kubelets. */
export function startComponents(options: ClusterComponentsOptions): ClusterComponents {
  const { api, clock, cluster, pace, spreadDefaults, onBug } = options;
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
  const limiter = new RateLimiter(timers, pace, schedulerLimit);
  const scheduler = new Scheduler({
    api: api.as('kube-scheduler'),
    events,
    limiter,
    spreadDefaults,
    onBug,
  });
  startControllers(
    {
      api: api.as('kube-controller-manager'),
      clock: timers,
      events,
      pods,
      pace,
      onBug,
      onStop: (stop) => stops.push(stop),
    },
    kubelets,
  );
  scheduler.start();
  new NodeWriters(api, timers, pace).start();
  kubelets.start(options.instances);
  return {
    clock: timers,
    joinFailures: () => kubelets.joinFailures(),
    stop: () => {
      scheduler.stop();
      kubelets.stop();
      for (const stop of stops) stop();
      timers.stop();
    },
  };
}
