import { labelKeys } from '@kerf/core';
import type { Path } from '../findings/path.js';
import { type Draft, refuseConflict } from './draft.js';

/** Deprecated label keys of Kubernetes, with their current keys. */
const renamedLabels: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', labelKeys.arch],
  ['beta.kubernetes.io/os', labelKeys.os],
  ['beta.kubernetes.io/instance-type', labelKeys.instanceType],
  ['failure-domain.beta.kubernetes.io/zone', labelKeys.zone],
  ['failure-domain.beta.kubernetes.io/region', labelKeys.region],
]);

/** Annotations without effect in v1, with their replacements. */
const retiredAnnotations: ReadonlyMap<string, string> = new Map([
  ['karpenter.sh/do-not-consolidate', 'karpenter.sh/do-not-disrupt: "true"'],
  ['karpenter.sh/do-not-evict', 'karpenter.sh/do-not-disrupt: "true" on the pods'],
]);

const requirementsPath = ['spec', 'template', 'spec', 'requirements'] as const;
const metadataPath = ['spec', 'template', 'metadata'] as const;

/** Renames label keys in requirements and template labels. */
export function renameLabels(draft: Draft): void {
  for (const index of draft.list(requirementsPath).keys()) {
    const path = [...requirementsPath, index, 'key'];
    const key = draft.get(path);
    const renamed = typeof key === 'string' ? renamedLabels.get(key) : undefined;
    if (renamed === undefined) continue;
    draft.set(path, renamed);
    warnRenamed(draft, path, String(key), renamed);
  }
  const labelsPath = [...metadataPath, 'labels'];
  for (const key of Object.keys(draft.object(labelsPath) ?? {})) {
    const renamed = renamedLabels.get(key);
    if (renamed !== undefined) renameTemplateLabel(draft, key, renamed);
  }
}

function renameTemplateLabel(draft: Draft, key: string, renamed: string): void {
  const from = [...metadataPath, 'labels', key];
  const to = [...metadataPath, 'labels', renamed];
  const value = draft.get(from);
  if (![undefined, value].includes(draft.get(to))) {
    refuseConflict(draft, from, renamed);
    return;
  }
  draft.set(to, value);
  draft.remove(from);
  warnRenamed(draft, from, key, renamed);
}

function warnRenamed(draft: Draft, path: Path, found: string, became: string): void {
  draft.findings.add({
    code: 'LABEL_RENAMED',
    path,
    message: `Kubernetes no longer sets ${found}; use ${became}`,
    found,
    became,
  });
}

/** Warns of annotations without effect since v1. */
export function flagRetiredAnnotations(draft: Draft): void {
  for (const [key, replacement] of retiredAnnotations) {
    const path = [...metadataPath, 'annotations', key];
    const found = draft.get(path);
    if (found === undefined) continue;
    draft.findings.add({
      code: 'ANNOTATION_RETIRED',
      path,
      message: `${key} has no effect since v1; use ${replacement}`,
      found,
    });
  }
}
