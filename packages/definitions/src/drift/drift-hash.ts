import { createHash } from 'node:crypto';
import {
  type Ec2NodeClassManifest,
  effectiveAmiFamily,
  type NodePoolManifest,
} from '@kerf/application';
import { parseDuration } from '@kerf/core';
import { isObject } from '../text/json.js';

/**
 * Kerf's own algorithm, and not Karpenter's: SHA-256 of canonical JSON, lists as sets. It stands
 * before each hash, so that hashes of different versions are never mistaken for a drift.
 */
export const driftHashVersion = 'kerf1';

/** Of the fields of a NodePool whose change replaces nodes; requirements are compared otherwise. */
export function nodePoolDriftHash(spec: NodePoolManifest): string {
  const { metadata, spec: node } = spec.template;
  return hash({
    labels: metadata.labels,
    annotations: metadata.annotations,
    taints: node.taints,
    startupTaints: node.startupTaints,
    nodeClassRef: node.nodeClassRef,
    expireAfter: inMs(node.expireAfter),
    terminationGracePeriod: inMs(node.terminationGracePeriod),
  });
}

/**
 * Of the fields of an EC2NodeClass whose change replaces nodes. What its selectors choose is
 * compared with each instance instead, so they are left out.
 */
export function nodeClassDriftHash(spec: Ec2NodeClassManifest): string {
  return hash({
    amiFamily: effectiveAmiFamily(spec),
    placementGroupSelector: spec.placementGroupSelector,
    userData: spec.userData,
    role: spec.role,
    instanceProfile: spec.instanceProfile,
    tags: spec.tags,
    associatePublicIPAddress: spec.associatePublicIPAddress,
    // As text, because the order of the kubelet's name servers matters.
    kubelet: spec.kubelet === undefined ? undefined : JSON.stringify(sortKeys(spec.kubelet)),
    blockDeviceMappings: spec.blockDeviceMappings,
    instanceStorePolicy: spec.instanceStorePolicy,
    networkInterfaces: spec.networkInterfaces,
    detailedMonitoring: spec.detailedMonitoring,
    metadataOptions: spec.metadataOptions,
    connectionTracking: spec.connectionTracking,
    cpuOptions: spec.cpuOptions,
    context: spec.context,
  });
}

/** Two spellings of one length (`60m`, `1h`) are the same; `Never` stays. */
function inMs(duration: string | undefined): number | string | undefined {
  const length = parseDuration(duration ?? '');
  return length.ok ? length.value : duration;
}

function hash(fields: Readonly<Record<string, unknown>>): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(listsAsSets(fields)))
    .digest('hex');
  return `${driftHashVersion}-${digest}`;
}

/** The value with keys and list items sorted, and repeated items once. */
function listsAsSets(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(listsAsSets(item)));
    return [...new Set(items)].sort();
  }
  return mapSorted(value, listsAsSets);
}

function sortKeys(value: unknown): unknown {
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
