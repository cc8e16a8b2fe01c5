import type { ObjectMeta, StringMap } from '../kube-object.js';
import type { Quantities } from './common.js';
import type { NodeSelector } from './node.js';
import type { Toleration } from './pod.js';

/** Kinds of `resource.k8s.io/v1`, as far as the simulation reads them. */

type Plain = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
};

export type DeviceSelector = { readonly cel?: { readonly expression: string } };

/** Fields that an exact request and a subrequest have in common. */
export type DeviceDemand = {
  readonly deviceClassName?: string;
  readonly selectors?: readonly DeviceSelector[];
  readonly allocationMode?: string;
  readonly count?: number;
  readonly adminAccess?: boolean;
  readonly capacity?: { readonly requests?: Quantities };
  readonly tolerations?: readonly Toleration[];
};

export type DeviceSubRequest = DeviceDemand & { readonly name: string };

export type DeviceRequest = {
  readonly name: string;
  readonly exactly?: DeviceDemand;
  readonly firstAvailable?: readonly DeviceSubRequest[];
};

export type DeviceConstraint = {
  /** Names of requests, or `request/subrequest`; empty: all. */
  readonly requests?: readonly string[];
  readonly matchAttribute?: string;
  readonly distinctAttribute?: string;
};

export type ResourceClaimSpec = {
  readonly devices?: {
    readonly requests?: readonly DeviceRequest[];
    readonly constraints?: readonly DeviceConstraint[];
  };
};

export type DeviceResult = {
  /** `request`, or `request/subrequest`. */
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
};

export type DeviceAllocation = {
  readonly devices?: { readonly results?: readonly DeviceResult[] };
  readonly nodeSelector?: NodeSelector;
  readonly allocationTimestamp?: string;
};

export type ClaimConsumer = {
  readonly apiGroup?: string;
  readonly resource: string;
  readonly name: string;
  readonly uid: string;
};

export type ResourceClaim = Plain & {
  readonly spec: ResourceClaimSpec;
  readonly status?: {
    readonly allocation?: DeviceAllocation;
    readonly reservedFor?: readonly ClaimConsumer[];
  };
};

export type ResourceClaimTemplate = Plain & {
  readonly spec: {
    readonly metadata?: { readonly labels?: StringMap; readonly annotations?: StringMap };
    readonly spec: ResourceClaimSpec;
  };
};

export type DeviceClass = Plain & {
  readonly spec: {
    readonly selectors?: readonly DeviceSelector[];
    /** A resource of containers that stands for a device of the class. */
    readonly extendedResourceName?: string;
  };
};

/** Exactly one of the first four has a value; the lists are not in use yet. */
export type DeviceAttribute = {
  readonly string?: string;
  readonly int?: number;
  readonly bool?: boolean;
  readonly version?: string;
  readonly strings?: readonly string[];
  readonly ints?: readonly number[];
  readonly bools?: readonly boolean[];
  readonly versions?: readonly string[];
};

export type Device = {
  readonly name: string;
  readonly attributes?: { readonly [name: string]: DeviceAttribute };
  readonly capacity?: { readonly [name: string]: { readonly value: string } };
  readonly allowMultipleAllocations?: boolean;
  readonly consumesCounters?: readonly { readonly counterSet: string }[];
  readonly bindingConditions?: readonly string[];
  readonly taints?: readonly { readonly key: string; readonly effect: string }[];
};

export type ResourceSlice = Plain & {
  readonly spec: {
    readonly driver: string;
    readonly pool: {
      readonly name: string;
      readonly generation: number;
      readonly resourceSliceCount: number;
    };
    readonly nodeName?: string;
    readonly nodeSelector?: NodeSelector;
    readonly allNodes?: boolean;
    readonly perDeviceNodeSelection?: boolean;
    readonly devices?: readonly Device[];
  };
};
