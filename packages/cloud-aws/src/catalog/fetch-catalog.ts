import {
  type InstanceTypeInfo,
  type InstanceTypeOffering,
  paginateDescribeInstanceTypeOfferings,
  paginateDescribeInstanceTypes,
} from '@aws-sdk/client-ec2';
import type { CatalogFacts } from '@kerf/application';
import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { collectPages } from '../pages.js';
import { toInstanceTypeFacts } from './instance-type-facts.js';

/** Returns the region's instance types, by name, with their zones and without prices. */
export async function fetchCatalog(session: AwsSession, now: Instant): Promise<CatalogFacts> {
  const [types, offerings] = await Promise.all([
    describeInstanceTypes(session),
    describeOfferings(session),
  ]);
  const zonesByType = groupZones(offerings);
  return {
    region: session.target.region,
    fetchedAt: now,
    onDemandPricesAt: null,
    instanceTypes: types
      .flatMap((info) => toInstanceTypeFacts(info, zonesByType))
      .toSorted((a, b) => compareText(a.name, b.name)),
  };
}

function describeInstanceTypes(session: AwsSession): Promise<readonly InstanceTypeInfo[]> {
  return session.call('ec2:DescribeInstanceTypes', (options) =>
    collectPages(
      paginateDescribeInstanceTypes(
        { client: session.ec2, pageSize: 100 },
        {
          Filters: [
            { Name: 'supported-virtualization-type', Values: ['hvm'] },
            { Name: 'processor-info.supported-architecture', Values: ['x86_64', 'arm64'] },
          ],
        },
        options,
      ),
      (page) => page.InstanceTypes,
    ),
  );
}

function describeOfferings(session: AwsSession): Promise<readonly InstanceTypeOffering[]> {
  return session.call('ec2:DescribeInstanceTypeOfferings', (options) =>
    collectPages(
      paginateDescribeInstanceTypeOfferings(
        { client: session.ec2, pageSize: 1000 },
        { LocationType: 'availability-zone' },
        options,
      ),
      (page) => page.InstanceTypeOfferings,
    ),
  );
}

function groupZones(
  offerings: readonly InstanceTypeOffering[],
): ReadonlyMap<string, readonly string[]> {
  const zonesByType = new Map<string, string[]>();
  for (const { InstanceType: type, Location: zone } of offerings) {
    if (type === undefined || zone === undefined) continue;
    zonesByType.set(type, [...(zonesByType.get(type) ?? []), zone]);
  }
  for (const zones of zonesByType.values()) zones.sort();
  return zonesByType;
}
