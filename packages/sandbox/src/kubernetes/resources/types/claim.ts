import type { StringMap } from '../kube-object.js';
import type { LabelSelector, Quantities } from './common.js';

export type PersistentVolumeClaimSpec = {
  readonly accessModes?: readonly string[];
  readonly resources?: { readonly requests?: Quantities };
  readonly storageClassName?: string;
  readonly volumeName?: string;
  readonly volumeMode?: string;
  readonly selector?: LabelSelector;
};

export type PersistentVolumeClaimTemplate = {
  readonly metadata?: {
    readonly name?: string;
    readonly labels?: StringMap;
    readonly annotations?: StringMap;
  };
  readonly spec: PersistentVolumeClaimSpec;
};
