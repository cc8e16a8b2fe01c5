import {
  type AmiFamily,
  type Ec2NodeClassManifest,
  effectiveAmiFamily,
  ineffectiveFields,
  type ManifestContext,
} from '@kerf/application';
import type { FindingList } from '../findings/finding-list.js';

/** Adds warnings about valid fields of an EC2NodeClass that may have unwanted effects. */
export function adviseNodeClass(
  spec: Ec2NodeClassManifest,
  context: ManifestContext,
  findings: FindingList,
): void {
  adviseOnMetadataService(spec, findings);
  adviseOnFamily(spec, context, findings);
  adviseOnVolumes(spec, findings);
  for (const field of ineffectiveFields({ kind: 'EC2NodeClass', spec })) {
    findings.add({ code: 'FIELD_WITHOUT_EFFECT', ...field });
  }
}

function adviseOnMetadataService(spec: Ec2NodeClassManifest, findings: FindingList): void {
  if (spec.metadataOptions.httpTokens !== 'optional') return;
  findings.add({
    code: 'IMDSV1_ALLOWED',
    path: ['spec', 'metadataOptions', 'httpTokens'],
    message:
      "IMDSv1 responds without a token, so a pod with a request-forgery vulnerability exposes the node's credentials; use required to allow IMDSv2 only",
    found: 'optional',
  });
}

/** Minor versions of Kubernetes 1 for which AWS publishes images of a family. */
const supportedMinors: Partial<
  Record<AmiFamily, { readonly from?: number; readonly to?: number }>
> = {
  AL2: { to: 32 },
  Windows2025: { from: 35 },
};

function adviseOnFamily(
  spec: Ec2NodeClassManifest,
  { kubernetesVersion }: ManifestContext,
  findings: FindingList,
): void {
  const family = effectiveAmiFamily(spec);
  const [, minor] = /^v?1[.]([0-9]+)/.exec(kubernetesVersion ?? '') ?? [];
  if (family === null || minor === undefined) return;
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = supportedMinors[family] ?? {};
  if (Number(minor) >= from && Number(minor) <= to) return;
  const remedy =
    family === 'AL2'
      ? 'the last version with AL2 images is 1.32; use AL2023'
      : `the first version is 1.${from}`;
  findings.add({
    code: 'AMI_FAMILY_UNSUPPORTED',
    path: ['spec', spec.amiFamily === undefined ? 'amiSelectorTerms' : 'amiFamily'],
    message: `there are no ${family} images for Kubernetes ${kubernetesVersion}, so the EC2NodeClass will not be ready: ${remedy}`,
    found: family,
  });
}

const typesWithIops = ['gp3', 'io1', 'io2'];

/** EC2 refuses such volumes at launch. */
function adviseOnVolumes(spec: Ec2NodeClassManifest, findings: FindingList): void {
  for (const [index, { ebs }] of (spec.blockDeviceMappings ?? []).entries()) {
    const type = ebs?.volumeType;
    if (ebs === undefined || type === undefined) continue;
    const path = ['spec', 'blockDeviceMappings', index, 'ebs'];
    const warn = (field: string, message: string): void =>
      findings.add({ code: 'EBS_OPTION_UNSUPPORTED', path: [...path, field], message });
    if (ebs.iops !== undefined && !typesWithIops.includes(type)) {
      warn('iops', `EC2 does not support iops for ${type}, only for ${typesWithIops.join(', ')}`);
    }
    if (ebs.iops === undefined && ['io1', 'io2'].includes(type)) {
      warn('iops', `EC2 requires iops for ${type}`);
    }
    if (ebs.throughput !== undefined && type !== 'gp3') {
      warn('throughput', `EC2 does not support throughput for ${type}, only for gp3`);
    }
  }
}
