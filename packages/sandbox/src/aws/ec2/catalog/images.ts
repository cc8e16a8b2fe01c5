import {
  DescribeImages$,
  type DescribeImagesRequest,
  type DescribeImagesResult,
  type Image as ImageAnswer,
} from '@aws-sdk/client-ec2';
import type { Image } from '../../../world/compute/images.js';
import type { Open } from '../../../world/state/open.js';
import { type Call } from '../../operation.js';
import { operation } from '../../service.js';
import { describe, selectByIds, toTagList } from '../describe.js';
import type { FilterTable } from '../filters.js';

const filters: FilterTable<Image> = {
  architecture: ({ architecture }) => [architecture],
  'creation-date': ({ createdAt }) => [new Date(createdAt).toISOString()],
  description: ({ description }) => [description],
  hypervisor: () => ['xen'],
  'image-id': ({ id }) => [id],
  'image-type': () => ['machine'],
  'is-public': ({ ownerAlias }) => [String(ownerAlias !== null)],
  name: ({ name }) => [name],
  'owner-alias': ({ ownerAlias }) => (ownerAlias === null ? [] : [ownerAlias]),
  'owner-id': ({ ownerId }) => [ownerId],
  'root-device-type': () => ['ebs'],
  state: () => ['available'],
  'virtualization-type': () => ['hvm'],
};

function describeImages(
  call: Call,
  input: Open<DescribeImagesRequest>,
): Open<DescribeImagesResult> {
  const chosen = selectByIds(visibleImages(call, input.Owners), input.ImageIds, ({ id }) => id, {
    code: 'InvalidAMIID.NotFound',
    noun: 'image id',
  });
  const page = describe(chosen, input, {
    filters,
    idOf: ({ id }) => id,
    tagsOf: ({ tags }) => tags,
    pages: { lowest: 1, highest: 1000 },
  });
  return { Images: page.items.map(toImage), NextToken: page.next };
}

/** Returns the images published by AWS and the account's own, limited to the given owners. */
function visibleImages(call: Call, owners: readonly string[] | undefined): readonly Image[] {
  const ownImages = [...call.world.state.images.values()].filter(
    ({ ownerId, region }) => ownerId === call.accountId && region === call.region,
  );
  const all = [...call.world.publishedImages(call.region).images.values(), ...ownImages];
  if (owners === undefined || owners.length === 0) return all;
  const ids = new Set(owners.map((owner) => (owner === 'self' ? call.accountId : owner)));
  return all.filter(({ ownerId, ownerAlias }) => ids.has(ownerId) || ids.has(ownerAlias ?? ''));
}

function toImage(image: Image): Open<ImageAnswer> {
  return {
    ImageId: image.id,
    Name: image.name,
    Description: image.description,
    OwnerId: image.ownerId,
    ...(image.ownerAlias === null ? {} : { ImageOwnerAlias: image.ownerAlias }),
    ImageLocation: `${image.ownerAlias ?? image.ownerId}/${image.name}`,
    ImageType: 'machine',
    Architecture: image.architecture,
    CreationDate: new Date(image.createdAt).toISOString(),
    State: 'available',
    Public: image.ownerAlias !== null,
    VirtualizationType: 'hvm',
    Hypervisor: 'xen',
    PlatformDetails: 'Linux/UNIX',
    UsageOperation: 'RunInstances',
    EnaSupport: true,
    RootDeviceType: 'ebs',
    RootDeviceName: image.rootDevice,
    BlockDeviceMappings: [
      {
        DeviceName: image.rootDevice,
        Ebs: { VolumeSize: image.rootVolumeGiB, VolumeType: 'gp3', DeleteOnTermination: true },
      },
    ],
    Tags: toTagList(image.tags),
  };
}

export const imageOperations = [operation(DescribeImages$, describeImages)];
