/** `spec` of an `autoscaling.x-k8s.io/v1beta1` CapacityBuffer, in the manifest's spelling. */
export interface CapacityBufferManifest {
  readonly provisioningStrategy: string;
  /** One of the two is there. */
  readonly podTemplateRef?: { readonly name: string };
  readonly scalableRef?: {
    readonly apiGroup: string;
    readonly kind: ScalableKind;
    readonly name: string;
  };
  readonly replicas?: number;
  /** Hundredths of the replicas of what it follows. */
  readonly percentage?: number;
  readonly limits: Readonly<Record<string, string>>;
}

/** Kinds of workloads that a CapacityBuffer can follow. */
export const scalableKinds = ['Deployment', 'StatefulSet', 'ReplicaSet'] as const;
/** One of {@link scalableKinds}. */
export type ScalableKind = (typeof scalableKinds)[number];

/** The one that keeps nodes; buffers of others are somebody else's. */
export const activeCapacity = 'buffer.x-k8s.io/active-capacity';
