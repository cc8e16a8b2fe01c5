import type { RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import type { CatalogType } from '../../../data/instance-catalog.js';
import type { ReservationPreference } from '../../../world/compute/capacity-reservations.js';
import type { Image } from '../../../world/compute/images.js';
import type { GroupPlacement } from '../../../world/compute/instance.js';
import {
  defaultMetadataOptions,
  type MetadataOptions,
  type Volume,
} from '../../../world/compute/instance.js';
import type { LaunchSpec } from '../../../world/compute/instances.js';
import type { Subnet } from '../../../world/compute/network.js';
import type { Open } from '../../../world/state/open.js';
import { AwsError } from '../../aws-error.js';
import type { Call } from '../../operation.js';
import { ownResources } from '../describe.js';
import { tagsFor } from '../tag-specifications.js';

export type LaunchData = Open<RequestLaunchTemplateData>;

/** The part of a launch that depends on the launch template only. */
export type CommonSpec = Pick<
  LaunchSpec,
  | 'securityGroupIds'
  | 'instanceProfileArn'
  | 'userData'
  | 'metadataOptions'
  | 'isMonitored'
  | 'reservation'
  | 'placementGroup'
  | 'tags'
>;

/** @throws AwsError if the data is invalid or names something that does not exist */
export function readCommonSpec(call: Call, data: LaunchData): CommonSpec {
  return {
    securityGroupIds: securityGroupsOf(call, data),
    instanceProfileArn: instanceProfileOf(call, data),
    userData: userDataOf(data),
    metadataOptions: metadataOptionsOf(data),
    isMonitored: data.Monitoring?.Enabled ?? false,
    reservation: reservationOf(data),
    placementGroup: placementGroupOf(call, data),
    tags: tagsFor('instance', data.TagSpecifications),
  };
}

/** @throws AwsError */
export function requireImage(call: Call, imageId: string | undefined): Image {
  if (imageId === undefined) {
    throw new AwsError('MissingParameter', 'The request must contain the parameter ImageId');
  }
  const image = call.world.findImage(call.region, imageId);
  const isVisible =
    image !== null && (image.ownerAlias !== null || image.ownerId === call.accountId);
  if (isVisible) return image;
  throw new AwsError('InvalidAMIID.NotFound', `The image id '[${imageId}]' does not exist`);
}

/** @throws AwsError */
export function requireType(call: Call, name: string | undefined): CatalogType {
  const type = name === undefined ? undefined : call.world.catalog.get(name);
  if (type !== undefined) return type;
  throw new AwsError('InvalidParameterValue', `Invalid value '${name ?? ''}' for InstanceType.`);
}

/** @throws AwsError */
export function requireSubnet(call: Call, subnetId: string | undefined): Subnet {
  const subnet = [...ownResources(call, call.world.state.subnets)].find(
    ({ id }) => id === subnetId,
  );
  if (subnet !== undefined) return subnet;
  if (subnetId === undefined)
    throw new AwsError('VPCIdNotSpecified', 'No default VPC for this user');
  throw new AwsError('InvalidSubnetID.NotFound', `The subnet ID '${subnetId}' does not exist`);
}

/** @throws AwsError if the type cannot run the image */
export function requireMatch(type: CatalogType, image: Image): void {
  if (type.architectures.includes(image.architecture)) return;
  throw new AwsError(
    'InvalidParameterValue',
    `The architecture '${type.architectures.join(',')}' of the specified instance type does not match the architecture '${image.architecture}' of the specified AMI. Specify an instance type and an AMI that have matching architectures, and try again.`,
  );
}

/** Returns the volumes of the image with the changes and additions of the request. */
export function volumesOf(data: LaunchData, image: Image): readonly Omit<Volume, 'id'>[] {
  const volumes = new Map([
    [image.rootDevice, { sizeGiB: image.rootVolumeGiB, deletesOnTermination: true }],
  ]);
  for (const { DeviceName = image.rootDevice, Ebs } of data.BlockDeviceMappings ?? []) {
    if (Ebs === undefined) continue;
    volumes.set(DeviceName, {
      sizeGiB: Ebs.VolumeSize ?? volumes.get(DeviceName)?.sizeGiB ?? image.rootVolumeGiB,
      deletesOnTermination: Ebs.DeleteOnTermination ?? true,
    });
  }
  return [...volumes].map(([device, volume]) => ({ device, ...volume }));
}

/** Returns the subnet of the primary interface, if the launch data has one. */
export function interfaceSubnetOf(data: LaunchData): string | undefined {
  return primaryInterface(data)?.SubnetId;
}

function primaryInterface(
  data: LaunchData,
): NonNullable<LaunchData['NetworkInterfaces']>[number] | undefined {
  return data.NetworkInterfaces?.find(({ DeviceIndex = 0 }) => DeviceIndex === 0);
}

function securityGroupsOf(call: Call, data: LaunchData): readonly string[] {
  const ids = data.SecurityGroupIds ?? primaryInterface(data)?.Groups ?? [];
  const known = new Set(
    [...ownResources(call, call.world.state.securityGroups)].map(({ id }) => id),
  );
  const missing = ids.find((id) => !known.has(id));
  if (missing === undefined) return ids;
  throw new AwsError('InvalidGroup.NotFound', `The security group '${missing}' does not exist`);
}

function instanceProfileOf(call: Call, data: LaunchData): string | null {
  const { Name, Arn } = data.IamInstanceProfile ?? {};
  if (Name === undefined && Arn === undefined) return null;
  const profile = [...call.world.state.instanceProfiles.values()].find(
    ({ accountId, id, name }) => accountId === call.accountId && (id === Arn || name === Name),
  );
  if (profile !== undefined) return profile.id;
  const [value, field] = Name === undefined ? [Arn, 'arn'] : [Name, 'name'];
  throw new AwsError(
    'InvalidParameterValue',
    `Value (${value}) for parameter iamInstanceProfile.${field} is invalid. Invalid IAM Instance Profile ${field}`,
  );
}

/** @throws AwsError if the group or its partition does not exist */
function placementGroupOf(call: Call, { Placement = {} }: LaunchData): GroupPlacement | null {
  const { GroupName: name, GroupId: id, PartitionNumber: partition = null } = Placement;
  if (name === undefined && id === undefined) return null;
  const group = [...ownResources(call, call.world.state.placementGroups)].find(
    (one) => one.id === id || one.name === name,
  );
  if (group === undefined) {
    throw new AwsError(
      'InvalidPlacementGroup.Unknown',
      `The Placement Group '${name ?? id ?? ''}' is unknown.`,
    );
  }
  if (partition !== null && (partition < 1 || partition > (group.partitionCount ?? 0))) {
    throw new AwsError(
      'InvalidParameterValue',
      `Value (${partition}) for parameter partitionNumber is invalid.`,
    );
  }
  return { id: group.id, partition };
}

/** Without a preference, EC2 uses open reservations that match. */
function reservationOf(data: LaunchData): ReservationPreference {
  const { CapacityReservationPreference: preference, CapacityReservationTarget: target } =
    data.CapacityReservationSpecification ?? {};
  const id = target?.CapacityReservationId;
  if (id !== undefined) {
    const asBlock = data.InstanceMarketOptions?.MarketType === 'capacity-block';
    return { kind: 'target', id, asBlock };
  }
  if (target !== undefined || preference === 'capacity-reservations-only') {
    throw new AwsError(
      'UnsupportedOperation',
      'The sandbox simulates only a CapacityReservationTarget with a CapacityReservationId.',
    );
  }
  return { kind: preference === 'none' ? 'none' : 'open' };
}

const maxUserDataBytes = 16 * 1024;

function userDataOf({ UserData = '' }: LaunchData): string {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(UserData)) {
    throw new AwsError('InvalidUserData.Malformed', 'Invalid BASE64 encoding of user data.');
  }
  if (Buffer.from(UserData, 'base64').length > maxUserDataBytes) {
    throw new AwsError(
      'InvalidParameterValue',
      `User data is limited to ${maxUserDataBytes} bytes`,
    );
  }
  return UserData;
}

function metadataOptionsOf({ MetadataOptions: given = {} }: LaunchData): MetadataOptions {
  const defaults = defaultMetadataOptions;
  return {
    httpEndpoint: given.HttpEndpoint ?? defaults.httpEndpoint,
    httpTokens: given.HttpTokens ?? defaults.httpTokens,
    httpPutResponseHopLimit: given.HttpPutResponseHopLimit ?? defaults.httpPutResponseHopLimit,
    httpProtocolIpv6: given.HttpProtocolIpv6 ?? defaults.httpProtocolIpv6,
  };
}
