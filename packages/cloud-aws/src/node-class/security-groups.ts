import { type Filter, paginateDescribeSecurityGroups } from '@aws-sdk/client-ec2';
import type { NodeClassResolution, SecurityGroupSelectorTerm } from '@kerf/application';
import { compareText } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { collectPages } from '../pages.js';
import { type Found, found, lacking } from './found.js';
import { describeTerm, placeholderHint, tagFilters } from './selector-filters.js';

type SecurityGroups = NodeClassResolution['securityGroups'];

/** Returns the security groups that any of the terms selects, by id. */
export async function resolveSecurityGroups(
  session: AwsSession,
  terms: readonly SecurityGroupSelectorTerm[],
): Promise<Found<SecurityGroups>> {
  const selected = await Promise.all(terms.map((term) => findSecurityGroups(session, term)));
  const byId = new Map(selected.flat().map((group) => [group.id, group]));
  const groups = [...byId.values()].toSorted((a, b) => compareText(a.id, b.id));
  if (groups.length > 0) return found(groups);
  const requested = terms.map(describeTerm).join('; or ');
  const { clusterName, region } = session.target;
  return lacking([], {
    condition: 'SecurityGroupsReady',
    reason: 'SecurityGroupsNotFound',
    message: `No security group in ${region} matches ${requested}. Tag the security groups of the nodes, or correct securityGroupSelectorTerms.${placeholderHint(requested, clusterName)}`,
  });
}

function findSecurityGroups(
  session: AwsSession,
  term: SecurityGroupSelectorTerm,
): Promise<SecurityGroups> {
  const filters: Filter[] = [
    ...tagFilters(term.tags),
    ...(term.id === undefined ? [] : [{ Name: 'group-id', Values: [term.id] }]),
    ...(term.name === undefined ? [] : [{ Name: 'group-name', Values: [term.name] }]),
  ];
  return session.call('ec2:DescribeSecurityGroups', async (options) => {
    const pages = paginateDescribeSecurityGroups(
      { client: session.ec2 },
      { Filters: filters },
      options,
    );
    const groups = await collectPages(pages, (page) => page.SecurityGroups);
    return groups.flatMap(({ GroupId: id, GroupName: name = '' }) =>
      id === undefined ? [] : [{ id, name }],
    );
  });
}
