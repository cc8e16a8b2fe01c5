import type {
  AmiFamily,
  Ec2NodeClassManifest,
  ManifestContext,
  ReadDefinition,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { adviseNodeClass } from './advice/node-class-advice.js';
import type { Draft } from './conversion/draft.js';
import type { ManifestVersion } from './conversion/node-class.js';
import { nodeClassDriftHash } from './drift/drift-hash.js';
import type { FindingList } from './findings/finding-list.js';
import { KnownFields } from './schema/known-fields.js';
import { nodeClassSpec } from './schema/node-class.js';
import { parseSpec, type TextAt } from './schema/parse-spec.js';

const knownFields = new KnownFields(nodeClassSpec, 'spec');

/** Returns the EC2NodeClass of a converted draft; `null` if its findings contain errors. */
export function readNodeClass(
  { name, version }: { readonly name: string; readonly version: ManifestVersion },
  draft: Draft,
  context: ManifestContext,
  textAt: TextAt,
): ReadDefinition | null {
  const parsed = parseSpec(nodeClassSpec, knownFields, draft, textAt);
  if (parsed === null) return null;
  const { amiFamily, amiSelectorTerms: terms } = parsed;
  const spec: Ec2NodeClassManifest = {
    ...parsed,
    amiSelectorTerms: terms ?? assumeAlias(amiFamily, version, draft.findings),
  };
  adviseNodeClass(spec, context, draft.findings);
  return { kind: 'EC2NodeClass', name, spec, driftHash: nodeClassDriftHash(spec) };
}

/**
 * v1beta1 used the newest images of a family if there were no terms. v1 requires terms; v1
 * manifests without them have the same meaning.
 */
function assumeAlias(
  amiFamily: AmiFamily | undefined,
  version: ManifestVersion,
  findings: FindingList,
): Ec2NodeClassManifest['amiSelectorTerms'] {
  invariant(amiFamily !== undefined, 'an EC2NodeClass has an amiFamily or amiSelectorTerms');
  const alias = `${amiFamily.toLowerCase()}@latest`;
  findings.add({
    code: version === 'v1beta1' ? 'AMI_TERMS_DEFAULTED' : 'AMI_ALIAS_ASSUMED',
    path: ['spec', 'amiSelectorTerms'],
    message: `amiSelectorTerms is absent, so the newest ${amiFamily} images are used, and nodes drift when AWS publishes newer ones; use an alias with a version to pin them`,
    became: `alias: ${alias}`,
  });
  return [{ alias }];
}
