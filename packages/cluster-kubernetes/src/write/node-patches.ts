import type { NodeSync } from '@kerf/application';
import {
  type JsonObject,
  labelKeys,
  taintKeys,
  terminationFinalizer,
  toRecord,
  toRecords,
} from '@kerf/core';
import type { Taint } from '@kerf/engine';
import { missingEntries, withFinalizer } from './change-object.js';
import type { OwnerReference } from './owner-reference.js';

/**
 * Returns one patch that registers a node that has just joined, so that it is registered either
 * completely or not at all. A registered node is not patched again: its startup taints may have
 * been removed by their controllers and must not be restored.
 * Source: karpenter pkg/controllers/nodeclaim/lifecycle/registration.go.
 */
export function registrationPatch(
  node: JsonObject,
  sync: NodeSync,
  owner: OwnerReference | null,
): JsonObject | null {
  const metadata = toRecord(node['metadata']);
  const labels = toRecord(metadata['labels']);
  if (labels[labelKeys.registered] === 'true') return null;
  const added =
    labels[labelKeys.doNotSyncTaints] === 'true' ? [] : [...sync.taints, ...sync.startupTaints];
  const current = taintsOf(node).filter(({ key }) => key !== taintKeys.unregistered);
  return {
    metadata: {
      labels: { ...sync.labels, [labelKeys.registered]: 'true' },
      annotations: sync.annotations,
      finalizers: withFinalizer(metadata, terminationFinalizer),
      ownerReferences: withOwner(toRecords(metadata['ownerReferences']), owner),
    },
    spec: { taints: [...current, ...added.filter((taint) => !hasTaint(current, taint))] },
  };
}

/** @param labels `null` removes a label */
export function labelPatch(
  object: JsonObject,
  labels: Readonly<Record<string, string | null>>,
): JsonObject | null {
  const missing = missingEntries(toRecord(object['metadata'])['labels'], labels);
  return missing === null ? null : { metadata: { labels: missing } };
}

/** Identifies a taint by key and effect; another value is overwritten. */
export function addTaintPatch(node: JsonObject, taint: Taint): JsonObject | null {
  const taints = taintsOf(node);
  if (taints.some((other) => isSameTaint(other, taint) && (other['value'] ?? '') === taint.value))
    return null;
  const others = taints.filter((other) => !isSameTaint(other, taint));
  return { spec: { taints: [...others, taint] } };
}

export function removeTaintPatch(node: JsonObject, taintKey: string): JsonObject | null {
  const taints = taintsOf(node);
  const remaining = taints.filter(({ key }) => key !== taintKey);
  return remaining.length === taints.length ? null : { spec: { taints: remaining } };
}

/** Returns the taints unchanged, so that fields unknown to Kerf (`timeAdded`) are kept. */
function taintsOf(node: JsonObject): readonly JsonObject[] {
  return toRecords(toRecord(node['spec'])['taints']);
}

function hasTaint(taints: readonly JsonObject[], taint: Taint): boolean {
  return taints.some((other) => isSameTaint(other, taint));
}

function isSameTaint(other: JsonObject, taint: Taint): boolean {
  return other['key'] === taint.key && other['effect'] === taint.effect;
}

function withOwner(
  owners: readonly JsonObject[],
  owner: OwnerReference | null,
): readonly (JsonObject | OwnerReference)[] {
  return owner === null || owners.some(({ uid }) => uid === owner.uid)
    ? owners
    : [...owners, owner];
}
