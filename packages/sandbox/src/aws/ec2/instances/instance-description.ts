import type { Instance as InstanceAnswer, InstanceState, Placement } from '@aws-sdk/client-ec2';
import {
  type Instance,
  type InstanceStateName,
  instanceState,
} from '../../../world/compute/instance.js';
import type { Open } from '../../../world/state/open.js';
import type { World } from '../../../world/world.js';
import { toTagList } from '../describe.js';

/** Source: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceState.html */
const stateCodes: Readonly<Record<InstanceStateName, number>> = {
  pending: 0,
  running: 16,
  'shutting-down': 32,
  terminated: 48,
};

export function stateResponse(name: InstanceStateName): Open<InstanceState> {
  return { Name: name, Code: stateCodes[name] };
}

/** Returns an instance in the format of DescribeInstances. */
export function toInstanceResponse(world: World, instance: Instance): Open<InstanceAnswer> {
  const state = instanceState(instance, world.timers.now());
  const type = world.catalog.get(instance.instanceType);
  const image = world.findImage(instance.region, instance.imageId);
  const cores = type?.cores ?? 1;
  return {
    InstanceId: instance.id,
    InstanceType: instance.instanceType,
    ImageId: instance.imageId,
    Architecture: instance.architecture,
    State: stateResponse(state),
    LaunchTime: new Date(instance.launchedAt),
    AmiLaunchIndex: 0,
    Placement: {
      AvailabilityZone: instance.zone,
      AvailabilityZoneId: instance.zoneId,
      ...placementResponse(world, instance),
      Tenancy: 'default',
    },
    Monitoring: { State: instance.isMonitored ? 'enabled' : 'disabled' },
    ...lifecycleResponse(world, instance),
    ...(instance.spotRequestId === null ? {} : { SpotInstanceRequestId: instance.spotRequestId }),
    ...(instance.clientToken === null ? {} : { ClientToken: instance.clientToken }),
    ...profileResponse(world, instance),
    // A terminated instance has no network interfaces and disks.
    ...(state === 'terminated' ? {} : attachments(world, instance)),
    ...endResponse(instance),
    PrivateDnsName: state === 'terminated' ? '' : instance.privateDnsName,
    PublicDnsName: '',
    CpuOptions: { CoreCount: cores, ThreadsPerCore: (type?.vcpus ?? cores) / cores },
    EbsOptimized: false,
    EnaSupport: true,
    Hypervisor: 'xen',
    MetadataOptions: {
      State: 'applied',
      HttpEndpoint: instance.metadataOptions.httpEndpoint,
      HttpTokens: instance.metadataOptions.httpTokens,
      HttpPutResponseHopLimit: instance.metadataOptions.httpPutResponseHopLimit,
      HttpProtocolIpv6: instance.metadataOptions.httpProtocolIpv6,
    },
    PlatformDetails: 'Linux/UNIX',
    UsageOperation: 'RunInstances',
    RootDeviceName: image?.rootDevice ?? '/dev/xvda',
    RootDeviceType: 'ebs',
    VirtualizationType: 'hvm',
    Tags: toTagList(instance.tags),
  };
}

function placementResponse(world: World, instance: Instance): Open<Placement> {
  const { placementGroup } = instance;
  if (placementGroup === undefined) return { GroupName: '' };
  const { id, partition } = placementGroup;
  return {
    GroupId: id,
    GroupName: world.state.placementGroups.get(id)?.name ?? '',
    ...(partition !== null && { PartitionNumber: partition }),
  };
}

function lifecycleResponse(world: World, instance: Instance): Open<InstanceAnswer> {
  if (instance.capacityType === 'spot') return { InstanceLifecycle: 'spot' };
  const reservation = world.capacityReservations.activeOf(instance);
  if (reservation === null) return {};
  return {
    CapacityReservationId: reservation.id,
    ...(reservation.type === 'capacity-block' && { InstanceLifecycle: 'capacity-block' }),
  };
}

function profileResponse(world: World, instance: Instance): Open<InstanceAnswer> {
  const { instanceProfileArn: arn } = instance;
  if (arn === null) return {};
  const profile = world.state.instanceProfiles.get(arn);
  return { IamInstanceProfile: { Arn: arn, ...(profile && { Id: profile.profileId }) } };
}

function attachments(world: World, instance: Instance): Open<InstanceAnswer> {
  const groups = instance.securityGroupIds.map((id) => ({
    GroupId: id,
    GroupName: world.state.securityGroups.get(id)?.name ?? '',
  }));
  return {
    VpcId: instance.vpcId,
    SubnetId: instance.subnetId,
    PrivateIpAddress: instance.privateIp,
    SecurityGroups: groups,
    SourceDestCheck: true,
    NetworkInterfaces: [
      {
        NetworkInterfaceId: `eni-${instance.id.slice(2)}`,
        InterfaceType: 'interface',
        OwnerId: instance.accountId,
        Status: 'in-use',
        VpcId: instance.vpcId,
        SubnetId: instance.subnetId,
        PrivateIpAddress: instance.privateIp,
        PrivateDnsName: instance.privateDnsName,
        PrivateIpAddresses: [
          {
            Primary: true,
            PrivateIpAddress: instance.privateIp,
            PrivateDnsName: instance.privateDnsName,
          },
        ],
        SourceDestCheck: true,
        Groups: groups,
        Attachment: { DeviceIndex: 0, NetworkCardIndex: 0, Status: 'attached' },
      },
    ],
    BlockDeviceMappings: instance.volumes.map((volume) => ({
      DeviceName: volume.device,
      Ebs: {
        VolumeId: volume.id,
        Status: 'attached',
        AttachTime: new Date(instance.launchedAt),
        DeleteOnTermination: volume.deletesOnTermination,
      },
    })),
  };
}

function endResponse({ end }: Instance): Open<InstanceAnswer> {
  if (end === null) return { StateTransitionReason: '' };
  return {
    StateReason: { Code: end.reasonCode, Message: `${end.reasonCode}: ${end.reasonMessage}` },
    StateTransitionReason: `${end.reasonMessage} (${new Date(end.requestedAt).toISOString().slice(0, 19).replace('T', ' ')} GMT)`,
  };
}
