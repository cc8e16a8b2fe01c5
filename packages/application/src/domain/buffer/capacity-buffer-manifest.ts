/** `spec` of an `autoscaling.x-k8s.io/v1beta1` CapacityBuffer, in the manifest's spelling. */
export interface CapacityBufferManifest {
  readonly provisioningStrategy: string;
  /** Exactly one of `podTemplateRef` and `scalableRef` is set. */
  readonly podTemplateRef?: { readonly name: string };
  readonly scalableRef?: {
    readonly apiGroup: string;
    readonly kind: ScalableKind;
    readonly name: string;
  };
  readonly replicas?: number;
  /** Percentage of the replicas of the workload that it follows. */
  readonly percentage?: number;
  readonly limits: Readonly<Record<string, string>>;
}

/** Kinds of workloads that a CapacityBuffer can follow. */
export const scalableKinds = ['Deployment', 'StatefulSet', 'ReplicaSet'] as const;
/** One of {@link scalableKinds}. */
export type ScalableKind = (typeof scalableKinds)[number];

/**
 * The provisioning strategy that Kerf implements; buffers with other strategies belong to other
 * controllers.
 */
export const activeCapacity = 'buffer.x-k8s.io/active-capacity';
