import type { Json } from '../../json/json.js';
import type { ObjectMeta, StringMap } from '../kube-object.js';
import type { Condition, ObjectReference, Quantities } from './common.js';
import type { NodeSelector } from './node.js';

type Plain = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
};

export type Service = Plain & {
  readonly spec?: { readonly selector?: StringMap };
};

export type Namespace = Plain & {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Condition[] };
};

export type ServiceAccount = Plain;

export type Event = Plain & {
  readonly involvedObject: ObjectReference;
  readonly reason?: string;
  readonly message?: string;
  readonly type?: string;
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly count?: number;
  readonly reportingComponent?: string;
  readonly reportingInstance?: string;
};

export type LimitRange = Plain & {
  readonly spec?: { readonly limits?: readonly LimitRangeItem[] };
};

export type LimitRangeItem = {
  readonly type: string;
  readonly min?: Quantities;
  readonly max?: Quantities;
  readonly default?: Quantities;
  readonly defaultRequest?: Quantities;
  readonly maxLimitRequestRatio?: Quantities;
};

export type ResourceQuota = Plain & {
  readonly spec?: {
    readonly hard?: Quantities;
    readonly scopes?: readonly string[];
    readonly scopeSelector?: { readonly matchExpressions?: readonly QuotaScope[] };
  };
  readonly status?: { readonly hard?: Quantities; readonly used?: Quantities };
};

export type QuotaScope = {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
};

export type PriorityClass = Plain & {
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string;
};

export type StorageClass = Plain & {
  readonly provisioner: string;
  readonly volumeBindingMode?: string;
  readonly reclaimPolicy?: string;
  readonly allowedTopologies?: readonly {
    readonly matchLabelExpressions?: readonly {
      readonly key: string;
      readonly values: readonly string[];
    }[];
  }[];
};

export type PersistentVolume = Plain & {
  readonly spec?: {
    readonly capacity?: Quantities;
    readonly accessModes?: readonly string[];
    readonly storageClassName?: string;
    readonly persistentVolumeReclaimPolicy?: string;
    readonly claimRef?: ObjectReference;
    readonly nodeAffinity?: { readonly required?: NodeSelector };
    readonly csi?: { readonly driver: string; readonly volumeHandle: string };
    readonly volumeMode?: string;
  };
  readonly status?: { readonly phase?: string };
};

export type VolumeAttachment = Plain & {
  readonly spec: {
    readonly attacher: string;
    readonly nodeName: string;
    readonly source: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached: boolean };
};

export type PolicyRule = {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
};

export type Role = Plain & { readonly rules?: readonly PolicyRule[] | null };

export type RoleBinding = Plain & {
  readonly subjects?: readonly {
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
  }[];
  readonly roleRef: { readonly kind: string; readonly name: string; readonly apiGroup?: string };
};

export type CrdNames = {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
};

export type PrinterColumn = {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly description?: string;
  readonly format?: string;
  readonly priority?: number;
};

export type ScalePaths = {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
};

export type CrdVersion = {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly schema?: { readonly openAPIV3Schema?: { readonly [keyword: string]: Json | undefined } };
  readonly subresources?: {
    readonly status?: { readonly [field: string]: never };
    readonly scale?: ScalePaths;
  };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
};

export type CustomResourceDefinition = Plain & {
  readonly spec: {
    readonly group: string;
    readonly names: CrdNames;
    readonly scope: string;
    readonly versions: readonly CrdVersion[];
    readonly conversion?: { readonly strategy: string };
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly acceptedNames?: CrdNames;
    readonly storedVersions?: readonly string[];
  };
};
