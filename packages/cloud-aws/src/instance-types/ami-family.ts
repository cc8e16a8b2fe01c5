import type { AmiFamily, BlockDeviceMapping, Ec2NodeClassManifest } from '@kerf/application';

/** Differences between AMI families, apart from user data. Source: karpenter §1.5, §3.20. */
export interface AmiFamilyTraits {
  /** Name before `@` in an alias; `null` if the family has none. */
  readonly alias: string | null;
  readonly os: 'linux' | 'windows';
  /** Value of `node.kubernetes.io/windows-build`. */
  readonly windowsBuild: string | null;
  /**
   * Whether the addresses of the network interfaces limit the pods per node, instead of a flat 110.
   */
  readonly limitsPodsByInterfaces: boolean;
  /**
   * Whether the kubelet's memory is reserved for the number of pods that the interfaces allow,
   * regardless of `maxPods`.
   */
  readonly reservesMemoryByInterfaces: boolean;
  readonly readsPodsPerCore: boolean;
  /** Device that holds pods' ephemeral storage; `null` for the last device of the mappings. */
  readonly ephemeralDevice: string | null;
  /** Default block devices if the EC2NodeClass has none. */
  readonly blockDevices: readonly BlockDeviceMapping[];
}

const volume = (deviceName: string, volumeSize: string): BlockDeviceMapping => ({
  deviceName,
  ebs: { volumeSize, volumeType: 'gp3', encrypted: true, deleteOnTermination: true },
});

const amazonLinux = {
  os: 'linux',
  windowsBuild: null,
  limitsPodsByInterfaces: true,
  reservesMemoryByInterfaces: true,
  readsPodsPerCore: true,
  ephemeralDevice: '/dev/xvda',
  blockDevices: [volume('/dev/xvda', '20Gi')],
} as const;

const windows = {
  os: 'windows',
  limitsPodsByInterfaces: false,
  reservesMemoryByInterfaces: false,
  readsPodsPerCore: true,
  ephemeralDevice: '/dev/sda1',
  blockDevices: [volume('/dev/sda1', '50Gi')],
} as const;

export const amiFamilyTraits: Readonly<Record<AmiFamily, AmiFamilyTraits>> = {
  AL2: { ...amazonLinux, alias: 'al2' },
  AL2023: { ...amazonLinux, alias: 'al2023' },
  Bottlerocket: {
    ...amazonLinux,
    alias: 'bottlerocket',
    reservesMemoryByInterfaces: false,
    readsPodsPerCore: false,
    ephemeralDevice: '/dev/xvdb',
    blockDevices: [volume('/dev/xvda', '4Gi'), volume('/dev/xvdb', '20Gi')],
  },
  Custom: { ...amazonLinux, alias: null, ephemeralDevice: null, blockDevices: [] },
  Windows2019: { ...windows, alias: 'windows2019', windowsBuild: '10.0.17763' },
  Windows2022: { ...windows, alias: 'windows2022', windowsBuild: '10.0.20348' },
  Windows2025: { ...windows, alias: 'windows2025', windowsBuild: '10.0.26100' },
};

/** The parts of an alias `family@version`. */
export interface ImageAlias {
  readonly family: AmiFamily;
  /** `latest` or a pinned version such as `v20250519`. */
  readonly version: string;
}

/** @returns `null` if the text has no family that Kerf knows, or no version */
export function parseImageAlias(alias: string): ImageAlias | null {
  const [name, version, ...rest] = alias.split('@');
  const family = families.find(([, traits]) => traits.alias === name?.toLowerCase())?.[0];
  if (family === undefined || version === undefined || version === '' || rest.length > 0)
    return null;
  return { family, version };
}

const families = [
  ['AL2', amiFamilyTraits.AL2],
  ['AL2023', amiFamilyTraits.AL2023],
  ['Bottlerocket', amiFamilyTraits.Bottlerocket],
  ['Windows2019', amiFamilyTraits.Windows2019],
  ['Windows2022', amiFamilyTraits.Windows2022],
  ['Windows2025', amiFamilyTraits.Windows2025],
] as const;

/** Returns the EC2NodeClass's alias; `null` if images are selected otherwise. */
export function imageAliasOf(spec: Ec2NodeClassManifest): string | null {
  return spec.amiSelectorTerms.find((term) => term.alias !== undefined)?.alias ?? null;
}

/**
 * Returns the family that writes the user data; an EC2NodeClass without one supplies its own
 * (`Custom`).
 */
export function amiFamilyOf(spec: Ec2NodeClassManifest): AmiFamily {
  if (spec.amiFamily !== undefined) return spec.amiFamily;
  const alias = imageAliasOf(spec);
  return (alias === null ? null : parseImageAlias(alias)?.family) ?? 'Custom';
}

/** Returns the block devices of the EC2NodeClass's instances, including defaults. */
export function effectiveBlockDevices(spec: Ec2NodeClassManifest): readonly BlockDeviceMapping[] {
  const mapped = spec.blockDeviceMappings ?? [];
  return mapped.length > 0 ? mapped : amiFamilyTraits[amiFamilyOf(spec)].blockDevices;
}
