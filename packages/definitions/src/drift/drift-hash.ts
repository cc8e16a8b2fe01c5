import { createHash } from 'node:crypto';
import type { Ec2NodeClassManifest, NodePoolManifest } from '@kerf/application';
import { compareKeys } from '@kerf/core';
import {
  canonicalValue,
  type DriftField,
  nodeClassDriftFields,
  nodePoolDriftFields,
} from './drift-fields.js';

/**
 * Kerf's own algorithm, and not Karpenter's: SHA-256 of canonical JSON, lists as sets. It stands
 * before each hash, so that hashes of different versions are never mistaken for a drift.
 */
export const driftHashVersion = 'kerf1';

export const nodePoolDriftHash = (spec: NodePoolManifest): string =>
  hash(nodePoolDriftFields, spec);

export const nodeClassDriftHash = (spec: Ec2NodeClassManifest): string =>
  hash(nodeClassDriftFields, spec);

function hash<Spec>(fields: Readonly<Record<string, DriftField<Spec>>>, spec: Spec): string {
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, canonicalValue(field, spec)]),
  );
  const digest = createHash('sha256')
    .update(JSON.stringify(sorted(values)))
    .digest('hex');
  return `${driftHashVersion}-${digest}`;
}

/** Their values are canonical already. */
const sorted = (values: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(Object.entries(values).sort(compareKeys));
