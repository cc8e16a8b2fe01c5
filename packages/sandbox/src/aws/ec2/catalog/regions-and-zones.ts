import {
  type AvailabilityZone,
  DescribeAvailabilityZones$,
  type DescribeAvailabilityZonesRequest,
  type DescribeAvailabilityZonesResult,
  DescribeRegions$,
  type DescribeRegionsRequest,
  type DescribeRegionsResult,
} from '@aws-sdk/client-ec2';
import { type Region, regions, type Zone } from '../../../world/compute/regions.js';
import type { Open } from '../../../world/state/open.js';
import { type Call } from '../../operation.js';
import { operation } from '../../service.js';
import { describe, selectByIds } from '../describe.js';
import type { FilterTable } from '../filters.js';

const zoneFilters: FilterTable<Zone> = {
  'zone-id': ({ id }) => [id],
  'zone-name': ({ name }) => [name],
  'zone-type': () => ['availability-zone'],
  'group-name': ({ name }) => [name.slice(0, -1)],
  'opt-in-status': () => ['opt-in-not-required'],
  'region-name': ({ name }) => [name.slice(0, -1)],
  state: () => ['available'],
};

function describeAvailabilityZones(
  call: Call,
  input: Open<DescribeAvailabilityZonesRequest>,
): Open<DescribeAvailabilityZonesResult> {
  const notFound = { code: 'InvalidParameterValue', noun: 'Availability Zone' };
  const zones = regions.get(call.region)?.zones ?? [];
  const byName = selectByIds(zones, input.ZoneNames, ({ name }) => name, notFound);
  const byId = selectByIds(byName, input.ZoneIds, ({ id }) => id, notFound);
  const page = describe(byId, input, { filters: zoneFilters, idOf: ({ name }) => name });
  return { AvailabilityZones: page.items.map((zone) => toAvailabilityZone(zone, call.region)) };
}

function toAvailabilityZone(zone: Zone, regionName: string): Open<AvailabilityZone> {
  return {
    ZoneName: zone.name,
    ZoneId: zone.id,
    ZoneType: 'availability-zone',
    RegionName: regionName,
    GroupName: regionName,
    NetworkBorderGroup: regionName,
    OptInStatus: 'opt-in-not-required',
    State: 'available',
    Messages: [],
  };
}

const regionFilters: FilterTable<Region> = {
  endpoint: ({ name }) => [endpointOf(name)],
  'opt-in-status': () => ['opt-in-not-required'],
  'region-name': ({ name }) => [name],
};

function describeRegions(
  _call: Call,
  input: Open<DescribeRegionsRequest>,
): Open<DescribeRegionsResult> {
  const chosen = selectByIds(regions.values(), input.RegionNames, ({ name }) => name, {
    code: 'InvalidParameterValue',
    noun: 'region',
  });
  const page = describe(chosen, input, { filters: regionFilters, idOf: ({ name }) => name });
  return {
    Regions: page.items.map(({ name }) => ({
      RegionName: name,
      Endpoint: endpointOf(name),
      OptInStatus: 'opt-in-not-required',
    })),
  };
}

const endpointOf = (region: string): string => `ec2.${region}.amazonaws.com`;

export const regionOperations = [
  operation(DescribeAvailabilityZones$, describeAvailabilityZones),
  operation(DescribeRegions$, describeRegions),
];
