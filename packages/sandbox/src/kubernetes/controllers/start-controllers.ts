import { CloudNodeController, type InstanceCheck } from './cloud-node-controller.js';
import type { ControllerContext } from './controller-context.js';
import { startCustomResourceController } from './custom-resource-controller.js';
import { DaemonSetController } from './daemon-set-controller.js';
import { DeploymentController } from './deployment-controller.js';
import { GarbageCollector } from './garbage-collector.js';
import { JobController } from './job-controller.js';
import { startNamespaceController } from './namespace-controller.js';
import { NodeLifecycleController } from './node-lifecycle-controller.js';
import { PodDisruptionBudgetController } from './pod-disruption-budget-controller.js';
import { PodGarbageCollector } from './pod-garbage-collector.js';
import { ReplicaSetController } from './replica-set-controller.js';
import { StatefulSetController } from './stateful-set-controller.js';
import { TaintEvictionController } from './taint-eviction-controller.js';
import { VolumeController } from './volume-controller.js';

/** Starts everything that keeps the cluster in the state its objects ask for. */
export function startControllers(context: ControllerContext, instances: InstanceCheck): void {
  startCustomResourceController(context);
  startNamespaceController(context);
  const controllers = [
    new GarbageCollector(context),
    new DeploymentController(context),
    new ReplicaSetController(context),
    new StatefulSetController(context),
    new DaemonSetController(context),
    new JobController(context),
    new PodDisruptionBudgetController(context),
    new NodeLifecycleController(context),
    new CloudNodeController(context, instances),
    new TaintEvictionController(context),
    new PodGarbageCollector(context),
    new VolumeController(context),
  ];
  for (const controller of controllers) controller.start();
}
