import {
  type Ec2NodeClassManifest,
  effectiveAmiFamily,
  type NodePoolManifest,
} from '@kerf/application';
import { parseDuration } from '@kerf/core';
import { isObject } from '../text/json.js';

/** A field whose change replaces nodes. */
export interface DriftField<Spec> {
  /** In the manifest, from `spec`. */
  readonly path: string;
  /** As it was written. */
  readonly read: (spec: Spec) => unknown;
  /** Two spellings of one value are the same; absent: the value as it was written. */
  readonly canonical?: (value: unknown) => unknown;
  /** Its members change one by one, such as labels do. */
  readonly hasMembers?: true;
}

type DriftFields<Spec> = Readonly<Record<string, DriftField<Spec>>>;

/** Fields of a NodePool whose change replaces nodes; requirements are compared otherwise. */
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
 * Fields of an EC2NodeClass whose change replaces nodes. What its selectors choose is compared with
 * each instance instead, so they are left out.
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
    // As text, because the order of the kubelet's name servers matters.
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
  context: plain('context'),
};

/** The field's value so that equal ones are equal as JSON: lists are sets, keys are sorted. */
export function canonicalValue<Spec>({ read, canonical }: DriftField<Spec>, spec: Spec): unknown {
  const value = read(spec);
  return listsAsSets(canonical === undefined ? value : canonical(value));
}

/** Two spellings of one length (`60m`, `1h`) are the same; `Never` stays. */
function inMs(duration: unknown): unknown {
  const length = parseDuration(typeof duration === 'string' ? duration : '');
  return length.ok ? length.value : duration;
}

/** The value with keys and list items sorted, and repeated items once. */
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
