import type { ResolvedImage } from '@kerf/application';
import { assertNever } from '@kerf/core';
import { amiFamilyTraits, type ImageAlias } from '../instance-types/ami-family.js';

type Variant = ResolvedImage['variant'];

/**
 * A public SSM parameter that holds an image id, and the instance types that the image supports.
 */
export interface ImageParameter {
  readonly path: string;
  readonly architecture: ResolvedImage['architecture'];
  readonly variants: readonly Variant[];
}

/**
 * Returns the parameters under which AWS publishes a family's images; some may not exist.
 * Source: wire formats §6.2; https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html
 * @param kubernetesVersion `major.minor`
 */
export function imageParameters(
  { family, version }: ImageAlias,
  kubernetesVersion: string,
): readonly ImageParameter[] {
  switch (family) {
    case 'AL2023':
      return al2023(version, kubernetesVersion);
    case 'AL2':
      return al2(version, kubernetesVersion);
    case 'Bottlerocket':
      return bottlerocket(version, kubernetesVersion);
    case 'Windows2019':
    case 'Windows2022':
    case 'Windows2025':
      return [windows(family.slice('Windows'.length), kubernetesVersion)];
    case 'Custom':
      return [];
    default:
      return assertNever(family);
  }
}

const optimized = '/aws/service/eks/optimized-ami';

function al2023(version: string, kubernetes: string): readonly ImageParameter[] {
  const of = (architecture: ResolvedImage['architecture'], variant: Variant): ImageParameter => {
    const machine = architecture === 'amd64' ? 'x86_64' : 'arm64';
    const image =
      version === 'latest'
        ? 'recommended'
        : `amazon-eks-node-al2023-${machine}-${variant}-${kubernetes}-${version}`;
    return {
      path: `${optimized}/${kubernetes}/amazon-linux-2023/${machine}/${variant}/${image}/image_id`,
      architecture,
      variants: [variant],
    };
  };
  return [
    of('amd64', 'standard'),
    of('arm64', 'standard'),
    of('amd64', 'nvidia'),
    of('arm64', 'nvidia'),
    of('amd64', 'neuron'),
  ];
}

function al2(version: string, kubernetes: string): readonly ImageParameter[] {
  const path = (suffix: string, image: string): string => {
    const name = version === 'latest' ? 'recommended' : `${image}-${kubernetes}-${version}`;
    return `${optimized}/${kubernetes}/amazon-linux-2${suffix}/${name}/image_id`;
  };
  return [
    { path: path('', 'amazon-eks-node'), architecture: 'amd64', variants: ['standard'] },
    {
      path: path('-arm64', 'amazon-eks-arm64-node'),
      architecture: 'arm64',
      variants: ['standard'],
    },
    {
      path: path('-gpu', 'amazon-eks-gpu-node'),
      architecture: 'amd64',
      variants: ['nvidia', 'neuron'],
    },
  ];
}

/** Bottlerocket versions have a leading v; its parameter paths do not. */
function bottlerocket(version: string, kubernetes: string): readonly ImageParameter[] {
  const image = version.replace(/^v/, '');
  const path = (suffix: string, machine: string): string =>
    `/aws/service/bottlerocket/aws-k8s-${kubernetes}${suffix}/${machine}/${image}/image_id`;
  return [
    { path: path('', 'x86_64'), architecture: 'amd64', variants: ['standard'] },
    { path: path('', 'arm64'), architecture: 'arm64', variants: ['standard'] },
    { path: path('-nvidia', 'x86_64'), architecture: 'amd64', variants: ['nvidia'] },
    { path: path('-nvidia', 'arm64'), architecture: 'arm64', variants: ['nvidia'] },
  ];
}

/** Windows images have no pinned versions and one path per release. */
function windows(year: string, kubernetes: string): ImageParameter {
  return {
    path: `/aws/service/ami-windows-latest/Windows_Server-${year}-English-Core-EKS_Optimized-${kubernetes}/image_id`,
    architecture: 'amd64',
    variants: ['standard'],
  };
}

/** Returns why a family cannot be used with this version of Kubernetes; `null` if it can. */
export function familyProblem({ family }: ImageAlias, kubernetesVersion: string): string | null {
  const minor = Number(kubernetesVersion.split('.')[1]);
  if (family === 'AL2' && minor >= 33) {
    return `Amazon Linux 2 has reached its end of support on EKS: there are no AL2 images for Kubernetes ${kubernetesVersion} (the last version was 1.32). Use alias al2023@latest.`;
  }
  if (family === 'Windows2025' && minor < 35) {
    return `Windows Server 2025 images require Kubernetes 1.35 or later; this cluster has ${kubernetesVersion}. Use windows2022@latest.`;
  }
  return null;
}

/** Returns which images to use instead of an alias for which AWS publishes none. */
export function otherImageAdvice({ family, version }: ImageAlias): string {
  return version === 'latest'
    ? 'Use the alias of another AMI family, or select images by id, name or tags in spec.amiSelectorTerms.'
    : `Pin a version that exists, or use ${amiFamilyTraits[family].alias}@latest.`;
}
