import type { ControllerContext } from './controller-context.js';
import { CloudNodeController, type InstanceCheck } from './nodes/cloud-node-controller.js';
import { type KubeletCheck, NodeLifecycleController } from './nodes/node-lifecycle-controller.js';
import { TaintEvictionController } from './nodes/taint-eviction-controller.js';
import { AttachDetachController } from './objects/attach-detach-controller.js';
import { startCustomResourceController } from './objects/custom-resource-controller.js';
import { EphemeralVolumeController } from './objects/ephemeral-volume-controller.js';
import { GarbageCollector } from './objects/garbage-collector.js';
import { startNamespaceController } from './objects/namespace-controller.js';
import { ResourceClaimController } from './objects/resource-claim-controller.js';
import { ResourceQuotaController } from './objects/resource-quota-controller.js';
import { VolumeController } from './objects/volume-controller.js';
import { PodDisruptionBudgetController } from './pods/pod-disruption-budget-controller.js';
import { PodGarbageCollector } from './pods/pod-garbage-collector.js';
import { DaemonSetController } from './workloads/daemon-set-controller.js';
import { DeploymentController } from './workloads/deployment-controller.js';
import { JobController } from './workloads/job-controller.js';
import { ReplicaSetController } from './workloads/replica-set-controller.js';
import { StatefulSetController } from './workloads/stateful-set-controller.js';

/** Starts all controllers of the cluster. */
export function startControllers(
  context: ControllerContext,
  kubelets: InstanceCheck & KubeletCheck,
): void {
  startCustomResourceController(context);
  startNamespaceController(context);
  const controllers = [
    new GarbageCollector(context),
    new DeploymentController(context),
    new ReplicaSetController(context),
    new StatefulSetController(context),
    new DaemonSetController(context),
    new JobController(context),
    new ResourceQuotaController(context),
    new PodDisruptionBudgetController(context),
    new NodeLifecycleController(context, kubelets),
    new CloudNodeController(context, kubelets),
    new TaintEvictionController(context),
    new PodGarbageCollector(context),
    new EphemeralVolumeController(context),
    new ResourceClaimController(context),
    new VolumeController(context),
    new AttachDetachController(context),
  ];
  for (const controller of controllers) controller.start();
}
