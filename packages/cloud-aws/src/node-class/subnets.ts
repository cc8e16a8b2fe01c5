import { type Filter, paginateDescribeSubnets, type Subnet } from '@aws-sdk/client-ec2';
import type { ResolvedSubnet, SubnetSelectorTerm } from '@kerf/application';
import { compareText } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { collectPages } from '../pages.js';
import { type Found, found, lacking } from './found.js';
import { describeTerm, placeholderHint, tagFilters } from './selector-filters.js';

/** Returns the subnets that any of the terms selects, by zone and id. */
export async function resolveSubnets(
  session: AwsSession,
  terms: readonly SubnetSelectorTerm[],
): Promise<Found<readonly ResolvedSubnet[]>> {
  const selected = await Promise.all(terms.map((term) => findSubnets(session, term)));
  const byId = new Map(selected.flat().map((subnet) => [subnet.id, subnet]));
  const subnets = [...byId.values()].toSorted((a, b) =>
    compareText(`${a.zone}/${a.id}`, `${b.zone}/${b.id}`),
  );
  if (subnets.length > 0) return found(subnets);
  const requested = terms.map(describeTerm).join('; or ');
  const { clusterName, region } = session.target;
  return lacking([], {
    condition: 'SubnetsReady',
    reason: 'SubnetsNotFound',
    message: `No subnet in ${region} matches ${requested}. Tag the subnets of the cluster, or correct subnetSelectorTerms.${placeholderHint(requested, clusterName)}`,
  });
}

function findSubnets(
  session: AwsSession,
  term: SubnetSelectorTerm,
): Promise<readonly ResolvedSubnet[]> {
  const filters: Filter[] = [
    ...tagFilters(term.tags),
    ...(term.id === undefined ? [] : [{ Name: 'subnet-id', Values: [term.id] }]),
  ];
  return session.call('ec2:DescribeSubnets', async (options) => {
    const pages = paginateDescribeSubnets({ client: session.ec2 }, { Filters: filters }, options);
    return (await collectPages(pages, (page) => page.Subnets)).flatMap(toSubnet);
  });
}

function toSubnet({
  SubnetId: id,
  AvailabilityZone: zone,
  AvailabilityZoneId: zoneId = '',
  AvailableIpAddressCount: freeAddresses = 0,
}: Subnet): readonly ResolvedSubnet[] {
  return id === undefined || zone === undefined ? [] : [{ id, zone, zoneId, freeAddresses }];
}
