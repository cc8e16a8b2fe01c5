import type { StringMap } from '../kube-object.js';

export type LabelSelectorRequirement = {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
};

export type LabelSelector = {
  readonly matchLabels?: StringMap;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
};

export type Condition = {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string | null;
  readonly lastUpdateTime?: string | null;
  readonly lastHeartbeatTime?: string | null;
};

export type IntOrString = number | string;

/** A reference to an object in an Event. */
export type ObjectReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
};

export type Quantities = { readonly [resource: string]: string };
