import type { Draft } from './draft.js';
import { convertSelectors } from './selectors.js';

const hopLimitPath = ['spec', 'metadataOptions', 'httpPutResponseHopLimit'] as const;
const familyPath = ['spec', 'amiFamily'] as const;

/** Supported versions of manifests. */
export type ManifestVersion = 'v1' | 'v1beta1';

/** Converts an EC2NodeClass of v1beta1, or with older field names, to v1. */
export function convertNodeClass(draft: Draft, version: ManifestVersion): void {
  convertSelectors(draft);
  if (version === 'v1beta1') {
    fillAmiFamily(draft);
    keepHopLimit(draft);
  }
}

/** In v1beta1 the default family was AL2; v1 has no default. */
function fillAmiFamily(draft: Draft): void {
  if (draft.get(familyPath) !== undefined || hasAlias(draft)) return;
  draft.set(familyPath, 'AL2');
  draft.findings.add({
    code: 'AMI_FAMILY_DEFAULTED',
    path: familyPath,
    message: 'v1 has no default for amiFamily; the default of v1beta1 was set',
    became: 'AL2',
  });
}

const hasAlias = (draft: Draft): boolean =>
  draft
    .list(['spec', 'amiSelectorTerms'])
    .some((_term, index) => draft.get(['spec', 'amiSelectorTerms', index, 'alias']) !== undefined);

/** v1 changed the default from 2 to 1 hops, with which pods cannot reach the metadata service. */
function keepHopLimit(draft: Draft): void {
  if (draft.get(hopLimitPath) !== undefined) return;
  if (draft.get(['spec', 'metadataOptions']) === undefined) {
    draft.set(['spec', 'metadataOptions'], {});
  }
  draft.set(hopLimitPath, 2);
  draft.findings.add({
    code: 'HOP_LIMIT_SET',
    path: hopLimitPath,
    message:
      'the default of v1 is 1, with which pods cannot reach the metadata service; the default of v1beta1 was set',
    became: 2,
  });
}
