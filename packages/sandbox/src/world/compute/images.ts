import type { Tags } from '../iam/identity.js';
import { hexDigits } from '../random/seeded-random.js';

export type ImageFamily = 'al2023' | 'al2' | 'bottlerocket' | 'custom';
export type ImageArchitecture = 'x86_64' | 'arm64';

export interface Image {
  readonly id: string;
  readonly region: string;
  readonly ownerId: string;
  /** `amazon` for published images. */
  readonly ownerAlias: string | null;
  readonly name: string;
  readonly description: string;
  readonly family: ImageFamily;
  readonly architecture: ImageArchitecture;
  readonly createdAt: number;
  readonly rootDevice: string;
  readonly rootVolumeGiB: number;
  readonly tags: Tags;
}

/** A parameter of SSM that points to an image. */
export interface ImageParameter {
  readonly name: string;
  readonly imageId: string;
  readonly changedAt: number;
}

/** The images that AWS publishes for EKS in one region, and the SSM parameters with their IDs. */
export interface PublishedImages {
  readonly images: ReadonlyMap<string, Image>;
  readonly parameters: ReadonlyMap<string, ImageParameter>;
}

const kubernetesVersions = ['1.33', '1.34', '1.35', '1.36'] as const;
const architectures = ['x86_64', 'arm64'] as const;

/** Three releases per family, oldest first; `recommended` and `latest` mean the last. */
const releases = [
  { day: '2026-08-14', bottlerocket: '1.52.0' },
  { day: '2026-09-18', bottlerocket: '1.53.0' },
  { day: '2026-10-23', bottlerocket: '1.54.0' },
] as const;
type Release = (typeof releases)[number];

/** The accounts that publish the real images. */
const eksOwner = '602401143452';
const bottlerocketOwner = '092701018921';

interface Blueprint {
  readonly family: ImageFamily;
  readonly ownerId: string;
  readonly architecture: ImageArchitecture;
  readonly name: string;
  readonly description: string;
  readonly rootVolumeGiB: number;
  readonly parameters: readonly string[];
}

/** Source of names and paths: https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html */
export function publishImages(region: string): PublishedImages {
  const images = new Map<string, Image>();
  const parameters = new Map<string, ImageParameter>();
  for (const release of releases) {
    const createdAt = Date.parse(`${release.day}T00:00:00Z`);
    for (const blueprint of blueprintsOf(release, release === releases.at(-1))) {
      const { parameters: names, ...described } = blueprint;
      const id = `ami-${hexDigits(17, region, blueprint.name)}`;
      images.set(id, {
        ...described,
        id,
        region,
        ownerAlias: 'amazon',
        createdAt,
        rootDevice: '/dev/xvda',
        tags: {},
      });
      for (const name of names) parameters.set(name, { name, imageId: id, changedAt: createdAt });
    }
  }
  return { images, parameters };
}

function blueprintsOf(release: Release, isLatest: boolean): readonly Blueprint[] {
  return kubernetesVersions.flatMap((version) =>
    architectures.flatMap((architecture) => [
      ...(['standard', 'nvidia'] as const).flatMap((variant) => [
        al2023(release, isLatest, { version, architecture, variant }),
        bottlerocket(release, isLatest, { version, architecture, variant }),
      ]),
      al2(release, isLatest, { version, architecture, variant: 'standard' }),
      // There is no accelerated AL2 image for arm64.
      ...(architecture === 'x86_64'
        ? [al2(release, isLatest, { version, architecture, variant: 'nvidia' })]
        : []),
    ]),
  );
}

interface ImageFlavor {
  readonly version: string;
  readonly architecture: ImageArchitecture;
  readonly variant: 'standard' | 'nvidia';
}

function al2023(release: Release, isLatest: boolean, flavor: ImageFlavor): Blueprint {
  const { version, architecture, variant } = flavor;
  const folder = `/aws/service/eks/optimized-ami/${version}/amazon-linux-2023/${architecture}/${variant}`;
  const name = `amazon-eks-node-al2023-${architecture}-${variant}-${version}-v${compactDay(release)}`;
  return {
    family: 'al2023',
    ownerId: eksOwner,
    architecture,
    name,
    description: `EKS-optimized Kubernetes node based on Amazon Linux 2023, (k8s: ${version})`,
    rootVolumeGiB: 20,
    parameters: parameterNames(folder, name, isLatest ? 'recommended' : null),
  };
}

function al2(release: Release, isLatest: boolean, flavor: ImageFlavor): Blueprint {
  const { version, architecture, variant } = flavor;
  const suffix = variant === 'nvidia' ? '-gpu' : architecture === 'arm64' ? '-arm64' : '';
  const folder = `/aws/service/eks/optimized-ami/${version}/amazon-linux-2${suffix}`;
  const name = `amazon-eks${suffix}-node-${version}-v${compactDay(release)}`;
  return {
    family: 'al2',
    ownerId: eksOwner,
    architecture,
    name,
    description: `EKS Kubernetes Worker AMI with AmazonLinux2 image, (k8s: ${version})`,
    rootVolumeGiB: 20,
    parameters: parameterNames(folder, name, isLatest ? 'recommended' : null),
  };
}

function bottlerocket(release: Release, isLatest: boolean, flavor: ImageFlavor): Blueprint {
  const { version, architecture, variant } = flavor;
  const build = `aws-k8s-${version}${variant === 'nvidia' ? '-nvidia' : ''}`;
  const folder = `/aws/service/bottlerocket/${build}/${architecture}`;
  return {
    family: 'bottlerocket',
    ownerId: bottlerocketOwner,
    architecture,
    name: `bottlerocket-${build}-${architecture}-v${release.bottlerocket}`,
    description: `bottlerocket-${build}-${architecture}-v${release.bottlerocket}`,
    rootVolumeGiB: 2,
    parameters: parameterNames(folder, release.bottlerocket, isLatest ? 'latest' : null),
  };
}

/** Returns the parameter of this release, and for the newest release also the one that moves. */
function parameterNames(folder: string, pin: string, moving: string | null): readonly string[] {
  return [pin, ...(moving === null ? [] : [moving])].map((leaf) => `${folder}/${leaf}/image_id`);
}

const compactDay = (release: Release): string => release.day.replaceAll('-', '');
