import {
  type LaunchTemplateBlockDeviceMappingRequest,
  type RequestLaunchTemplateData,
  VolumeType,
} from '@aws-sdk/client-ec2';
import type { BlockDeviceMapping, LaunchRequest } from '@kerf/application';
import { AppError, labelKeys, parseBytes, taintKeys } from '@kerf/core';
import type { CapacityType, KubeletReserves, ReservationType, Taint } from '@kerf/engine';
import { writeUserData } from '../bootstrap/user-data.js';
import { amiFamilyOf, effectiveBlockDevices } from '../instance-types/ami-family.js';
import { networkInterfaces } from './network-interfaces.js';
import { placement } from './placement.js';
import { sharedTags, toAwsTags } from './tags.js';
import type { Tenancy } from './tenancy.js';

/** Properties that instances of one launch template share. */
export interface TemplateTraits {
  readonly imageId: string;
  readonly maxPods: number;
  /** Reserves in place of the EC2NodeClass's, if expressions give them. */
  readonly kubeletReserves?: KubeletReserves;
  readonly efaInterfaces: number;
  readonly capacityType: CapacityType;
  /** The capacity reservation to launch into; `null` without one. */
  readonly reservation: { readonly id: string; readonly type: ReservationType } | null;
  readonly tenancy: Tenancy;
}

/**
 * Returns everything about an instance except its type, subnet and own tags.
 * @throws CLOUD.INVALID if the user data of the EC2NodeClass cannot be merged or is too long, or if
 *   pods request an enclave that it forbids
 */
export function launchTemplateData(
  request: LaunchRequest,
  traits: TemplateTraits,
): RequestLaunchTemplateData {
  const { nodeClass, resolution } = request;
  const { spec } = nodeClass;
  const groups = resolution.securityGroups.map(({ id }) => id);
  const devices = effectiveBlockDevices(spec).map(toBlockDevice);
  const interfaces = networkInterfaces(request, traits.efaInterfaces);
  return {
    ImageId: traits.imageId,
    ...(resolution.instanceProfile === null
      ? {}
      : { IamInstanceProfile: { Name: resolution.instanceProfile } }),
    UserData: encodedUserData(request, traits),
    ...(devices.length === 0 ? {} : { BlockDeviceMappings: devices }),
    MetadataOptions: {
      HttpEndpoint: spec.metadataOptions.httpEndpoint,
      HttpProtocolIpv6: spec.metadataOptions.httpProtocolIPv6,
      HttpPutResponseHopLimit: spec.metadataOptions.httpPutResponseHopLimit,
      HttpTokens: spec.metadataOptions.httpTokens,
      // An account may turn them on by default, and EC2 then refuses tags such as
      // `kubernetes.io/cluster/prod`: keys of tags in the metadata have no slash.
      InstanceMetadataTags: 'disabled',
    },
    // With network interfaces, EC2 accepts security groups only on them.
    ...(interfaces.length > 0 ? { NetworkInterfaces: interfaces } : { SecurityGroupIds: groups }),
    ...(spec.detailedMonitoring === undefined
      ? {}
      : { Monitoring: { Enabled: spec.detailedMonitoring } }),
    ...placement(request, traits.tenancy),
    ...capacityReservation(traits),
    ...(spec.cpuOptions?.nestedVirtualization === undefined
      ? {}
      : { CpuOptions: { NestedVirtualization: spec.cpuOptions.nestedVirtualization } }),
    ...enclaveOptions(request),
    TagSpecifications: tagSpecifications(request, traits),
  };
}

/** Resource with which a pod asks for an enclave; a NodeOverlay gives it to instance types. */
const nitroSandbox = 'eks.amazonaws.com/nitro-sandbox';

/**
 * Nitro Enclaves as the EC2NodeClass says, else as the pods request.
 * @throws CLOUD.INVALID if pods request an enclave that the EC2NodeClass forbids
 */
function enclaveOptions({
  nodeClass: { name, spec },
  requests,
}: LaunchRequest): Pick<RequestLaunchTemplateData, 'EnclaveOptions'> {
  const requested = (requests[nitroSandbox] ?? 0) > 0;
  const enabled = spec.enclaveOptions?.enabled ?? requested;
  if (requested && !enabled) {
    throw new AppError({
      code: 'CLOUD.INVALID',
      message: `EC2NodeClass ${name}: spec.enclaveOptions.enabled is false, but pods request ${nitroSandbox}; set it to true, or remove the resource from the NodeOverlay`,
      meta: { nodeClass: name, path: 'spec.enclaveOptions.enabled' },
    });
  }
  return spec.enclaveOptions === undefined && !requested
    ? {}
    : { EnclaveOptions: { Enabled: enabled } };
}

/**
 * Tags of resources that are created with an instance and that the fleet cannot tag. The policy in
 * deploy/ allows a spot request only with them.
 * Source: karpenter-provider-aws pkg/providers/launchtemplate/types.go @v1.14.1.
 */
function tagSpecifications(
  { cluster, nodeClass, nodePool }: LaunchRequest,
  { capacityType }: TemplateTraits,
): RequestLaunchTemplateData['TagSpecifications'] {
  const owner = { clusterName: cluster.name, nodeClass: nodeClass.name, nodePool };
  const Tags = toAwsTags({ ...nodeClass.spec.tags, ...sharedTags(owner) });
  return [
    { ResourceType: 'network-interface', Tags },
    ...(capacityType === 'spot' ? [{ ResourceType: 'spot-instances-request' as const, Tags }] : []),
  ];
}

/**
 * Launches that are not meant for a reservation avoid open ones, whose capacity is counted as free
 * for launches that are. Source: karpenter-provider-aws pkg/providers/launchtemplate @v1.14.1.
 */
function capacityReservation({
  reservation,
}: TemplateTraits): Pick<
  RequestLaunchTemplateData,
  'CapacityReservationSpecification' | 'InstanceMarketOptions'
> {
  if (reservation === null) {
    return { CapacityReservationSpecification: { CapacityReservationPreference: 'none' } };
  }
  return {
    CapacityReservationSpecification: {
      CapacityReservationPreference: 'capacity-reservations-only',
      CapacityReservationTarget: { CapacityReservationId: reservation.id },
    },
    ...(reservation.type === 'capacity-block' && {
      InstanceMarketOptions: { MarketType: 'capacity-block' },
    }),
  };
}

function encodedUserData(request: LaunchRequest, traits: TemplateTraits): string {
  const { cluster, nodeClass } = request;
  const { spec } = nodeClass;
  const written = writeUserData(amiFamilyOf(spec), {
    cluster: {
      name: cluster.name,
      endpoint: cluster.endpoint,
      certificateAuthority: cluster.certificateAuthority,
      serviceCidr: cluster.facts.serviceCidr,
      dnsIp: cluster.facts.clusterDnsIp,
    },
    labels: {
      ...request.labels,
      ...(request.nodePool !== null && { [labelKeys.nodePool]: request.nodePool }),
      [labelKeys.nodeClass]: nodeClass.name,
      [labelKeys.capacityType]: traits.capacityType,
    },
    taints: registrationTaints(request),
    maxPods: traits.maxPods,
    kubelet: { ...spec.kubelet, ...traits.kubeletReserves },
    stripesLocalDisks: spec.instanceStorePolicy === 'RAID0',
    customUserData: spec.userData ?? '',
  });
  if (!written.ok) {
    throw new AppError({
      code: 'CLOUD.INVALID',
      message: `EC2NodeClass ${nodeClass.name}: ${written.error.message}`,
      meta: { nodeClass: nodeClass.name, path: 'spec.userData' },
    });
  }
  return Buffer.from(written.value).toString('base64');
}

const unregistered: Taint = { key: taintKeys.unregistered, value: '', effect: 'NoExecute' };

/** Keeps pods off the node until Kerf has registered it. */
function registrationTaints({ taints, startupTaints }: LaunchRequest): readonly Taint[] {
  const others = [...taints, ...startupTaints].filter(({ key }) => key !== unregistered.key);
  return [...others, unregistered];
}

const gibibyte = 1024 ** 3;

function toBlockDevice({
  deviceName,
  ebs,
}: BlockDeviceMapping): LaunchTemplateBlockDeviceMappingRequest {
  const size = parseBytes(ebs?.volumeSize ?? '');
  return {
    DeviceName: deviceName,
    Ebs: {
      DeleteOnTermination: ebs?.deleteOnTermination,
      Encrypted: ebs?.encrypted,
      Iops: ebs?.iops,
      KmsKeyId: ebs?.kmsKeyID,
      SnapshotId: ebs?.snapshotID,
      Throughput: ebs?.throughput,
      VolumeInitializationRate: ebs?.volumeInitializationRate,
      VolumeSize: size.ok ? Math.ceil(size.value / gibibyte) : undefined,
      VolumeType: Object.values(VolumeType).find((type) => type === ebs?.volumeType),
    },
  };
}
