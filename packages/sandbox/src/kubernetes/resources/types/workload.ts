import type { ObjectMeta, StringMap } from '../kube-object.js';
import type { PersistentVolumeClaimSpec, PersistentVolumeClaimTemplate } from './claim.js';
import type { Condition, IntOrString, LabelSelector, Quantities } from './common.js';
import type { PodTemplate } from './pod.js';

type Workload<Spec, Status> = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec: Spec;
  readonly status?: Status;
};

export type RollingUpdate = {
  readonly maxUnavailable?: IntOrString;
  readonly maxSurge?: IntOrString;
  readonly partition?: number;
};

export type DeploymentSpec = {
  readonly replicas?: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplate;
  readonly strategy?: { readonly type?: string; readonly rollingUpdate?: RollingUpdate };
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
  readonly progressDeadlineSeconds?: number;
  readonly paused?: boolean;
};

export type DeploymentStatus = {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly conditions?: readonly Condition[];
};
export type Deployment = Workload<DeploymentSpec, DeploymentStatus>;

export type ReplicaSetSpec = {
  readonly replicas?: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplate;
  readonly minReadySeconds?: number;
};

export type ReplicaSetStatus = {
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
};
export type ReplicaSet = Workload<ReplicaSetSpec, ReplicaSetStatus>;

export type StatefulSetSpec = {
  readonly replicas?: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplate;
  readonly serviceName?: string;
  readonly podManagementPolicy?: string;
  readonly updateStrategy?: { readonly type?: string; readonly rollingUpdate?: RollingUpdate };
  readonly revisionHistoryLimit?: number;
  readonly minReadySeconds?: number;
  readonly volumeClaimTemplates?: readonly PersistentVolumeClaimTemplate[];
};

export type StatefulSetStatus = {
  readonly observedGeneration?: number;
  readonly replicas: number;
  readonly readyReplicas?: number;
  readonly availableReplicas: number;
  readonly currentReplicas?: number;
  readonly updatedReplicas?: number;
  readonly currentRevision?: string;
  readonly updateRevision?: string;
  readonly collisionCount?: number;
};
export type StatefulSet = Workload<StatefulSetSpec, StatefulSetStatus>;

export type DaemonSetSpec = {
  readonly selector: LabelSelector;
  readonly template: PodTemplate;
  readonly updateStrategy?: { readonly type?: string; readonly rollingUpdate?: RollingUpdate };
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
};

export type DaemonSetStatus = {
  readonly observedGeneration?: number;
  readonly currentNumberScheduled: number;
  readonly desiredNumberScheduled: number;
  readonly numberMisscheduled: number;
  readonly numberReady: number;
  readonly numberAvailable?: number;
  readonly numberUnavailable?: number;
  readonly updatedNumberScheduled?: number;
};
export type DaemonSet = Workload<DaemonSetSpec, DaemonSetStatus>;

export type JobSpec = {
  readonly parallelism?: number;
  readonly completions?: number;
  readonly backoffLimit?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
  readonly suspend?: boolean;
  readonly completionMode?: string;
  readonly manualSelector?: boolean;
  readonly selector?: LabelSelector;
  readonly template: PodTemplate;
  readonly podReplacementPolicy?: string;
};

export type JobStatus = {
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly active?: number;
  readonly ready?: number;
  readonly terminating?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly conditions?: readonly Condition[];
  readonly uncountedTerminatedPods?: { readonly [field: string]: never };
};
export type Job = Workload<JobSpec, JobStatus>;

export type PodDisruptionBudgetSpec = {
  readonly minAvailable?: IntOrString;
  readonly maxUnavailable?: IntOrString;
  readonly selector?: LabelSelector;
  readonly unhealthyPodEvictionPolicy?: string;
};

export type PodDisruptionBudgetStatus = {
  readonly observedGeneration?: number;
  readonly disruptedPods?: StringMap;
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly conditions?: readonly Condition[];
};
export type PodDisruptionBudget = Workload<PodDisruptionBudgetSpec, PodDisruptionBudgetStatus>;

export type PersistentVolumeClaim = Workload<
  PersistentVolumeClaimSpec,
  {
    readonly phase?: string;
    readonly accessModes?: readonly string[];
    readonly capacity?: Quantities;
  }
>;
