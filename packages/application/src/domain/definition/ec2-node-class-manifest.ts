import type { ObjectMetadata } from './object-metadata.js';

/** `spec` of a `karpenter.k8s.aws/v1` EC2NodeClass with its defaults filled in. */
export interface Ec2NodeClassManifest {
  readonly subnetSelectorTerms: readonly SubnetSelectorTerm[];
  readonly securityGroupSelectorTerms: readonly SecurityGroupSelectorTerm[];
  readonly amiSelectorTerms: readonly AmiSelectorTerm[];
  readonly amiFamily?: AmiFamily;
  readonly capacityReservationSelectorTerms?: readonly CapacityReservationSelectorTerm[];
  readonly placementGroupSelector?: { readonly name?: string; readonly id?: string };
  readonly role?: string;
  readonly instanceProfile?: string;
  readonly userData?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly associatePublicIPAddress?: boolean;
  readonly ipPrefixCount?: number;
  readonly kubelet?: KubeletManifest;
  readonly blockDeviceMappings?: readonly BlockDeviceMapping[];
  readonly instanceStorePolicy?: 'RAID0';
  readonly networkInterfaces?: readonly NetworkInterfaceManifest[];
  readonly detailedMonitoring?: boolean;
  readonly metadataOptions: MetadataOptions;
  readonly connectionTracking?: {
    readonly tcpEstablishedTimeout?: number;
    readonly udpStreamTimeout?: number;
    readonly udpTimeout?: number;
  };
  readonly cpuOptions?: { readonly nestedVirtualization?: 'enabled' | 'disabled' };
  readonly enclaveOptions?: { readonly enabled: boolean };
  readonly context?: string;
  /** `metadata` of the object; absent if it has no labels and annotations of its author. */
  readonly objectMetadata?: ObjectMetadata;
}

/** AMI families of an EC2NodeClass. Source: karpenter aws apis/v1. */
export const amiFamilies = [
  'AL2',
  'AL2023',
  'Bottlerocket',
  'Custom',
  'Windows2019',
  'Windows2022',
  'Windows2025',
] as const;
/** One of {@link amiFamilies}. */
export type AmiFamily = (typeof amiFamilies)[number];

/** A term of `spec.subnetSelectorTerms`. */
export interface SubnetSelectorTerm {
  readonly tags?: Readonly<Record<string, string>>;
  readonly id?: string;
}

/** A term of `spec.securityGroupSelectorTerms`. */
export interface SecurityGroupSelectorTerm {
  readonly tags?: Readonly<Record<string, string>>;
  readonly id?: string;
  readonly name?: string;
}

/** A term of `spec.amiSelectorTerms`. */
export interface AmiSelectorTerm {
  readonly alias?: string;
  readonly id?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly owner?: string;
  readonly ssmParameter?: string;
}

/** A term of `spec.capacityReservationSelectorTerms`. */
export interface CapacityReservationSelectorTerm {
  readonly tags?: Readonly<Record<string, string>>;
  readonly id?: string;
  readonly ownerID?: string;
  readonly instanceMatchCriteria?: 'open' | 'targeted';
}

/** An entry of `spec.blockDeviceMappings`. */
export interface BlockDeviceMapping {
  readonly deviceName?: string;
  readonly rootVolume?: boolean;
  readonly ebs?: {
    readonly deleteOnTermination?: boolean;
    readonly encrypted?: boolean;
    readonly iops?: number;
    readonly kmsKeyID?: string;
    readonly snapshotID?: string;
    readonly throughput?: number;
    readonly volumeInitializationRate?: number;
    readonly volumeSize?: string;
    readonly volumeType?: string;
  };
}

/** An entry of `spec.networkInterfaces`. */
export interface NetworkInterfaceManifest {
  readonly networkCardIndex: number;
  readonly deviceIndex: number;
  readonly interfaceType: 'interface' | 'efa-only';
}

/** The fields of `spec.metadataOptions`. */
export interface MetadataOptions {
  readonly httpEndpoint: 'enabled' | 'disabled';
  readonly httpProtocolIPv6: 'enabled' | 'disabled';
  readonly httpPutResponseHopLimit: number;
  readonly httpTokens: 'required' | 'optional';
}

/**
 * Fields of `spec.kubelet` that every AMI family but Custom has a setting for. nodeadm, and so
 * AL2023, takes every field of the kubelet's configuration.
 */
export const commonKubeletFields = [
  'clusterDNS',
  'maxPods',
  'podsPerCore',
  'systemReserved',
  'kubeReserved',
  'evictionHard',
  'evictionSoft',
  'evictionSoftGracePeriod',
  'evictionMaxPodGracePeriod',
  'imageGCHighThresholdPercent',
  'imageGCLowThresholdPercent',
  'cpuCFSQuota',
] as const;

/**
 * The fields of `spec.kubelet` that Kerf reads: {@link commonKubeletFields}. An object may have other
 * fields of the kubelet's configuration, which are only passed on.
 */
export interface KubeletManifest {
  readonly clusterDNS?: readonly string[];
  /** A number, or an expression in CEL that is evaluated for each instance type. */
  readonly maxPods?: number | string;
  readonly podsPerCore?: number;
  /** Amounts, or expressions that are evaluated for each instance type. */
  readonly systemReserved?: Readonly<Record<string, string>>;
  /** As {@link systemReserved}. */
  readonly kubeReserved?: Readonly<Record<string, string>>;
  readonly evictionHard?: Readonly<Record<string, string>>;
  readonly evictionSoft?: Readonly<Record<string, string>>;
  readonly evictionSoftGracePeriod?: Readonly<Record<string, string>>;
  readonly evictionMaxPodGracePeriod?: number;
  readonly imageGCHighThresholdPercent?: number;
  readonly imageGCLowThresholdPercent?: number;
  readonly cpuCFSQuota?: boolean;
}
