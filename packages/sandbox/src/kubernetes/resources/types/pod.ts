import type { ObjectMeta, StringMap } from '../kube-object.js';
import type { PersistentVolumeClaimTemplate } from './claim.js';
import type { Condition, LabelSelector, Quantities } from './common.js';
import type { NodeSelector, NodeSelectorTerm } from './node.js';

export type Resources = {
  readonly requests?: Quantities;
  readonly limits?: Quantities;
  /** Claims of the pod that a container uses. */
  readonly claims?: readonly { readonly name: string }[];
};

/** A claim of devices: one that exists, or one of its own from a template. */
export type PodResourceClaim = {
  readonly name: string;
  readonly resourceClaimName?: string;
  readonly resourceClaimTemplateName?: string;
};

export type ContainerPort = {
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
  readonly name?: string;
};

export type Handler = {
  readonly sleep?: { readonly seconds: number };
  readonly exec?: { readonly command?: readonly string[] };
};

export type Container = {
  readonly name: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly resources?: Resources;
  readonly ports?: readonly ContainerPort[];
  readonly lifecycle?: { readonly preStop?: Handler };
  readonly readinessProbe?: { readonly initialDelaySeconds?: number };
  readonly restartPolicy?: string;
  readonly imagePullPolicy?: string;
  readonly terminationMessagePath?: string;
  readonly terminationMessagePolicy?: string;
};

export type Toleration = {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
};

export type PodAffinityTerm = {
  readonly labelSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly namespaces?: readonly string[];
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
  readonly topologyKey: string;
};

export type WeightedPodAffinityTerm = {
  readonly weight: number;
  readonly podAffinityTerm: PodAffinityTerm;
};

export type PodAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[];
};

export type NodeAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
    readonly weight: number;
    readonly preference: NodeSelectorTerm;
  }[];
};

export type Affinity = {
  readonly nodeAffinity?: NodeAffinity;
  readonly podAffinity?: PodAffinity;
  readonly podAntiAffinity?: PodAffinity;
};

export type TopologySpreadConstraint = {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: string;
  readonly labelSelector?: LabelSelector;
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: string;
  readonly nodeTaintsPolicy?: string;
  readonly matchLabelKeys?: readonly string[];
};

export type Volume = {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly ephemeral?: { readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate };
};

export type PodSpec = {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly nodeName?: string;
  readonly nodeSelector?: StringMap;
  readonly affinity?: Affinity;
  readonly tolerations?: readonly Toleration[];
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  readonly schedulingGates?: readonly { readonly name: string }[];
  readonly schedulerName?: string;
  readonly priority?: number;
  readonly priorityClassName?: string;
  readonly preemptionPolicy?: string;
  readonly restartPolicy?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly activeDeadlineSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly overhead?: Quantities;
  /** Resources of the pod as a whole. */
  readonly resources?: Resources;
  readonly volumes?: readonly Volume[];
  readonly resourceClaims?: readonly PodResourceClaim[];
  readonly serviceAccountName?: string;
  readonly serviceAccount?: string;
  readonly dnsPolicy?: string;
  readonly securityContext?: { readonly [field: string]: never };
  readonly enableServiceLinks?: boolean;
  readonly hostname?: string;
  readonly subdomain?: string;
};

export type ContainerState = {
  readonly waiting?: { readonly reason: string };
  readonly running?: { readonly startedAt: string };
  readonly terminated?: {
    readonly exitCode: number;
    readonly reason: string;
    readonly startedAt: string;
    readonly finishedAt: string;
  };
};

export type ContainerStatus = {
  readonly name: string;
  readonly image: string;
  readonly imageID: string;
  readonly containerID?: string;
  readonly ready: boolean;
  readonly started?: boolean;
  readonly restartCount: number;
  readonly state: ContainerState;
  readonly lastState: ContainerState;
};

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';

export type PodCondition = Condition & { readonly lastProbeTime?: string | null };

export type PodStatus = {
  readonly phase?: PodPhase;
  readonly conditions?: readonly PodCondition[];
  readonly reason?: string;
  readonly message?: string;
  readonly hostIP?: string;
  readonly hostIPs?: readonly { readonly ip: string }[];
  readonly podIP?: string;
  readonly podIPs?: readonly { readonly ip: string }[];
  readonly startTime?: string;
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
  readonly qosClass?: string;
  readonly nominatedNodeName?: string;
  /** Names of the claims that were made from templates. */
  readonly resourceClaimStatuses?: readonly {
    readonly name: string;
    readonly resourceClaimName?: string;
  }[];
};

export type Pod = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly status?: PodStatus;
};

export type PodTemplate = {
  readonly metadata?: { readonly labels?: StringMap; readonly annotations?: StringMap };
  readonly spec: PodSpec;
};
