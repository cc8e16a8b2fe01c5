import { DescribePlacementGroupsCommand, type PlacementGroup } from '@aws-sdk/client-ec2';
import type { Ec2NodeClassManifest, ResolvedPlacementGroup } from '@kerf/application';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';
import { type Found, found, lacking } from './found.js';

const unknownCodes = [
  'InvalidPlacementGroup.Unknown',
  'InvalidPlacementGroupId.Malformed',
  'InvalidPlacementGroupId.Unknown',
];

/**
 * Returns the placement group that an EC2NodeClass selects by name or id; `null` if it selects
 * none. Then EC2 is not asked.
 * Source: karpenter-provider-aws pkg/providers/placementgroup @v1.14.1.
 */
export async function resolvePlacementGroup(
  session: AwsSession,
  { placementGroupSelector: selector }: Pick<Ec2NodeClassManifest, 'placementGroupSelector'>,
): Promise<Found<ResolvedPlacementGroup | null>> {
  if (selector === undefined) return found(null);
  const { name, id } = selector;
  const group = await findGroup(session, selector);
  if (group !== null) return found(group);
  const requested = name === undefined ? `the id ${id ?? ''}` : `the name ${name}`;
  return lacking(null, {
    condition: 'PlacementGroupReady',
    reason: 'PlacementGroupNotFound',
    message: `No placement group in ${session.target.region} has ${requested}. Create it, or correct placementGroupSelector.`,
  });
}

async function findGroup(
  session: AwsSession,
  { name, id }: NonNullable<Ec2NodeClassManifest['placementGroupSelector']>,
): Promise<ResolvedPlacementGroup | null> {
  const input = {
    Filters: [{ Name: 'state', Values: ['available'] }],
    ...(name !== undefined && { GroupNames: [name] }),
    ...(id !== undefined && { GroupIds: [id] }),
  };
  try {
    const { PlacementGroups: [group] = [] } = await session.call(
      'ec2:DescribePlacementGroups',
      (options) => session.ec2.send(new DescribePlacementGroupsCommand(input), options),
    );
    return group === undefined ? null : toResolved(group);
  } catch (error) {
    if (unknownCodes.some((code) => hasAwsCode(error, code))) return null;
    throw error;
  }
}

/** Every field of EC2's response is optional; a group without these fields is skipped. */
function toResolved(group: PlacementGroup): ResolvedPlacementGroup | null {
  const { GroupId: id, GroupName: name, Strategy: strategy, PartitionCount: count } = group;
  if (id === undefined || name === undefined || strategy === undefined) return null;
  return { id, name, strategy, partitionCount: strategy === 'partition' ? (count ?? null) : null };
}
