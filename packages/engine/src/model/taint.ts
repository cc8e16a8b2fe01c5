/** The effect of a taint. */
export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

/** A taint of a node. Source: Kubernetes core/v1 Taint. */
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: TaintEffect;
}

/** A toleration of a pod. Source: Kubernetes core/v1 Toleration. */
export interface Toleration {
  /** Empty with the operator `Exists`: all taints. */
  readonly key: string;
  readonly operator: 'Equal' | 'Exists';
  readonly value: string;
  /** `null`: all effects. */
  readonly effect: TaintEffect | null;
}
