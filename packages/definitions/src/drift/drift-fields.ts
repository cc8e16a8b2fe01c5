import {
  type Ec2NodeClassManifest,
  effectiveAmiFamily,
  type NodePoolManifest,
} from '@kerf/application';
import { parseDuration } from '@kerf/core';
import { isObject } from '../text/json.js';

/** A field whose change replaces nodes. */
export interface DriftField<Spec> {
  /** Path in the manifest, below `spec`. */
  readonly path: string;
  /** Reads the value as written. */
  readonly read: (spec: Spec) => unknown;
  /** Makes equal values with different spellings equal; default: the value as written. */
  readonly canonical?: (value: unknown) => unknown;
  /** True if its members, such as labels, are compared one by one. */
  readonly hasMembers?: true;
}

type DriftFields<Spec> = Readonly<Record<string, DriftField<Spec>>>;

/** Fields of a NodePool whose change replaces nodes; requirements are compared in another way. */
export const nodePoolDriftFields: DriftFields<NodePoolManifest> = {
  labels: {
    path: 'spec.template.metadata.labels',
    read: ({ template }) => template.metadata.labels,
    hasMembers: true,
  },
  annotations: {
    path: 'spec.template.metadata.annotations',
    read: ({ template }) => template.metadata.annotations,
    hasMembers: true,
  },
  taints: { path: 'spec.template.spec.taints', read: ({ template }) => template.spec.taints },
  startupTaints: {
    path: 'spec.template.spec.startupTaints',
    read: ({ template }) => template.spec.startupTaints,
  },
  nodeClassRef: {
    path: 'spec.template.spec.nodeClassRef',
    read: ({ template }) => template.spec.nodeClassRef,
    hasMembers: true,
  },
  expireAfter: {
    path: 'spec.template.spec.expireAfter',
    read: ({ template }) => template.spec.expireAfter,
    canonical: inMs,
  },
  terminationGracePeriod: {
    path: 'spec.template.spec.terminationGracePeriod',
    read: ({ template }) => template.spec.terminationGracePeriod,
    canonical: inMs,
  },
};

const plain = (key: keyof Ec2NodeClassManifest): DriftField<Ec2NodeClassManifest> => ({
  path: `spec.${key}`,
  read: (spec) => spec[key],
});

/**
 * Fields of an EC2NodeClass whose change replaces nodes. Results of selectors are omitted, because
 * they are compared with each instance.
 */
export const nodeClassDriftFields: DriftFields<Ec2NodeClassManifest> = {
  amiFamily: { path: 'spec.amiFamily', read: effectiveAmiFamily },
  placementGroupSelector: plain('placementGroupSelector'),
  userData: plain('userData'),
  role: plain('role'),
  instanceProfile: plain('instanceProfile'),
  tags: { ...plain('tags'), hasMembers: true },
  associatePublicIPAddress: plain('associatePublicIPAddress'),
  kubelet: {
    ...plain('kubelet'),
    // As text, because the order of name servers matters.
    canonical: (value) => (value === undefined ? undefined : JSON.stringify(sortKeys(value))),
    hasMembers: true,
  },
  blockDeviceMappings: plain('blockDeviceMappings'),
  instanceStorePolicy: plain('instanceStorePolicy'),
  networkInterfaces: plain('networkInterfaces'),
  detailedMonitoring: plain('detailedMonitoring'),
  metadataOptions: { ...plain('metadataOptions'), hasMembers: true },
  connectionTracking: { ...plain('connectionTracking'), hasMembers: true },
  cpuOptions: { ...plain('cpuOptions'), hasMembers: true },
  enclaveOptions: { ...plain('enclaveOptions'), hasMembers: true },
  context: plain('context'),
};

/**
 * Returns the field's value in a form in which equal values have equal JSON: lists are sets, keys
 * are sorted.
 */
export function canonicalValue<Spec>({ read, canonical }: DriftField<Spec>, spec: Spec): unknown {
  const value = read(spec);
  return listsAsSets(canonical === undefined ? value : canonical(value));
}

/** Converts a duration to milliseconds, so that `60m` equals `1h`; `Never` is kept. */
function inMs(duration: unknown): unknown {
  const length = parseDuration(typeof duration === 'string' ? duration : '');
  return length.ok ? length.value : duration;
}

/** Returns the value with keys and list items sorted, and without repeated items. */
function listsAsSets(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(listsAsSets(item)));
    return [...new Set(items)].sort();
  }
  return mapSorted(value, listsAsSets);
}

export function sortKeys(value: unknown): unknown {
  return Array.isArray(value) ? value.map(sortKeys) : mapSorted(value, sortKeys);
}

function mapSorted(value: unknown, map: (member: unknown) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, map(value[key])]),
  );
}
