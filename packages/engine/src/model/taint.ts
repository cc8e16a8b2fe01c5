export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: TaintEffect;
}

export interface Toleration {
  /** Empty with operator `Exists`: every taint. */
  readonly key: string;
  readonly operator: 'Equal' | 'Exists';
  readonly value: string;
  /** `null`: every effect. */
  readonly effect: TaintEffect | null;
}
