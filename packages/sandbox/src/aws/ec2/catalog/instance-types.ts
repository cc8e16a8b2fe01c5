import {
  DescribeInstanceTypeOfferings$,
  type DescribeInstanceTypeOfferingsRequest,
  type DescribeInstanceTypeOfferingsResult,
  DescribeInstanceTypes$,
  type DescribeInstanceTypesRequest,
  type DescribeInstanceTypesResult,
  type InstanceTypeInfo,
} from '@aws-sdk/client-ec2';
import type { CatalogType } from '../../../data/instance-catalog.js';
import { regions } from '../../../world/compute/regions.js';
import type { Open } from '../../../world/state/open.js';
import { AwsError } from '../../aws-error.js';
import { type Call } from '../../operation.js';
import { operation } from '../../service.js';
import { describe } from '../describe.js';
import type { FilterTable } from '../filters.js';
import { toInstanceTypeInfo } from './instance-type-info.js';

const filters: FilterTable<CatalogType> = {
  'bare-metal': (type) => [String(type.isBareMetal)],
  'burstable-performance-supported': (type) => [String(type.isBurstable)],
  'current-generation': (type) => [String(type.isCurrentGeneration)],
  hypervisor: (type) => (type.hypervisor === null ? [] : [type.hypervisor]),
  'instance-storage-supported': (type) => [String(type.localDiskGb !== null)],
  'instance-type': (type) => [type.name],
  'memory-info.size-in-mib': (type) => [String(type.memoryMiB)],
  'network-info.efa-supported': (type) => [String(type.efaInterfaces > 0)],
  'network-info.encryption-in-transit-supported': (type) => [String(type.encryptsInTransit)],
  'network-info.maximum-network-interfaces': (type) => [String(type.interfaces)],
  'processor-info.supported-architecture': (type) => type.architectures,
  'supported-root-device-type': () => ['ebs'],
  'supported-usage-class': (type) => type.usageClasses,
  'supported-virtualization-type': (type) => type.virtualization,
  'vcpu-info.default-cores': (type) => [String(type.cores)],
  'vcpu-info.default-vcpus': (type) => [String(type.vcpus)],
};

/** Responses are cached, because they never change. */
const infos = new WeakMap<CatalogType, Open<InstanceTypeInfo>>();

function infoOf(type: CatalogType): Open<InstanceTypeInfo> {
  const info = infos.get(type) ?? toInstanceTypeInfo(type);
  infos.set(type, info);
  return info;
}

function describeInstanceTypes(
  call: Call,
  input: Open<DescribeInstanceTypesRequest>,
): Open<DescribeInstanceTypesResult> {
  const page = describe(chosenTypes(call, input.InstanceTypes), input, {
    filters,
    idOf: (type) => type.name,
    pages: { lowest: 5, highest: 100 },
  });
  return { InstanceTypes: page.items.map(infoOf), NextToken: page.next };
}

function chosenTypes(call: Call, names: readonly string[] | undefined): readonly CatalogType[] {
  const offered = [...call.world.catalog.values()].filter((type) => type.offers.has(call.region));
  if (names === undefined || names.length === 0) return offered;
  const wanted = new Set(names);
  const found = offered.filter((type) => wanted.delete(type.name));
  if (wanted.size === 0) return found;
  throw new AwsError(
    'InvalidInstanceType',
    `The following supplied instance types do not exist: [${[...wanted].join(', ')}]`,
  );
}

interface Offering {
  readonly instanceType: string;
  readonly location: string;
}

const offeringFilters: FilterTable<Offering> = {
  'instance-type': ({ instanceType }) => [instanceType],
  location: ({ location }) => [location],
};

function describeInstanceTypeOfferings(
  call: Call,
  input: Open<DescribeInstanceTypeOfferingsRequest>,
): Open<DescribeInstanceTypeOfferingsResult> {
  const { LocationType = 'region' } = input;
  const locations = locationsOf(call.region, LocationType);
  const offerings = [...call.world.catalog.values()].flatMap((type) => {
    const zones = type.offers.get(call.region)?.zones ?? [];
    return locations
      .filter(({ zone }) => (zone === null ? zones.length > 0 : zones.includes(zone)))
      .map(({ location }) => ({ instanceType: type.name, location }));
  });
  const page = describe(offerings, input, {
    filters: offeringFilters,
    idOf: ({ instanceType, location }) => `${instanceType} ${location}`,
    pages: { lowest: 5, highest: 1000 },
  });
  return {
    InstanceTypeOfferings: page.items.map(({ instanceType, location }) => ({
      InstanceType: instanceType,
      LocationType,
      Location: location,
    })),
    NextToken: page.next,
  };
}

function locationsOf(
  regionName: string,
  locationType: string,
): readonly { readonly location: string; readonly zone: string | null }[] {
  const zones = regions.get(regionName)?.zones ?? [];
  switch (locationType) {
    case 'region':
      return [{ location: regionName, zone: null }];
    case 'availability-zone':
      return zones.map(({ name }) => ({ location: name, zone: name }));
    case 'availability-zone-id':
      return zones.map(({ name, id }) => ({ location: id, zone: name }));
    default:
      throw new AwsError(
        'InvalidParameterValue',
        `Value (${locationType}) for parameter locationType is invalid.`,
      );
  }
}

export const instanceTypeOperations = [
  operation(DescribeInstanceTypes$, describeInstanceTypes),
  operation(DescribeInstanceTypeOfferings$, describeInstanceTypeOfferings),
];
