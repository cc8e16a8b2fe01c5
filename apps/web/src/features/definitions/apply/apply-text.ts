import { countOf, formatCount } from '@kerf/core';
import type { ApplyManifestsMutation } from '../../../gql/graphql.js';

/** Another user changed or deleted the definition that is being edited. */
export interface EditConflict {
  /** `NodePool general`. */
  readonly title: string;
  readonly baseVersion: number;
  /** The stored version; `null` when it was deleted. */
  readonly storedVersion: number | null;
}

export type DocumentPreview = ApplyManifestsMutation['applyManifests']['documents'][number];

/** The changes that applying the manifests would make, or why they cannot be applied. */
export type ApplyPlan =
  | { readonly kind: 'nothing'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'ready'; readonly label: string; readonly warning: string | null };

export function toApplyPlan(documents: readonly DocumentPreview[], clusterName: string): ApplyPlan {
  if (documents.length === 0) return { kind: 'nothing', reason: 'The text contains no manifests' };
  const refused = documents.filter((document) => outcomeOf(document) === 'refused');
  if (refused.length > 0) {
    const [first] = refused;
    const which =
      refused.length === 1 && first !== undefined
        ? `${titleOf(first)} is invalid: fix or remove it`
        : `${countOf(refused.length, 'document is', 'documents are')} invalid: fix or remove them`;
    return { kind: 'refused', reason: `${which}. All manifests are applied together or none` };
  }
  const created = documents.filter(({ currentManifest }) => currentManifest === null).length;
  const changed = documents.filter(isChange).length;
  if (created + changed === 0) {
    return { kind: 'nothing', reason: 'No changes: the manifests are already stored' };
  }
  const owned = documents.find(isOwnedByCluster);
  if (owned !== undefined) {
    return {
      kind: 'refused',
      reason: `${titleOf(owned)} is an object of the cluster: make its change there`,
    };
  }

  const drifting = documents.reduce((sum, { drift }) => sum + (drift?.drifting ?? 0), 0);
  return {
    kind: 'ready',
    label: `Apply ${countOf(created + changed, 'change')} to ${clusterName}`,
    warning: drifting === 0 ? null : `${countOf(drifting, 'node')} would drift`,
  };
}

/** Returns the outcome of a document in a word; `owned` can be changed in the cluster only. */
export function outcomeOf(
  preview: DocumentPreview,
): 'refused' | 'owned' | 'new' | 'changed' | 'same' {
  if (isOwnedByCluster(preview)) return isChange(preview) ? 'owned' : 'same';
  if (!preview.accepted) return 'refused';
  if (preview.currentManifest === null) return 'new';
  return isChange(preview) ? 'changed' : 'same';
}

/** Whether the text is valid, and only its owner keeps Kerf from saving it. */
function isOwnedByCluster({ findings }: DocumentPreview): boolean {
  const errors = findings.filter(({ severity }) => severity === 'ERROR');
  return errors.length > 0 && errors.every(({ code }) => code === ownedByCluster);
}

/** Code of the finding of a definition that is an object of the cluster. */
export const ownedByCluster = 'OWNED_BY_CLUSTER';

const isChange = ({ currentManifest, manifest }: DocumentPreview): boolean =>
  currentManifest !== null && manifest !== null && currentManifest !== manifest;

/** Returns `2 of 3 nodes`, `all 3 nodes` or `its only node`. */
export function driftText({ nodes, drifting }: NonNullable<DocumentPreview['drift']>): string {
  if (drifting < nodes) return `${formatCount(drifting)} of ${countOf(nodes, 'node')}`;
  return nodes === 1 ? 'its only node' : `all ${countOf(nodes, 'node')}`;
}

/** `NodePool general`, or `Document 2 (web)` for an unknown kind. */
export const titleOf = ({ kind, name, index }: DocumentPreview): string =>
  kind === null
    ? `Document ${index + 1}${name === null ? '' : ` (${name})`}`
    : `${kind} ${name ?? '(no name)'}`;

export const conflictReason = ({ title, storedVersion }: EditConflict): string =>
  `${title} was ${storedVersion === null ? 'deleted' : 'changed'} since you opened it: choose above which version to keep`;
