import type { ObjectMeta } from '../kube-object.js';
import type { Condition, Quantities } from './common.js';

export type Taint = {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  readonly timeAdded?: string;
};

export type NodeSelectorRequirement = {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
};

export type NodeSelectorTerm = {
  readonly matchExpressions?: readonly NodeSelectorRequirement[];
  readonly matchFields?: readonly NodeSelectorRequirement[];
};

export type NodeSelector = { readonly nodeSelectorTerms: readonly NodeSelectorTerm[] };

export type NodeSpec = {
  readonly providerID?: string;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
};

export type NodeInfo = {
  readonly architecture: string;
  readonly bootID: string;
  readonly containerRuntimeVersion: string;
  readonly kernelVersion: string;
  readonly kubeletVersion: string;
  readonly kubeProxyVersion: string;
  readonly machineID: string;
  readonly operatingSystem: string;
  readonly osImage: string;
  readonly systemUUID: string;
};

export type NodeStatus = {
  readonly capacity?: Quantities;
  readonly allocatable?: Quantities;
  readonly conditions?: readonly Condition[];
  readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  readonly nodeInfo?: NodeInfo;
  readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port: number } };
};

export type Node = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec: NodeSpec;
  readonly status?: NodeStatus;
};

export type Lease = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly renewTime?: string;
    readonly acquireTime?: string;
  };
};
