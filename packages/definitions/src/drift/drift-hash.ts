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
 * Version of Kerf's hash algorithm: SHA-256 of canonical JSON, with lists as sets. It is the prefix
 * of each hash, so that hashes of different algorithms are never compared as drift.
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

/** The values are canonical already. */
const sorted = (values: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(Object.entries(values).sort(compareKeys));
